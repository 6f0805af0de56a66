import * as Plot from "@observablehq/plot";
import { pairKinds } from "@evenodds/trainer";
import { chartColours, chartSvg, seriesColours } from "../render/chart-svg.js";
import { paperPairCount, pairTestNames, type PairStudy, type PairStudyRow } from "./pair-study.js";
import { formatCount } from "../render/format-count.js";
import { dataTitles, testTitle } from "./wording.js";

const lineHeight = 18;
const marginLeft = 284;
const marginTop = 40;
const marginBottom = 78;

/**
 * Returns an SVG file with the p-value of every run as a dot and their mean as a bar, shifted pairs on the left and
 * rotated ones on the right, one line for each test and number of pairs, and the paper's p as a diamond. The axis is 0
 * to 1.
 */
export function pairStudyChart(study: PairStudy): string {
  const titles = pairTestNames.map((test) => testTitle(test, study));
  const dots = study.rows.flatMap((row) => row.runs.flatMap(({ pValue }) => markOf(row, pValue, study)));
  const means = study.rows.flatMap((row) => markOf(row, row.meanPValue, study));
  const papers = study.rows.flatMap((row) => markOf(row, row.n === paperPairCount ? row.paperPValue : null, study));
  const lines = pairTestNames.length * (study.n.length + 0.6) * lineHeight;
  return chartSvg({
    ...{ width: 880, height: Math.round(lines) + marginTop + marginBottom },
    ...{ marginLeft, marginTop, marginBottom, marginRight: 20 },
    ariaLabel: "p-values of every test on shifted and rotated pairs; the tables on the page have the same numbers",
    x: {
      domain: [0, 1],
      ticks: [0, 0.25, 0.5, 0.75, 1],
      tickFormat: String,
      label: "p-value",
      labelOffset: 38,
      labelAnchor: "center",
      labelArrow: "none",
      inset: 8,
    },
    y: { type: "band", domain: study.n, tickFormat: (n: number) => `n = ${formatCount(n)}`, tickSize: 0, label: null },
    fx: { domain: pairKinds.map((data) => dataTitles[data]), label: null, padding: 0.12 },
    fy: { domain: titles, label: null, padding: 0.18 },
    marks: [
      Plot.axisFy({ anchor: "left", dx: -78, tickSize: 0, fontWeight: 600, label: null }),
      Plot.axisFx({ anchor: "top", fontWeight: 600, fontSize: 14, label: null }),
      Plot.gridX({ ticks: [0, 0.25, 0.5, 0.75, 1], stroke: chartColours.line, strokeOpacity: 0.3 }),
      Plot.ruleX([0.05], { stroke: chartColours.ink, strokeDasharray: "3 3" }),
      Plot.dot(dots, { ...channels, r: 3.5, stroke: "colour", fill: "colour", fillOpacity: 0.4 }),
      Plot.tickX(means, { ...channels, stroke: "colour", strokeWidth: 3 }),
      Plot.dot(papers, { ...channels, symbol: "diamond", r: 6, stroke: chartColours.ink, strokeWidth: 2 }),
      Plot.text([legendOf(papers.length > 0)], {
        text: (one: string) => one,
        facet: "super",
        ...{ frameAnchor: "bottom", dy: marginBottom - 8, fill: chartColours.ink },
      }),
    ],
  });
}

const channels = { fx: "data", fy: "test", y: "n", x: "p" } as const;

function legendOf(hasPaper: boolean): string {
  const paper = hasPaper ? [`◇ the paper, n = ${formatCount(paperPairCount)}`] : [];
  return ["● one seed", "┃ mean over the seeds", ...paper, "┆ p = 0.05"].join("   ");
}

/** Where a p-value of a row is drawn; nothing for none. */
function markOf({ data, test, n }: PairStudyRow, p: number | null, study: PairStudy) {
  const colour = seriesColours[study.n.indexOf(n) % seriesColours.length]!;
  return p === null ? [] : [{ data: dataTitles[data], test: testTitle(test, study), n, p, colour }];
}
