import { maximum } from "@evenodds/core";
import * as Plot from "@observablehq/plot";
import type { AttributeReport } from "../report/audit-report.js";
import { aboveFrame, draw, quiet } from "./chart-svg.js";
import { textWidth } from "./display-text.js";
import { fitNames } from "./fit-names.js";
import { formatCount, formatGap, formatRate } from "./numbers.js";
import { markSmall, sizeWord, undefinedRate } from "./small-cells.js";
import type { RateColumn } from "./main-rates.js";
import { longTable } from "./sections/section.js";

const rowHeight = 28;
/** Columns of text that a group name may take; what is left is for the rates. */
const nameWidth = 24;
/** Pixels that one column of text takes at most. */
const columnPixels = 7.6;

const bar = { strokeWidth: 5, strokeOpacity: 0.35, strokeLinecap: "round" } as const;

/**
 * Returns an SVG with one line per group: its rate as a dot, its Wilson interval as a bar, its size at the right. A
 * cell without rows is a gap that says so; one below the minimum support has a hollow dot. The axis is always 0 to 1,
 * so that charts can be compared by eye, and stands at the top too where there are more than {@link longTable} groups.
 */
export function rateChart({ groups }: RateColumn, attribute: Pick<AttributeReport, "rows">): string {
  const names = fitNames(
    groups.map(({ cell }) => cell.group),
    nameWidth,
  );
  const rows = groups.map(({ cell, rate, extreme }, line) => ({
    ...rate,
    line,
    name: names.get(cell.group)!,
    size: markSmall(`${sizeWord(attribute)} = ${formatCount(cell.n)}`, cell.status === "small"),
    colour: extreme === null ? "var(--group)" : `var(--${extreme})`,
    fill: cell.status === "small" ? "var(--paper)" : extreme === null ? "var(--group)" : `var(--${extreme})`,
  }));
  const isLong = rows.length > longTable;
  const [marginTop, marginBottom] = [isLong ? 26 : 4, 46];
  const isDefined = ({ rate }: { readonly rate: number | null }) => rate !== null;
  const defined = rows.filter(isDefined);
  const bounded = defined.filter(({ lower, upper }) => lower !== null && upper !== null);
  return draw({
    width: 440,
    height: rows.length * rowHeight + marginTop + marginBottom,
    marginTop,
    marginBottom,
    marginLeft: pixels(rows.map(({ name }) => name)) + 14,
    marginRight: pixels(rows.map(({ size }) => size)) + 20,
    ariaLabel: "Rate by group with its interval; the table below has the same numbers",
    x: {
      domain: [0, 1],
      ticks: [0, 0.25, 0.5, 0.75, 1],
      tickFormat: String,
      axis: isLong ? "both" : "bottom",
      label: "rate",
      labelAnchor: "center",
      labelArrow: "none",
      grid: true,
    },
    y: namedLines(rows.map(({ name }) => name)),
    marks: [
      Plot.ruleY(bounded, { y: "line", x1: "lower", x2: "upper", stroke: "colour", ...bar }),
      Plot.dot(defined, { y: "line", x: "rate", r: 5.5, stroke: "colour", strokeWidth: 2, fill: "fill" }),
      Plot.text(
        rows.filter((row) => !isDefined(row)),
        { y: "line", x: 0, text: () => undefinedRate(attribute), ...quiet },
      ),
      Plot.text(rows, { y: "line", x: 1, text: "size", textAnchor: "start", fill: "var(--muted)", dx: 14 }),
    ],
  });
}

/**
 * Returns an SVG with the equalized odds difference and its simultaneous interval above the noise floor, and the limit
 * as a line through both. Their numbers stand at the right, where nothing crosses them. A value that is undefined is
 * said to be so.
 */
export function gapChart(
  { equalizedOdds, evidence, permutation }: AttributeReport,
  { limit: maxGap }: { readonly limit: number | null },
): string {
  const { value } = equalizedOdds;
  const { floor } = permutation;
  const { lower, upper } = evidence;
  const top = Math.max(value ?? 0, upper ?? 0, floor ?? 0, maxGap ?? 0, 0.05);
  const lines = ["measured gap", "noise floor"];
  const end = Math.min(1, top * 1.1);
  const numbers = [
    ...(value === null ? [] : [{ line: 0, text: formatGap(value, maxGap), weight: 600 }]),
    ...(floor === null ? [] : [{ line: 1, text: formatRate(floor), weight: 400 }]),
  ];
  const missing = [...(value === null ? [0] : []), ...(floor === null ? [1] : [])];
  const limits = maxGap === null ? [] : [{ x: maxGap, text: `limit ${maxGap}` }];
  const intervals = lower === null || upper === null ? [] : [{ lower, upper }];
  const gaps = value === null ? [] : [{ x: value }];
  const floors = floor === null ? [] : [{ x: floor }];
  const told = [`Equalized odds difference ${formatGap(value, maxGap)}`, `noise floor ${formatRate(floor)}`];
  return draw({
    width: 440,
    height: 136,
    marginTop: 26,
    marginBottom: 46,
    marginLeft: pixels(lines) + 14,
    marginRight: Math.max(pixels(numbers.map(({ text }) => text)) + 14, 44),
    ariaLabel: [...told, ...limits.map(({ text }) => text)].join(", "),
    x: {
      domain: [0, end],
      ticks: 5,
      label: "difference of rates",
      labelAnchor: "center",
      labelArrow: "none",
      grid: true,
    },
    y: namedLines(lines),
    marks: [
      Plot.ruleX(limits, { x: "x", stroke: "var(--limit)", strokeWidth: 1.5, strokeDasharray: "5 3" }),
      Plot.text(limits, { x: "x", text: "text", ...aboveFrame, fill: "var(--limit)" }),
      Plot.ruleY(floors, { y: 1, x1: 0, x2: "x", stroke: "var(--muted)", strokeWidth: 8, strokeOpacity: 0.45 }),
      Plot.ruleY(intervals, { y: 0, x1: "lower", x2: "upper", stroke: "var(--group)", ...bar }),
      Plot.dot(gaps, { y: 0, x: "x", r: 6.5, fill: "var(--group)" }),
      ...numbers.map((one) =>
        Plot.text([one], {
          ...{ y: "line", x: end, text: "text", textAnchor: "start", dx: 10 },
          fill: "currentColor",
          fontWeight: one.weight,
        }),
      ),
      Plot.text(missing, { y: (line: number) => line, x: 0, text: () => "undefined", ...quiet }),
    ],
  });
}

/** An axis of lines that are known by their number, because names may be cut to the same text. */
function namedLines(names: readonly string[]): Plot.ScaleOptions {
  return {
    type: "band",
    domain: names.map((_, line) => line),
    tickFormat: (line: number) => names[line]!,
    tickSize: 0,
    label: null,
  };
}

function pixels(texts: readonly string[]): number {
  return Math.ceil(maximum(texts.map(textWidth), 0) * columnPixels);
}
