import type { AttributeReport } from "../../report/audit-report.js";
import { formatCount } from "../numbers.js";
import { nameColumn, numberColumn, sentence, tables, type Section } from "./section.js";

/** Returns how much the weighted rows of every cell are worth; null where rows carry no weights. */
export function weightSection({ cells, effectiveSizes }: AttributeReport): Section | null {
  if (effectiveSizes === null) return null;
  const table = {
    caption: "Effective sizes",
    columns: [
      nameColumn("True label"),
      nameColumn("Group"),
      numberColumn("Sum of weights"),
      numberColumn("Effective rows"),
    ],
    rows: cells.map(({ label, group, n }, i) => [label, group, formatCount(n), formatCount(effectiveSizes[i] ?? 0)]),
  };
  return {
    title: "Weights",
    pieces: [
      sentence(
        "Rows carry weights, so every n and k of this attribute is a sum of weights. Effective rows say how many rows of equal " +
          "weight would tell as much; the intervals use them.",
      ),
      ...tables([table], "Effective sizes of all cells"),
    ],
  };
}

/** Returns the same in one line; null where rows carry no weights. */
export function weightSentence({ cells, effectiveSizes }: AttributeReport): string | null {
  if (effectiveSizes === null) return null;
  const smallest = effectiveSizes.reduce((at, size, i) => (size < effectiveSizes[at]! ? i : at), 0);
  const cell = cells[smallest];
  if (cell === undefined) return null;
  return (
    `Weighted: n and k are sums of weights. The smallest cell (label ${JSON.stringify(cell.label)}, group ` +
    `${JSON.stringify(cell.group)}) weighs ${formatCount(cell.n)} and is worth ${formatCount(effectiveSizes[smallest]!)} rows.`
  );
}
