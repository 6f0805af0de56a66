import type { AttributeReport } from "../../report/audit-report.js";
import { formatCount } from "../numbers.js";
import { nameColumn, numberColumn, sentence, tables, type Section } from "./section.js";

/**
 * Returns how much the weighted rows of every cell are worth, where there are labels; null where rows carry no weights.
 */
export function weightSection({ rows, cells, effectiveSizes }: AttributeReport): Section | null {
  if (rows.weight === undefined) return null;
  const total = `${formatCount(rows.used)} rows weigh ${formatCount(rows.weight)}. Every size and count of this attribute, but for those of rows, is a sum of weights.`;
  if (effectiveSizes === null) return { title: "Weights", pieces: [sentence(total)] };
  const table = {
    caption: "Effective sizes",
    columns: [
      nameColumn("trueLabel"),
      nameColumn("group"),
      numberColumn("sumOfWeights"),
      numberColumn("effectiveRows"),
    ],
    rows: cells.map(({ label, group, n }, i) => [label, group, formatCount(n), formatCount(effectiveSizes[i] ?? 0)]),
  };
  return {
    title: "Weights",
    pieces: [
      sentence(`${total} Effective rows say how many rows of equal weight would tell as much; the intervals use them.`),
      ...tables([table], "Effective sizes of all cells"),
    ],
  };
}

/** Returns the same in one line; null where rows carry no weights. */
export function weightSentence({ rows, cells, effectiveSizes }: AttributeReport): string | null {
  if (rows.weight === undefined) return null;
  const said = "Weighted: sizes and counts of groups are sums of weights.";
  if (effectiveSizes === null) return said;
  const smallest = effectiveSizes.reduce((at, size, i) => (size < effectiveSizes[at]! ? i : at), 0);
  const cell = cells[smallest];
  if (cell === undefined) return said;
  return (
    `${said} The smallest cell (label ${JSON.stringify(cell.label)}, group ` +
    `${JSON.stringify(cell.group)}) weighs ${formatCount(cell.n)} and is worth ${formatCount(effectiveSizes[smallest]!)} rows.`
  );
}
