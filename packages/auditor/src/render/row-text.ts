import type { ExclusionReason } from "@evenodds/core";
import type { ReportedData, RowAccounting, UnknownRows } from "../report/audit-report.js";
import { formatCount } from "./numbers.js";

const exclusionTexts = {
  unlabelled: "unlabelled",
  "missing-attribute": "without the attribute",
  "outside-split": "outside the split",
  "non-finite-prediction": "with a prediction that is not finite",
  "small-group": "in groups of too few rows",
} as const satisfies Record<ExclusionReason, string>;

/** Returns how many rows were left out for which reason, those without any left out. */
export function exclusions({ excluded }: RowAccounting): readonly { readonly why: string; readonly rows: number }[] {
  return Object.entries(exclusionTexts)
    .map(([reason, why]) => ({ why, rows: excluded[reason as ExclusionReason] ?? 0 }))
    .filter(({ rows }) => rows > 0);
}

/** What a report says of the rows of an attribute, or of several that are crossed. */
export interface ReportedRows {
  readonly rows: RowAccounting;
  readonly unknown: readonly UnknownRows[] | null;
}

/**
 * Returns the account of rows: `1,000 rows read = 248 used + 750 outside the split + 2 unlabelled`. Where it does not
 * tell how many rows lack the attribute, because rows lack more than one thing, that follows:
 * `(unknown: sex 70, age 60)`. Rows of a table of counts are `counted by "count"`, its column. Weights of rows follow:
 * `; those used weigh 81`.
 */
export function rowSentence(
  { rows, unknown }: ReportedRows,
  data: Pick<ReportedData, "countColumn"> | null = null,
): string {
  const left = exclusions(rows).map(({ why, rows: count }) => ` + ${formatCount(count)} ${why}`);
  const isTold = unknown === null || (unknown.length === 1 && unknown[0]!.rows === rows.excluded["missing-attribute"]);
  const lacking = isTold ? [] : unknown.filter(({ rows: count }) => count > 0);
  const named = lacking.map(({ attribute, rows: count }) => `${attribute} ${formatCount(count)}`).join(", ");
  const told = named === "" ? "" : ` (unknown: ${named})`;
  const how = data?.countColumn === undefined ? "read" : `counted by ${JSON.stringify(data.countColumn)}`;
  const weighing = rows.weight === undefined ? "" : `; those used weigh ${formatCount(rows.weight)}`;
  return `${formatCount(rows.read)} rows ${how} = ${formatCount(rows.used)} used${left.join("")}${told}${weighing}`;
}
