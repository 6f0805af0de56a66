import type { AttributeReport } from "../report/audit-report.js";
import { headings } from "./sections/headings.js";

/** Returns the heading of sizes of cells and groups: those of `weight` where they are sums of weights. */
export function sizeHeading({ rows }: Pick<AttributeReport, "rows">): "size" | "weight" {
  return rows.weight === undefined ? "size" : "weight";
}

/** Returns what the size of a cell or group is called: `n`, or `weight` where it is a sum of weights. */
export function sizeWord(attribute: Pick<AttributeReport, "rows">): string {
  return headings[sizeHeading(attribute)];
}

/** Returns what takes the place of a rate over nothing: `undefined (n = 0)`. */
export function undefinedRate(attribute: Pick<AttributeReport, "rows">): string {
  return `undefined (${sizeWord(attribute)} = 0)`;
}
