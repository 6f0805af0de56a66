import type { OptionSpec } from "./option-spec.js";

/** Of commands that write a table which people may open in a spreadsheet. */
export const csvSafeOption: OptionSpec<never> = {
  flags: "--csv-safe",
  help: "put an apostrophe before texts in CSV that spreadsheets would run",
};
