import * as Plot from "@observablehq/plot";
import type { ThresholdPoint } from "@evenodds/core";
import { aboveFrame, draw, quiet, seam } from "./chart-svg.js";
import { lineHeight, namesApart } from "./names-apart.js";
import { formatScore } from "./numbers.js";

/**
 * Returns an SVG with the equalized odds difference over score thresholds, and the accuracy as a thin line. Where the
 * gap is undefined the line has a hole; hollow dots mark where cells were left out. A vertical line marks the
 * `threshold` in use; one beyond the ends of the curve is marked at its end, with an arrow. Needs two points.
 */
export function thresholdChart(
  curve: readonly ThresholdPoint[],
  { limit, threshold = null }: { readonly limit: number | null; readonly threshold?: number | null },
): string {
  const gaps = curve.map(({ threshold, gap, status }) => ({ threshold, value: gap, status }));
  const known = gaps.filter(({ value }) => value !== null);
  const partial = known.filter(({ status }) => status === "partial");
  const accuracies = curve.map(({ threshold, accuracy }) => ({ threshold, value: accuracy }));
  const ends = { low: curve[0]!.threshold, high: curve.at(-1)!.threshold };
  const limits = limit === null ? [] : [{ y: limit }];
  const inUse = threshold === null ? [] : [thresholdMark(threshold, ends)];
  const lastGap = known.at(-1);
  const lastAccuracy = accuracies.filter(({ value }) => value !== null).at(-1);
  const size = { height: 260, marginTop: inUse.length === 0 ? 14 : 26, marginBottom: 46 };
  const names = namesApart(
    [
      ...(limit === null ? [] : [{ y: limit, text: `limit ${limit}`, fill: "var(--limit)", fontWeight: 600 }]),
      ...(lastGap === undefined ? [] : [{ y: lastGap.value!, text: "gap", fill: "var(--group)", fontWeight: 600 }]),
      ...(lastAccuracy === undefined
        ? []
        : [{ y: lastAccuracy.value!, text: "accuracy", fill: "var(--muted)", fontWeight: 400 }]),
    ],
    { least: lineHeight / (size.height - size.marginTop - size.marginBottom), highest: 1 },
  );
  return draw({
    ...size,
    width: 520,
    marginLeft: 44,
    marginRight: 82,
    ariaLabel: "Equalized odds difference and accuracy over score thresholds",
    x: {
      domain: [ends.low, ends.high],
      ticks: 5,
      label: "threshold",
      labelAnchor: "center",
      labelArrow: "none",
    },
    y: { domain: [0, 1], ticks: [0, 0.25, 0.5, 0.75, 1], tickFormat: String, label: null, grid: true },
    marks: [
      Plot.ruleY(limits, { y: "y", stroke: "var(--limit)", strokeWidth: 1.5, strokeDasharray: "5 3" }),
      Plot.ruleX(inUse, { x: "x", stroke: "var(--ink)", strokeWidth: 1.2 }),
      ...inUse.map(({ textAnchor, ...one }) =>
        Plot.text([one], { x: "x", text: "text", ...aboveFrame, textAnchor, fill: "var(--ink)" }),
      ),
      Plot.line(accuracies, { x: "threshold", y: "value", stroke: "var(--muted)", strokeWidth: 1.2 }),
      Plot.line(gaps, { x: "threshold", y: "value", stroke: "var(--group)", strokeWidth: 2 }),
      Plot.dot(partial, { x: "threshold", y: "value", r: 2.5, stroke: "var(--group)", fill: "var(--paper)" }),
      ...names.map(({ fill, fontWeight, ...one }) =>
        Plot.text([one], { y: "y", x: ends.high, text: "text", ...beside, ...seam, fill, fontWeight }),
      ),
      Plot.text(lastGap === undefined ? [0.5] : [], {
        ...quiet,
        ...{ x: ends.low, y: (one: number) => one, text: () => "undefined at every threshold" },
      }),
    ],
  });
}

function thresholdMark(threshold: number, { low, high }: { readonly low: number; readonly high: number }) {
  const name = `in use: ${formatScore(threshold)}`;
  // There is no room for half of a text beyond the left end, and the names of the lines are beyond the right one.
  const place = (threshold - low) / (high - low);
  const textAnchor = place < 1 / 6 ? ("start" as const) : place > 5 / 6 ? ("end" as const) : ("middle" as const);
  if (threshold < low) return { x: low, text: `← ${name}`, textAnchor };
  return threshold > high ? { x: high, text: `${name} →`, textAnchor } : { x: threshold, text: name, textAnchor };
}

const beside = { textAnchor: "start", dx: 8 } as const;
