import { maximum } from "@evenodds/core";
import { sideBySide, type NamedReport } from "./side-by-side.js";
import { fitNames } from "./fit-names.js";
import { plainPalette, type Palette } from "./palette.js";

/** Returns several audits of one attribute side by side, as a table for a terminal. Ends with a line break. */
export function renderSideBySideText(
  reports: readonly NamedReport[],
  { attribute, palette = plainPalette }: { readonly attribute: string; readonly palette?: Palette },
): string {
  const rows = sideBySide(reports, attribute);
  const shown = fitNames(
    reports.map(({ name }) => name),
    24,
  );
  const names = reports.map(({ name }) => shown.get(name)!);
  const first = maximum(rows.map(({ term }) => term.length));
  const widths = names.map((name, i) =>
    maximum(
      rows.map(({ values }) => values[i]!.length),
      name.length,
    ),
  );
  const cells = (values: readonly string[]) => values.map((value, i) => value.padStart(widths[i]!)).join("   ");
  const head = palette.strong(`${" ".repeat(first)}   ${cells(names)}`);
  return [head, ...rows.map(({ term, values }) => `${term.padEnd(first)}   ${cells(values)}`), ""].join("\n");
}
