import type { ReportedData } from "../../report/audit-report.js";
import { formatCount } from "../numbers.js";
import { exclusions, rowSentence, type ReportedRows } from "../row-text.js";
import { numberColumn, sentence, tablePiece, textColumn, type Section, type Table } from "./section.js";

/** Returns the account of the rows of an attribute. */
export function rowSection(attribute: ReportedRows, data: Pick<ReportedData, "countColumn"> | null): Section {
  const left = exclusions(attribute.rows);
  const table: Table = {
    caption: "Left out",
    columns: [textColumn("why"), numberColumn("rows")],
    rows: left.map(({ why, rows }) => [why, formatCount(rows)]),
  };
  return {
    title: "Rows",
    pieces: [sentence(`${rowSentence(attribute, data)}.`), ...(left.length === 0 ? [] : [tablePiece(table)])],
  };
}
