import * as Plot from "@observablehq/plot";
import { chartColours, chartSvg } from "../render/chart-svg.js";
import { svgRow, type Panel } from "../render/svg-row.js";
import type { TableRow } from "./table-rows.js";

/** What is drawn for one graph: a row per λ, in ascending order. */
export interface LambdaCurve {
  readonly graph: string;
  readonly points: readonly { readonly lambda: number; readonly row: TableRow }[];
}

/**
 * Returns the paper's two-axis figure as an SVG: accuracy against ΔEO, percent, one panel per graph, a point per λ
 * joined in the order of λ, with one standard error to each side. The lower right corner of a panel would be best.
 */
export function lambdaChart(curves: readonly LambdaCurve[]): string {
  const points = curves.flatMap(({ graph, points }) =>
    points.map(({ lambda, row }) => {
      const { accuracy, diagonalRecallGap: gap } = row.figures;
      const [x, y] = [100 * accuracy!.mean!, 100 * gap!.mean!];
      const [dx, dy] = [100 * (accuracy!.sem ?? 0), 100 * (gap!.sem ?? 0)];
      return { graph, label: `λ ${lambda}`, x, y, x1: x - dx, x2: x + dx, y1: y - dy, y2: y + dy };
    }),
  );
  // Every graph has its own scales: a panel each, side by side in one file.
  const panels = curves.map(({ graph }) =>
    panel(
      graph,
      points.filter((point) => point.graph === graph),
    ),
  );
  return svgRow(panels);
}

const panelWidth = 440;
const panelHeight = 360;

function panel(graph: string, points: readonly { x: number; y: number; label: string }[]): Panel {
  const svg = chartSvg({
    ...{ width: panelWidth, height: panelHeight, marginLeft: 56, marginBottom: 46, marginTop: 30, marginRight: 46 },
    ariaLabel: `${graph}: accuracy against ΔEO by λ; the table on the page has the same numbers`,
    x: { label: "accuracy, percent", labelAnchor: "center", labelArrow: "none", nice: true, grid: true, inset: 14 },
    y: { label: `ΔEO, percent: ${graph}`, labelArrow: "none", nice: true, grid: true, inset: 14 },
    marks: [
      Plot.line(points, { x: "x", y: "y", stroke: chartColours.first, strokeOpacity: 0.5 }),
      Plot.ruleY(points, { y: "y", x1: "x1", x2: "x2", stroke: chartColours.first, strokeOpacity: 0.7 }),
      Plot.ruleX(points, { x: "x", y1: "y1", y2: "y2", stroke: chartColours.first, strokeOpacity: 0.7 }),
      Plot.dot(points, { x: "x", y: "y", r: 5, fill: chartColours.first }),
      ...points.map((point, i) => Plot.text([point], { x: "x", y: "y", text: "label", ...placeOf(i) })),
    ],
  });
  return { svg, width: panelWidth, height: panelHeight };
}

/** Labels take turns around their points, so that those of points close together stay apart. */
function placeOf(index: number) {
  const left = index % 4 > 1;
  return {
    dx: left ? -8 : 8,
    dy: index % 2 === 0 ? -9 : 12,
    textAnchor: left ? ("end" as const) : ("start" as const),
    fill: chartColours.ink,
  };
}
