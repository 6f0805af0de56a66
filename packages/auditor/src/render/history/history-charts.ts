import { maximum } from "@evenodds/core";
import * as Plot from "@observablehq/plot";
import type { RecordedAttribute } from "../../history/recorded-audit.js";
import { draw, quiet, seam } from "../chart-svg.js";
import { fitNames } from "../fit-names.js";
import { lineHeight, namesApart } from "../names-apart.js";

/** An attribute at one point of a history; null where its series has no report, or the report lacks it. */
export interface ChartPoint {
  readonly point: string;
  readonly attribute: RecordedAttribute | null;
}

/** Groups that have a line of their own; more could not be told apart. */
export const mostGroupLines = 6;

const size = { width: 720, height: 260, marginLeft: 52, marginBottom: 46, marginTop: 14 } as const;
const plotHeight = size.height - size.marginTop - size.marginBottom;
/** Columns of a name below the axis and beside a line. */
const [pointWidth, groupWidth] = [12, 18];

/**
 * Returns an SVG with the gap at every point: a dot in the colour of its gate's verdict, the interval as a bar through
 * it, the limit as a broken line. Where there is no value the line has a hole.
 */
export function historyGapChart(points: readonly ChartPoint[]): string {
  const rows = points.map(({ attribute }, x) => ({
    x,
    value: attribute?.value ?? null,
    lower: attribute?.lower ?? null,
    upper: attribute?.upper ?? null,
    limit: attribute?.gate?.limit ?? null,
    colour: colours[attribute?.gate?.verdict ?? "no-gate"],
  }));
  const known = rows.filter(({ value }) => value !== null);
  const bounded = rows.filter(({ lower, upper }) => lower !== null && upper !== null);
  const isFew = points.length <= mostDots;
  const top = maximum(
    rows.flatMap(({ value, upper, limit }) => [value ?? 0, upper ?? 0, limit ?? 0]),
    0.05,
  );
  return draw({
    ...size,
    marginRight: 24,
    ariaLabel: "The gap at every point, with its interval and limit; the table below has the same numbers",
    x: pointAxis(points.map(({ point }) => point)),
    y: { domain: [0, top * 1.05], label: null, grid: true, ticks: 5 },
    marks: [
      Plot.areaY(isFew ? [] : bounded, { x: "x", y1: "lower", y2: "upper", fill: "var(--group)", fillOpacity: 0.15 }),
      Plot.ruleX(isFew ? bounded : [], {
        ...{ x: "x", y1: "lower", y2: "upper", stroke: "var(--group)" },
        ...{ strokeWidth: 5, strokeOpacity: 0.3, strokeLinecap: "round" },
      }),
      Plot.line(rows, {
        x: "x",
        y: "limit",
        curve: "step",
        stroke: "var(--limit)",
        strokeWidth: 1.5,
        strokeDasharray: "5 3",
      }),
      Plot.line(rows, { x: "x", y: "value", stroke: "var(--group)", strokeWidth: 1.2 }),
      Plot.dot(known, { x: "x", y: "value", r: isFew ? 4.5 : 2, fill: "colour" }),
      Plot.text(known.length === 0 ? [0] : [], { x: 0, y: top / 2, text: () => "undefined at every point", ...quiet }),
    ],
  });
}

/**
 * Returns an SVG with how much more often each group is predicted right than all others with the same label, one line
 * per group, for the groups that were furthest from the others at the latest point.
 */
export function historyGroupChart(points: readonly ChartPoint[]): string {
  const shown = furthestGroups(points);
  const names = fitNames(shown, groupWidth);
  const rows = shown.flatMap((group) =>
    points.map(({ attribute }, x) => {
      const found = attribute?.groups.find((one) => one.group === group);
      return { x, group, value: found?.difference ?? null };
    }),
  );
  const last = shown.flatMap((group, i) => {
    const own = rows.filter((row) => row.group === group && row.value !== null).at(-1);
    return own === undefined ? [] : [{ y: own.value!, name: names.get(group)!, colour: palette[i]! }];
  });
  const reach = maximum(
    rows.map(({ value }) => Math.abs(value ?? 0)),
    0.05,
  );
  const top = 1.1 * reach;
  const colour = ({ group }: { readonly group: string }) => palette[shown.indexOf(group)]!;
  return draw({
    ...size,
    marginRight: 160,
    ariaLabel: "How much more often each group is predicted right than the others, at every point",
    x: pointAxis(points.map(({ point }) => point)),
    y: { domain: [-top, top], label: null, grid: true, ticks: 5 },
    marks: [
      Plot.ruleY([0], { stroke: "var(--muted)" }),
      ...shown.map((group) => {
        const own = rows.filter((row) => row.group === group);
        return Plot.line(own, { x: "x", y: "value", stroke: colour({ group }), strokeWidth: 1.6 });
      }),
      Plot.dot(points.length <= mostDots ? rows.filter(({ value }) => value !== null) : [], {
        ...{ x: "x", y: "value", r: 3, fill: colour },
      }),
      ...namesApart(last, { least: (2 * top * lineHeight) / plotHeight, highest: top }).map((one) =>
        Plot.text([one], {
          ...{ x: points.length - 1, y: "y", text: "name", textAnchor: "start", dx: 10, fill: one.colour, ...seam },
          fontWeight: 600,
        }),
      ),
    ],
  });
}

/** Returns the groups that a chart shows: those furthest from the others where they were last seen. */
export function furthestGroups(points: readonly ChartPoint[]): string[] {
  const latest = new Map<string, number>();
  for (const { attribute } of points) {
    for (const { group, difference } of attribute?.groups ?? []) latest.set(group, Math.abs(difference));
  }
  return [...latest]
    .sort(([, a], [, b]) => b - a)
    .slice(0, mostGroupLines)
    .map(([group]) => group);
}

/** Points above which dots and bars would run together. */
const mostDots = 60;

const colours = {
  pass: "var(--pass)",
  violated: "var(--violated)",
  inconclusive: "var(--unsure)",
  "no-gate": "var(--group)",
} as const;

const palette = ["var(--highest)", "var(--lowest)", "var(--group)", "var(--unsure)", "var(--limit)", "var(--muted)"];

function pointAxis(points: readonly string[]): Plot.ScaleOptions {
  const names = fitNames([...new Set(points)], pointWidth);
  const most = 6;
  const step = Math.max(1, Math.ceil((points.length - 1) / (most - 1)));
  const ticks = points.flatMap((_, x) => (x % step === 0 ? [x] : []));
  return {
    type: "linear",
    domain: points.length === 1 ? [-1, 1] : [0, points.length - 1],
    ticks,
    tickFormat: (x: number) => names.get(points[x]!) ?? "",
    label: null,
    insetLeft: 8,
    insetRight: 8,
  };
}
