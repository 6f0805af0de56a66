import type { ExclusionReason } from "@evenodds/core";
import type { RowAccounting } from "../report/audit-report.js";
import { formatCount } from "./numbers.js";

const exclusionTexts = {
  unlabelled: "unlabelled",
  "missing-attribute": "without the attribute",
  "outside-split": "outside the split",
  "non-finite-prediction": "with a prediction that is not finite",
} as const satisfies Record<ExclusionReason, string>;

/** Returns how many rows were left out for which reason, those without any left out. */
export function exclusions({ excluded }: RowAccounting): readonly { readonly why: string; readonly rows: number }[] {
  return Object.entries(exclusionTexts)
    .map(([reason, why]) => ({ why, rows: excluded[reason as ExclusionReason] }))
    .filter(({ rows }) => rows > 0);
}

/** Returns the account of rows: `1,000 rows read = 248 used + 750 outside the split + 2 unlabelled`. */
export function rowSentence(rows: RowAccounting): string {
  const left = exclusions(rows).map(({ why, rows: count }) => ` + ${formatCount(count)} ${why}`);
  return `${formatCount(rows.read)} rows read = ${formatCount(rows.used)} used${left.join("")}`;
}
