import type { Graph } from "@evenodds/core";

/** Arcs as a graph has them. */
export type Arcs = Pick<Graph, "source" | "target" | "edgeWeight" | "edgeAttributes">;

/** What arcs weigh and what they are like, where they have weights or attributes. */
export interface ArcNumbers extends Pick<Graph, "edgeWeight" | "edgeAttributes"> {
  /** Called for an arc that is to be one and has several values, with two of them in ascending order. */
  readonly clash: (arc: {
    readonly source: number;
    readonly target: number;
    /** Name of the attribute that differs; undefined where it is the weight. */
    readonly attribute: string | undefined;
    readonly values: readonly [number, number];
  }) => never;
}

/**
 * Returns arcs in the order (target, source), and those with values (target, source, weight, attributes), so that
 * nothing depends on the order of a file. `keys` are `target · nodeCount + source`, in the order of the values; without
 * values they are sorted in place. With `distinct`, arcs that occur more than once are one. An attribute of −0 is 0.
 */
export function sortedArcs(
  keys: Float64Array,
  options: { readonly nodeCount: number; readonly distinct: boolean; readonly values?: ArcNumbers | undefined },
): Arcs {
  const { nodeCount, distinct, values } = options;
  const columns = values === undefined ? [] : columnsOf(values);
  if (values !== undefined && columns.length > 0) return sortedByValues(keys, { nodeCount, distinct, values, columns });
  keys.sort();
  let kept = keys.length;
  if (distinct && keys.length > 0) {
    kept = 1;
    for (let e = 1; e < keys.length; e++) if (keys[e] !== keys[e - 1]) keys[kept++] = keys[e]!;
  }
  return unpack(keys.subarray(0, kept), nodeCount);
}

/** Returns the lowest keys that occur more than once, each once, at most `most`; keys are sorted in place. */
export function repeatedKeys(keys: Float64Array, most: number): number[] {
  keys.sort();
  const repeated: number[] = [];
  for (let e = 1; e < keys.length && repeated.length < most; e++) {
    if (keys[e] === keys[e - 1] && !(e > 1 && keys[e] === keys[e - 2])) repeated.push(keys[e]!);
  }
  return repeated;
}

/** Returns the weights and attributes of `length` arcs, of which arc i is at the place `place(i)` of those given. */
export function valuesAt(
  { edgeWeight, edgeAttributes }: Omit<ArcNumbers, "clash">,
  { length, place }: { readonly length: number; readonly place: (arc: number) => number },
): Omit<ArcNumbers, "clash"> {
  const width = edgeAttributes?.names.length ?? 0;
  const values = new Float32Array(length * width);
  for (let arc = 0; arc < (width > 0 ? length : 0); arc++) {
    const from = place(arc) * width;
    // A sum with 0 is never −0, by which arcs could not be sorted.
    for (let at = 0; at < width; at++) values[arc * width + at] = edgeAttributes!.values[from + at]! + 0;
  }
  return {
    ...(edgeWeight && { edgeWeight: Float32Array.from({ length }, (_, arc) => edgeWeight[place(arc)]!) }),
    ...(edgeAttributes && { edgeAttributes: { ...edgeAttributes, values } }),
  };
}

interface Column {
  readonly attribute: string | undefined;
  readonly of: (arc: number) => number;
}

function columnsOf({ edgeWeight, edgeAttributes }: ArcNumbers): readonly Column[] {
  const weight = edgeWeight && { attribute: undefined, of: (arc: number) => edgeWeight[arc]! };
  const attributes = edgeAttributes?.names.map((attribute, at, { length }) => ({
    attribute,
    of: (arc: number) => edgeAttributes.values[arc * length + at]!,
  }));
  return [...(weight === undefined ? [] : [weight]), ...(attributes ?? [])];
}

function sortedByValues(
  keys: Float64Array,
  options: {
    readonly nodeCount: number;
    readonly distinct: boolean;
    readonly values: ArcNumbers;
    readonly columns: readonly Column[];
  },
): Arcs {
  const { nodeCount, distinct, values, columns } = options;
  const order = keys.map((_, e) => e).sort((a, b) => keys[a]! - keys[b]! || byColumns(columns, [a, b]));
  let kept = 0;
  for (const e of order) {
    const before = order[kept - 1];
    const isRepeated = distinct && before !== undefined && keys[before] === keys[e];
    if (!isRepeated) {
      order[kept++] = e;
      continue;
    }
    const column = columns.find(({ of }) => of(before) !== of(e));
    if (column === undefined) continue;
    const { attribute, of } = column;
    const [source, target] = [keys[e]! % nodeCount, Math.floor(keys[e]! / nodeCount)];
    values.clash({ source, target, attribute, values: [of(before), of(e)] });
  }
  const once = order.subarray(0, kept);
  const sorted = once.map((e) => keys[e]!);
  return { ...unpack(sorted, nodeCount), ...valuesAt(values, { length: kept, place: (arc) => once[arc]! }) };
}

/** Below 0 where the first arc comes first, going by the columns in their order. */
function byColumns(columns: readonly Column[], [a, b]: readonly [number, number]): number {
  for (const { of } of columns) {
    const difference = of(a) - of(b);
    if (difference !== 0) return difference;
  }
  return 0;
}

function unpack(keys: Float64Array, nodeCount: number): Arcs {
  const source = new Int32Array(keys.length);
  const target = new Int32Array(keys.length);
  for (let e = 0; e < keys.length; e++) {
    target[e] = Math.floor(keys[e]! / nodeCount);
    source[e] = keys[e]! % nodeCount;
  }
  return { source, target };
}
