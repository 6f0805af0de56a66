import { maximum } from "@evenodds/core";
import * as Plot from "@observablehq/plot";
import { chartColours, chartSvg } from "../render/chart-svg.js";
import { svgRow, type Panel } from "../render/svg-row.js";
import { figuresOf, type FigureName } from "../sweep/sweep-figures.js";
import type { TableRow } from "./table-rows.js";

const drawn = ["accuracy", "diagonalRecallGap", "demographicParityDifference"] as const satisfies readonly FigureName[];

const plotWidth = 240;
const rowHeight = 26;

/**
 * Returns an SVG with a line per row and a panel per figure (accuracy, ΔEO, ΔSP; percent, each on its own scale): the
 * mean over splits as a dot with one standard error to both sides, the noise floor of ΔEO as a tick, and the paper's
 * figure as a diamond where there is one.
 */
export function resultChart(rows: readonly TableRow[]): string {
  const hasPaper = rows.some(({ paper }) => drawn.some((name) => paper?.[name] !== undefined));
  const parts = ["● mean ± SEM", "┃ noise floor of ΔEO", ...(hasPaper ? ["◇ the paper"] : [])];
  return svgRow(
    drawn.map((name, i) => panel(rows, { name, named: i === 0 })),
    { legend: parts.join("&#160;&#160;&#160;&#160;") },
  );
}

/** One figure of all rows; the first panel has their names beside it. */
function panel(
  rows: readonly TableRow[],
  { name, named }: { readonly name: (typeof drawn)[number]; readonly named: boolean },
): Panel {
  const titles = rows.map(({ title }) => title);
  const marks = rows.map(({ title, figures, paper }) => {
    const { mean, sem } = figures[name]!;
    const floor = name === "diagonalRecallGap" ? (figures.noiseFloor?.mean ?? null) : null;
    return {
      row: title,
      mean: inPercent(mean),
      low: inPercent(mean === null ? null : mean - (sem ?? 0)),
      high: inPercent(mean === null ? null : mean + (sem ?? 0)),
      paper: paper?.[name]?.mean ?? null,
      floor: inPercent(floor),
    };
  });
  const marginLeft = named ? 24 + 6.8 * maximum(titles.map((title) => title.length)) : 14;
  const size = { width: Math.round(plotWidth + marginLeft), height: rowHeight * rows.length + 66 };
  const title = figuresOf.classification.find((figure) => figure.name === name)!.title;
  const at = { y: "row" } as const;
  const svg = chartSvg({
    ...{ ...size, marginLeft, marginTop: 10, marginBottom: 52, marginRight: 18 },
    ariaLabel: `${title} by method with standard errors; the tables on the page have the same numbers`,
    x: {
      ...{ label: `${title}, percent`, labelAnchor: "center", labelArrow: "none", labelOffset: 40 },
      ...{ ticks: 4, nice: true, grid: true, inset: 8 },
    },
    y: { domain: titles, label: null, tickSize: 0, ...(named ? {} : { tickFormat: () => "" }) },
    marks: [
      Plot.ruleY(marks, { ...at, x1: "low", x2: "high", stroke: chartColours.first, strokeWidth: 3 }),
      Plot.dot(marks, { ...at, x: "mean", r: 5, fill: chartColours.first }),
      Plot.tickX(marks, { ...at, x: "floor", stroke: chartColours.second, strokeWidth: 2 }),
      Plot.dot(marks, { ...at, x: "paper", symbol: "diamond", r: 6, stroke: chartColours.ink, strokeWidth: 2 }),
    ],
  });
  return { svg, ...size };
}

function inPercent(share: number | null): number | null {
  return share === null ? null : 100 * share;
}
