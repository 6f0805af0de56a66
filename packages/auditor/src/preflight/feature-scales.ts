import type { Graph } from "@evenodds/core";
import type { ReportWarning } from "../report/audit-report.js";
import { recordedScales, type RecordedScale } from "./recorded-scales.js";

/**
 * How far the mean of a feature may lie from the recorded one, in recorded standard deviations, besides its own error.
 */
const mostDeviations = 1;
/** How many times larger or smaller a standard deviation may be than the recorded one. */
const mostSpread = 3;
/** Share of nodes that may lie outside of the recorded range. */
const mostOutside = 0.1;
/** How many widths of the recorded range a value may lie outside of it. */
const mostWidths = 1;
/** How many times narrower the range of a feature may be than the recorded one. */
const mostNarrow = 50;
/** Fewest nodes whose spread says something. */
const fewestNodes = 10;
/** Features that a warning names. */
const namedFeatures = 3;

/** Figures of one feature over all nodes of a graph. */
interface SeenScale {
  readonly mean: number;
  readonly std: number;
  readonly min: number;
  readonly max: number;
  readonly outside: number;
}

/** What is known of the scale of the features that go into a model of another tool. */
export interface FeatureScales {
  readonly warnings: readonly ReportWarning[];
  /** A sentence for a report, where the model has nothing to compare them with; null where it has. */
  readonly note: string | null;
}

/**
 * Compares the features of a graph with what a model's metadata says of them (see `recordedScales`), and warns of those
 * that are far off: a mean more than one recorded standard deviation away (and three standard errors), a standard
 * deviation more than three times larger or smaller, more than a tenth of the nodes outside of the recorded range, a
 * value more than its width outside, or a range fifty times narrower. The features of the graph are those of the model,
 * in its order.
 */
export function featureScales(
  graph: Pick<Graph, "features" | "featureNames" | "nodeCount">,
  foreign: Readonly<Record<string, string>>,
): FeatureScales {
  const { featureNames: order } = graph;
  const { scales, unused } = recordedScales(foreign, order);
  const warnings = unused.map((message): ReportWarning => ({ code: "feature-scale", message }));
  if (graph.nodeCount === 0 || order.length === 0) return { warnings, note: null };
  if (scales === null) return { warnings, note: rangeNote(graph) };
  const seen = scales.map((recorded, column) => scaleOf(graph, { column, recorded }));
  const off = order.flatMap((name, f) => {
    const text = difference(seen[f]!, { recorded: scales[f]!, nodes: graph.nodeCount });
    return text === null ? [] : [{ text: `${JSON.stringify(name)} ${text}`, seen: seen[f]!, recorded: scales[f]! }];
  });
  if (off.length === 0) return { warnings, note: null };
  const listed = off.slice(0, namedFeatures).map(({ text }) => text);
  const more = off.length > listed.length ? ` and ${off.length - listed.length} more` : "";
  const most = (is: (one: (typeof off)[number]) => boolean) => off.filter(is).length * 2 > off.length;
  const guess = most((one) => looksScaled(one.seen) && !looksScaled(one.recorded))
    ? ": the graph's look scaled already, and those of the model were not"
    : most((one) => looksScaled(one.recorded) && !looksScaled(one.seen))
      ? ": those of the model were scaled, and the graph's look as if they were not"
      : "";
  const message = `${off.length} of ${order.length} features are far from what the model's metadata says of them: ${listed.join("; ")}${more}${guess}`;
  return { warnings: [...warnings, { code: "feature-scale", message }], note: null };
}

function rangeNote({ features }: Pick<Graph, "features">): string {
  let [min, max] = [Infinity, -Infinity];
  for (const value of features) {
    if (value < min) min = value;
    if (value > max) max = value;
  }
  return (
    `The model records no figures of its features, so nobody can tell here whether they are scaled as in its training; their values ` +
    `run from ${shown(min)} to ${shown(max)}.`
  );
}

function scaleOf(
  { features, featureNames, nodeCount }: Pick<Graph, "features" | "featureNames" | "nodeCount">,
  { column, recorded }: { readonly column: number; readonly recorded: RecordedScale },
): SeenScale {
  const width = featureNames.length;
  // A recorded bound may be a double whose float32 lies just beyond it.
  const low = recorded.min === null ? -Infinity : recorded.min - slack(recorded.min);
  const high = recorded.max === null ? Infinity : recorded.max + slack(recorded.max);
  let [min, max, sum, outside] = [Infinity, -Infinity, 0, 0];
  for (let i = column; i < features.length; i += width) {
    const value = features[i]!;
    sum += value;
    if (value < min) min = value;
    if (value > max) max = value;
    if (value < low || value > high) outside++;
  }
  const mean = sum / nodeCount;
  let squares = 0;
  for (let i = column; i < features.length; i += width) squares += (features[i]! - mean) ** 2;
  return { mean, std: Math.sqrt(squares / nodeCount), min, max, outside };
}

function slack(bound: number): number {
  return Math.max(1e-6, Math.abs(bound) * 1e-6);
}

/** Says how a feature differs from what is recorded; null where it does not by much. */
function difference(
  seen: SeenScale,
  { recorded, nodes }: { readonly recorded: RecordedScale; readonly nodes: number },
): string | null {
  const { mean, std, min, max } = recorded;
  if (mean !== null && std !== null && std >= 0) {
    const error = (3 * std) / Math.sqrt(nodes);
    const far = Math.abs(seen.mean - mean) > mostDeviations * std + error + slack(mean);
    const isSpreadKnown = nodes >= fewestNodes && std > 0 && seen.std > 0;
    const spread = isSpreadKnown && (seen.std > mostSpread * std || seen.std * mostSpread < std);
    if (far || spread) {
      return (
        `has mean ${shown(seen.mean)} and standard deviation ${shown(seen.std)}, ` +
        `where the model records ${shown(mean)} and ${shown(std)}`
      );
    }
  }
  const many = seen.outside > mostOutside * nodes;
  const width = min !== null && max !== null && max >= min ? max - min : null;
  const beyond =
    width !== null && width > 0 && (seen.min < min! - mostWidths * width || seen.max > max! + mostWidths * width);
  const seenWidth = seen.max - seen.min;
  const narrow = width !== null && nodes >= fewestNodes && seenWidth > 0 && seenWidth * mostNarrow < width;
  if (!many && !beyond && !narrow) return null;
  return `runs from ${shown(seen.min)} to ${shown(seen.max)}, where the model records ${bounds(min, max)}`;
}

function bounds(min: number | null, max: number | null): string {
  if (min === null) return `at most ${shown(max!)}`;
  return max === null ? `at least ${shown(min)}` : `${shown(min)} to ${shown(max)}`;
}

/** Whether figures are those of a column that was scaled to mean 0 and deviation 1, or into [−1, 1]. */
function looksScaled({ mean, std, min, max }: RecordedScale): boolean {
  const isStandard = mean !== null && std !== null && Math.abs(mean) < 0.5 && std > 0.5 && std < 2;
  return isStandard || (min !== null && max !== null && min >= -1.001 && max <= 1.001);
}

function shown(value: number): string {
  return String(Number(value.toPrecision(4)));
}
