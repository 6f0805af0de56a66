import { maximum, minimum } from "@evenodds/core";
import * as Plot from "@observablehq/plot";
import { chartColours, chartSvg, seriesColours } from "../render/chart-svg.js";
import { figuresOf, type FigureName } from "./sweep-figures.js";
import { placeLabels } from "./place-labels.js";
import type { SweepSummary } from "./sweep-summary.js";
import { settingTitle } from "./wording.js";

const width = 760;
const height = 460;
const margin = { marginLeft: 64, marginRight: 24, marginTop: 44, marginBottom: 52 };

/** Most settings that are labelled with their options; more get their number in the table. */
const mostTitles = 12;

/** The two figures of the chart, and whether the first is the better the larger. */
const axes: Readonly<Record<SweepSummary["task"], { y: FigureName; x: FigureName; larger: boolean }>> = {
  classification: { y: "accuracy", x: "diagonalRecallGap", larger: true },
  regression: { y: "rootMeanSquaredError", x: "meanErrorGap", larger: false },
};

interface Mark {
  readonly x: number;
  readonly y: number;
  readonly errorX: number;
  readonly errorY: number;
  readonly colour: string;
  readonly title: string;
  readonly selected: boolean;
}

/**
 * Returns an SVG file with one point per setting, accuracy against ΔEO on the test nodes (of a regression root mean
 * squared error against the gap of mean errors), with bars of one standard error of the mean, and a line through the
 * settings that no other one beats. Settings chosen on the validation nodes are filled. Works on white and dark
 * backgrounds. Settings without the two figures are left out; with none of them the chart says so.
 */
export function paretoChart(summary: SweepSummary): string {
  const marks = marksOf(summary);
  const { x, y, larger } = axes[summary.task];
  const [xTitle, yTitle] = [axisTitle(x, summary), axisTitle(y, summary)];
  if (marks.length === 0) return emptyChart(`No setting has both ${xTitle} and ${yTitle}.`);
  const front = paretoFront(marks.map((mark) => ({ x: -mark.x, y: larger ? mark.y : -mark.y })));
  const line = front.map((point) => ({ x: -point.x, y: larger ? point.y : -point.y }));
  const xDomain = domainOf(marks.map((mark) => [mark.x, mark.errorX]));
  const yDomain = domainOf(marks.map((mark) => [mark.y, mark.errorY]));
  return chartSvg({
    ...{ width, height, ...margin },
    ariaLabel: `${yTitle} against ${xTitle} of ${marks.length} settings; the table on the page has the same numbers`,
    x: {
      domain: xDomain,
      label: `${xTitle} (smaller is better)`,
      labelAnchor: "center",
      labelArrow: "none",
      labelOffset: 40,
      ticks: 8,
    },
    y: {
      domain: yDomain,
      label: larger ? `↑ ${yTitle}` : `${yTitle} (smaller is better)`,
      labelArrow: "none",
      ticks: 8,
    },
    marks: [
      Plot.gridX({ stroke: chartColours.line, strokeOpacity: 0.25 }),
      Plot.gridY({ stroke: chartColours.line, strokeOpacity: 0.25 }),
      Plot.line(line, { x: "x", y: "y", curve: "linear", stroke: chartColours.ink, strokeDasharray: "4 3" }),
      Plot.ruleX(marks, {
        x: "x",
        y1: (mark: Mark) => mark.y - mark.errorY,
        y2: (mark: Mark) => mark.y + mark.errorY,
        ...{ stroke: "colour", strokeOpacity: 0.6 },
      }),
      Plot.ruleY(marks, {
        y: "y",
        x1: (mark: Mark) => mark.x - mark.errorX,
        x2: (mark: Mark) => mark.x + mark.errorX,
        ...{ stroke: "colour", strokeOpacity: 0.6 },
      }),
      Plot.dot(marks, {
        ...{ x: "x", y: "y", r: 5, stroke: "colour", strokeWidth: 2, fill: "colour" },
        fillOpacity: (mark: Mark) => (mark.selected ? 1 : 0),
      }),
      ...labels(marks, { xDomain, yDomain, line }),
      ...legend(summary),
    ],
  });
}

