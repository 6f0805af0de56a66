import type { AttributeReport } from "../report/audit-report.js";

/** Returns what the size of a cell or group is called: `n`, or `weight` where it is a sum of weights. */
export function sizeWord({ rows }: Pick<AttributeReport, "rows">): string {
  return rows.weight === undefined ? "n" : "weight";
}

/** Returns what takes the place of a rate over nothing: `undefined (n = 0)`. */
export function undefinedRate(attribute: Pick<AttributeReport, "rows">): string {
  return `undefined (${sizeWord(attribute)} = 0)`;
}
