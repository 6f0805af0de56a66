import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import type { ArcsOnDisk } from "@evenodds/core";
import { ArcFile } from "./arc-file.js";
import { DealtKeys } from "./dealt-keys.js";
import { repeatedKeys, sortedArcs, type ArcNumbers } from "./sorted-arcs.js";

/** Arcs that are sorted in memory at a time, about. */
const arcsOfRange = 2 ** 20;

/** Keys that are looked at to cut all of them into ranges of about the same size. */
const mostSamples = 2 ** 18;

/** How arcs in files are sorted. */
export interface SortOnDisk {
  /** Where files are made meanwhile, and the one that is returned. */
  readonly folder: string;
  /** Name of that file. */
  readonly name: string;
  readonly nodeCount: number;
  /** Whether arcs that occur more than once become one. */
  readonly distinct: boolean;
  /** Whether each arc is one back as well. Default: false. */
  readonly bothWays?: boolean | undefined;
  readonly clash: ArcNumbers["clash"];
  /** How many keys are wanted at most of arcs that occur more than once. Default: 0. */
  readonly examples?: number | undefined;
  /** Arcs that are sorted in memory at a time. Results do not depend on it. Default: 2^20. */
  readonly arcsAtOnce?: number | undefined;
  /** Called after each range, so that memory can be freed. Default: nothing is done. */
  readonly relieve?: (() => Promise<void>) | undefined;
}

/**
 * Returns the arcs of a file as {@link sortedArcs} sorts them, in a new file, and the lowest keys of those that occur
 * more than once: they are dealt out by ranges of their keys, and each range is sorted in memory, one after the other.
 */
export async function sortArcFile(
  given: ArcsOnDisk,
  {
    folder,
    name,
    nodeCount,
    distinct,
    bothWays = false,
    clash,
    examples = 0,
    arcsAtOnce = arcsOfRange,
    relieve,
  }: SortOnDisk,
): Promise<{ readonly arcs: ArcFile; readonly repeated: readonly number[] }> {
  const { isWeighted } = given;
  const arcs = new ArcFile(join(folder, name), { isWeighted });
  const borders = bordersOf(given, { nodeCount, bothWays, arcsAtOnce });
  const dealt = new DealtKeys(join(folder, `${name}-dealt`), { borders, isWeighted });
  try {
    for (const { source, target, weight } of given) {
      for (let e = 0; e < source.length; e++) {
        const [s, t, w] = [source[e]!, target[e]!, weight?.[e]];
        dealt.add(t * nodeCount + s, w);
        if (bothWays) dealt.add(s * nodeCount + t, w);
      }
      await setImmediate();
    }
    let repeated: number[] = [];
    for (let range = 0; range <= borders.length; range++) {
      const { keys, edgeWeight } = dealt.take(range);
      // Sorts the keys, which is done once where they are all there is.
      const more = repeated.length < examples ? repeatedKeys(isWeighted ? keys.slice() : keys, examples) : [];
      repeated = repeated.concat(more).slice(0, examples);
      const sorted = sortedArcs(keys, { nodeCount, distinct, values: { edgeWeight, clash } });
      const { source, target, edgeWeight: weight } = sorted;
      for (let e = 0; e < source.length; e++) arcs.add(source[e]!, target[e]!, weight?.[e]);
      await setImmediate();
      await relieve?.();
    }
    return { arcs, repeated };
  } catch (error) {
    arcs.remove();
    throw error;
  } finally {
    dealt.remove();
  }
}

/** Returns keys in ascending order, at each of which a further range begins. */
function bordersOf(
  arcs: ArcsOnDisk,
  { nodeCount, bothWays, arcsAtOnce }: Required<Pick<SortOnDisk, "nodeCount" | "bothWays" | "arcsAtOnce">>,
): Float64Array {
  const ranges = Math.ceil((arcs.count * (bothWays ? 2 : 1)) / arcsAtOnce);
  if (ranges <= 1) return new Float64Array(0);
  const step = Math.ceil(arcs.count / mostSamples);
  const samples: number[] = [];
  let first = 0;
  for (const { source, target } of arcs) {
    for (let e = (step - (first % step)) % step; e < source.length; e += step) {
      const [s, t] = [source[e]!, target[e]!];
      samples.push(t * nodeCount + s);
      if (bothWays) samples.push(s * nodeCount + t);
    }
    first += source.length;
  }
  const sorted = Float64Array.from(samples).sort();
  const borders = Array.from({ length: ranges - 1 }, (_, i) => sorted[Math.floor(((i + 1) * sorted.length) / ranges)]!);
  return Float64Array.from(new Set(borders));
}
