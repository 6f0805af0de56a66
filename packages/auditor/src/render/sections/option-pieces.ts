import type { OptionValue, ReportedOptions } from "../../report/reported-options.js";
import { tablePiece, textColumn, type Piece } from "./section.js";

/** Returns how an audit was asked for, folded away; nothing where the report does not say. */
export function optionPieces(options: ReportedOptions | undefined): Piece[] {
  if (options === undefined) return [];
  const rows = Object.entries(options).map(([name, value]) => [name, valueText(value)]);
  const table = {
    caption: "Options that were given, and the defaults of others",
    columns: [textColumn("option"), textColumn("value")],
    rows,
  };
  return rows.length === 0 ? [] : [{ kind: "fold", summary: "Options", pieces: [tablePiece(table)] }];
}

/** Texts as they are, lists of texts with commas, everything else as JSON. */
function valueText(value: OptionValue): string {
  if (typeof value === "string") return value;
  const isTexts = Array.isArray(value) && value.every((one) => typeof one === "string");
  return isTexts ? value.join(", ") : JSON.stringify(value);
}