function marksOf(summary: SweepSummary): Mark[] {
  const { settings, varied, task } = summary;
  const { x, y } = axes[task];
  const scale = task === "classification" ? 100 : 1;
  const colours = coloursOf(summary);
  const withoutMethod = varied.filter((name) => name !== "method");
  return settings.flatMap((one) => {
    const [first, second] = [one.figures[x], one.figures[y]];
    if (typeof first?.mean !== "number" || typeof second?.mean !== "number") return [];
    const title = settingTitle(one, colours.size > 1 ? withoutMethod : varied);
    const named = settings.length <= mostTitles;
    return {
      ...{ x: scale * first.mean, y: scale * second.mean },
      ...{ errorX: scale * (first.sem ?? 0), errorY: scale * (second.sem ?? 0) },
      colour: colours.get(methodOf(summary, one.setting)) ?? chartColours.ink,
      title: !named ? String(one.number) : title === "all" ? methodOf(summary, one.setting) : title,
      selected: one.selected,
    };
  });
}

function coloursOf({ selection }: SweepSummary): Map<string, string> {
  return new Map(selection.perMethod.map(({ method }, i) => [method, seriesColours[i % seriesColours.length]!]));
}

function methodOf({ settings, fixed }: SweepSummary, key: string): string {
  const values = settings.find(({ setting }) => setting === key)!.values;
  return String(values.method ?? fixed.method);
}

function axisTitle(name: FigureName, { task }: SweepSummary): string {
  const { title } = figuresOf[task].find((figure) => figure.name === name)!;
  return task === "classification" ? `${title}, %` : title;
}

function domainOf(values: readonly (readonly [mean: number, error: number])[]): [number, number] {
  const low = minimum(values.map(([mean, error]) => mean - error));
  const high = maximum(values.map(([mean, error]) => mean + error));
  const room = high > low ? 0.08 * (high - low) : Math.max(1e-3, 0.05 * Math.abs(high));
  return [low - room, high + room];
}

function labels(
  marks: readonly Mark[],
  {
    xDomain,
    yDomain,
    line,
  }: {
    readonly xDomain: [number, number];
    readonly yDomain: [number, number];
    readonly line: readonly Point[];
  },
): Plot.Markish[] {
  const [left, right] = [margin.marginLeft, width - margin.marginRight];
  const [top, bottom] = [margin.marginTop, height - margin.marginBottom];
  const perX = (right - left) / (xDomain[1] - xDomain[0]);
  const perY = (bottom - top) / (yDomain[1] - yDomain[0]);
  const inPixels = ({ x, y }: Point) => ({
    x: left + (x - xDomain[0]) * perX,
    y: bottom - (y - yDomain[0]) * perY,
  });
  const places = placeLabels(
    marks.map((mark) => ({
      ...inPixels(mark),
      ...{ barX: mark.errorX * perX, barY: mark.errorY * perY, text: mark.title },
    })),
    { frame: { left, right, top, bottom }, line: line.map(inPixels) },
  );
  return marks.map((mark, i) => {
    const { dx, dy, anchor } = places[i]!;
    return Plot.text([mark], {
      x: "x",
      y: "y",
      text: "title",
      dx,
      dy,
      textAnchor: anchor,
      fill: "colour",
      fontSize: 11.5,
    });
  });
}

/** Methods by their colour, and what a filled point and the line are, in one line above the plot. */
function legend(summary: SweepSummary): Plot.Markish[] {
  const entries = [
    ...[...coloursOf(summary)].map(([method, colour]) => ({ text: `○ ${method}`, colour })),
    { text: "● chosen on validation nodes", colour: chartColours.ink },
    { text: "╌╌ no other is better in both", colour: chartColours.ink },
  ];
  let right = 0;
  return entries.map(({ text, colour }) => {
    const dx = right;
    right += 6.3 * text.length + 18;
    return Plot.text([text], {
      ...{ text: (one: string) => one, frameAnchor: "top-left", lineAnchor: "bottom" },
      ...{ dx: dx + 90, dy: -22, fill: colour, fontSize: 12 },
    });
  });
}

function emptyChart(text: string): string {
  return chartSvg({
    ...{ width, height: 80 },
    ariaLabel: text,
    axis: null,
    marks: [Plot.text([text], { text: (one: string) => one, frameAnchor: "middle", fill: chartColours.ink })],
  });
}

/** A point of two figures, both the better the larger. */
interface Point {
  readonly x: number;
  readonly y: number;
}

/**
 * Returns the points that no other one beats: none is at least as large in both figures and larger in one. In ascending
 * order of x; equal points are all on the front.
 */
export function paretoFront<T extends Point>(points: readonly T[]): T[] {
  const front = points.filter(
    (one) => !points.some((other) => other.x >= one.x && other.y >= one.y && (other.x > one.x || other.y > one.y)),
  );
  return front.sort((a, b) => a.x - b.x || b.y - a.y);
}
