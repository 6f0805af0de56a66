import * as Plot from "@observablehq/plot";
import { maximum, minimum } from "@evenodds/core";
import type { MonitoredAttribute } from "../../report/monitor-report.js";
import { aboveFrame, draw, quiet, seam } from "../chart-svg.js";
import { formatEValue } from "./monitor-sentences.js";

const size = { width: 560, height: 250, marginLeft: 48, marginRight: 92, marginTop: 26, marginBottom: 44 };

/** Names of batches stand under the axis where there is room for them. */
function batchAxis(labels: readonly string[]) {
  const most = 8;
  const step = Math.max(1, Math.ceil(labels.length / most));
  const ticks = labels.map((_, at) => at + 1).filter((at) => (at - 1) % step === 0);
  const tickFormat = (at: number) => shortened(labels[at - 1] ?? "");
  const domain = labels.length === 1 ? [0.5, 1.5] : [1, labels.length];
  return { domain, ticks, tickFormat, label: "batch", labelAnchor: "center" as const, labelArrow: "none" as const };
}

function shortened(text: string): string {
  return text.length > 10 ? `${text.slice(0, 9)}…` : text;
}

/**
 * Returns an SVG with the largest measured gap after every batch, the band of the confidence sequence around it, and
 * the limit. `labels` names the batches. Needs one batch.
 */
export function gapOverTimeChart({ monitoring }: MonitoredAttribute, labels: readonly string[]): string {
  const { looks, limit } = monitoring;
  const points = looks.map(({ gap, interval }, at) => ({ batch: at + 1, gap, ...interval }));
  const highest = maximum(
    points.map(({ gap, upper }) => (upper < 1 ? Math.max(gap ?? 0, upper) : (gap ?? 0))),
    limit,
  );
  const top = Math.min(1, Math.max(0.2, Math.ceil(highest * 10 + 0.5) / 10));
  const end = points.at(-1)!;
  const band =
    points.length === 1
      ? [
          { ...end, batch: 0.8 },
          { ...end, batch: 1.2 },
        ]
      : points;
  return draw({
    ...size,
    ariaLabel: "Largest gap after every batch, with its confidence sequence",
    x: batchAxis(labels),
    y: { domain: [0, top], ticks: 5, label: null, grid: true, clamp: true },
    marks: [
      Plot.areaY(band, { x: "batch", y1: "lower", y2: "upper", fill: "var(--group)", fillOpacity: 0.16 }),
      Plot.ruleY([{ y: limit }], { y: "y", stroke: "var(--limit)", strokeWidth: 1.5, strokeDasharray: "5 3" }),
      Plot.line(points, { x: "batch", y: "gap", stroke: "var(--group)", strokeWidth: 2 }),
      Plot.dot(points, { x: "batch", y: "gap", r: points.length > 60 ? 0 : 2.5, fill: "var(--group)" }),
      Plot.text([{ y: limit, text: `limit ${limit}` }], {
        ...{ x: end.batch, y: "y", text: "text", textAnchor: "start", dx: 8, ...seam },
        ...{ fill: "var(--limit)", fontWeight: 600 },
      }),
      Plot.text(points.every(({ gap }) => gap === null) ? [top / 2] : [], {
        ...quiet,
        ...{ x: end.batch === 1 ? 0.5 : 1, y: (one: number) => one, text: () => "no cell has rows enough" },
      }),
    ],
  });
}

/** Returns an SVG with the e-value of a gap above the limit after every batch, on a scale of powers of ten. */
export function evidenceChart({ monitoring }: MonitoredAttribute, labels: readonly string[]): string {
  const { looks, threshold } = monitoring;
  const points = looks.map(({ eValue }, at) => ({ batch: at + 1, power: Math.log10(Math.max(eValue, 1e-300)) }));
  const decides = Math.log10(threshold);
  const powers = points.map(({ power }) => power);
  const domain = [Math.floor(minimum(powers, -1)), Math.ceil(maximum(powers, decides + 0.5))];
  const end = points.at(-1)!;
  return draw({
    ...size,
    ariaLabel: "E-value of a gap above the limit after every batch",
    x: batchAxis(labels),
    y: { domain, ticks: 5, tickFormat: powerText, label: null, grid: true },
    marks: [
      Plot.ruleY([{ y: decides }], { y: "y", stroke: "var(--limit)", strokeWidth: 1.5, strokeDasharray: "5 3" }),
      Plot.line(points, { x: "batch", y: "power", stroke: "var(--ink)", strokeWidth: 1.6 }),
      Plot.dot(points, { x: "batch", y: "power", r: points.length > 60 ? 0 : 2.5, fill: "var(--ink)" }),
      Plot.text([{ y: decides, text: `${formatEValue(threshold)} decides` }], {
        ...{ x: end.batch, y: "y", text: "text", textAnchor: "start", dx: 8, ...seam },
        ...{ fill: "var(--limit)", fontWeight: 600 },
      }),
      Plot.text([{ text: "e-value" }], { ...aboveFrame, text: "text", frameAnchor: "top-left", fill: "var(--ink)" }),
    ],
  });
}

function powerText(power: number): string {
  if (!Number.isInteger(power)) return "";
  return power >= -3 && power <= 4 ? String(Number((10 ** power).toPrecision(1))) : `1e${power}`;
}
