import { figuresOf, type Figure } from "./figures.js";
import type { SweepSummary } from "./sweep-summary.js";

/**
 * Returns the figures of the tables. With two classes ΔEO and the equalized odds difference are one number, and one
 * column.
 */
export function shownFigures({ task, settings }: Pick<SweepSummary, "task" | "settings">): readonly Figure[] {
  const figures = figuresOf[task];
  const classes = settings.find(({ pooled }) => pooled?.counts !== undefined)?.pooled?.counts?.classes.length;
  if (classes !== 2) return figures;
  return figures
    .filter(({ name }) => name !== "equalizedOddsDifference")
    .map((figure) =>
      figure.name === "diagonalRecallGap"
        ? { ...figure, title: `${figure.title} = equalized odds difference` }
        : figure,
    );
}
