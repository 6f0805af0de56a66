import { campaigns, type Campaign } from "../campaigns.js";
import type { Experiment } from "../experiment.js";
import { differenceTable, page, pooledTable, resultTable } from "../markdown.js";
import { runFacts } from "../run-facts.js";
import { beatenText } from "../beaten-text.js";
import { simpleNote } from "../simple-classifiers.js";
import { collectRows } from "../table-experiment.js";
import * as Plot from "@observablehq/plot";
import { chartColours, chartSvg } from "../../render/chart-svg.js";
import { svgRow, type Panel } from "../../render/svg-row.js";
import type { TableRow } from "../table-rows.js";

interface LambdaGraph {
  readonly graph: string;
  readonly campaigns: readonly Campaign[];
}

const lambdas = [0.01, 0.1, 1, 10, 100];

const graphs: readonly LambdaGraph[] = [
  { graph: "NBA", campaigns: [campaigns.nbaMethods, campaigns.nbaLambda] },
  { graph: "German", campaigns: [campaigns.germanMethods, campaigns.germanLambda] },
];

/** The paper's figure of performance against fairness over λ. */
export const lambdaSweep: Experiment = {
  name: "lambda-sweep",
  title: "Accuracy and gap over λ",
  summary: "the paper's figure over λ: EqGNN with λ from 0.01 to 100 beside λ = 0",
  run: async (context) => {
    const curves: LambdaCurve[] = [];
    const sections: string[] = [];
    for (const { graph, campaigns: own } of graphs) {
      const { rows, records } = await collectRows(
        {
          campaigns: own,
          rows: [
            { title: "λ = 0 (GCN)", values: { method: "gcn" } },
            ...lambdas.map((lambda) => ({
              title: `λ = ${lambda}`,
              values: { method: "eqgnn", lambda, gamma: 50, discriminatorLoss: "permutation" },
            })),
          ],
        },
        context,
      );
      curves.push({
        graph,
        points: rows.filter(({ simple }) => !simple).map((row, i) => ({ lambda: i === 0 ? 0 : lambdas[i - 1]!, row })),
      });
      sections.push(
        `## ${graph}`,
        runFacts(records, own),
        "Test nodes, percent: mean over splits ± standard error of the mean (standard deviation).",
        resultTable(rows),
        simpleNote,
        beatenText(rows),
        "**Differences from λ = 0**, paired by split, in points, with the p-value of flipping signs:",
        differenceTable(rows),
        "**Pooled over all test appearances**, signed, with the counts:",
        pooledTable(rows),
      );
    }
    const markdown = page(
      `# ${lambdaSweep.title}`,
      "The paper draws performance against fairness for λ ∈ {0.01, 0.1, 1, 10, 100} on Pokec-gender, and says that a larger λ gives " +
        "smaller gaps and a lower performance, with the elbow at λ = 1. Its values are not given as numbers, so only the shape can " +
        "be compared. Here: accuracy against ΔEO for two graphs; the lower right corner would be best. γ = 50.",
      "![Accuracy against ΔEO over λ](lambda-sweep.svg)",
      sections,
    );
    return { markdown, charts: { "lambda-sweep.svg": lambdaChart(curves) } };
  },
};

/** What is drawn for one graph: a row per λ, in ascending order. */
interface LambdaCurve {
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
