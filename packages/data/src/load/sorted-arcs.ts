/** Arcs as two arrays of node indices, `[E]` each, and what they weigh, `[E]`, where they have weights. */
export interface Arcs {
  readonly source: Int32Array;
  readonly target: Int32Array;
  readonly edgeWeight?: Float32Array | undefined;
}

/** What arcs weigh. */
export interface ArcWeighing {
  /** `[E]` */
  readonly weight: Float32Array;
  /** Called for an arc that is to be one and has several weights, with two of them in ascending order. */
  readonly clash: (arc: {
    readonly source: number;
    readonly target: number;
    readonly weights: readonly [number, number];
  }) => never;
}

/**
 * Returns arcs in the order (target, source), and those with weights (target, source, weight), so that nothing depends
 * on the order of a file. `keys` are `target · nodeCount + source`; without weights they are sorted in place. With
 * `distinct`, arcs that occur more than once are one.
 */
export function sortedArcs(
  keys: Float64Array,
  options: { readonly nodeCount: number; readonly distinct: boolean; readonly weighing?: ArcWeighing | undefined },
): Arcs {
  const { nodeCount, distinct, weighing } = options;
  if (weighing !== undefined) return sortedByWeight(keys, { nodeCount, distinct, weighing });
  keys.sort();
  let kept = keys.length;
  if (distinct && keys.length > 0) {
    kept = 1;
    for (let e = 1; e < keys.length; e++) if (keys[e] !== keys[e - 1]) keys[kept++] = keys[e]!;
  }
  return unpack(keys.subarray(0, kept), nodeCount);
}

function sortedByWeight(
  keys: Float64Array,
  options: { readonly nodeCount: number; readonly distinct: boolean; readonly weighing: ArcWeighing },
): Arcs {
  const { nodeCount, distinct, weighing } = options;
  const { weight, clash } = weighing;
  const order = keys.map((_, e) => e).sort((a, b) => keys[a]! - keys[b]! || weight[a]! - weight[b]!);
  const sorted = new Float64Array(order.length);
  const edgeWeight = new Float32Array(order.length);
  let kept = 0;
  for (const e of order) {
    const isRepeated = distinct && kept > 0 && sorted[kept - 1] === keys[e];
    if (isRepeated && edgeWeight[kept - 1] !== weight[e]) {
      const [source, target] = [keys[e]! % nodeCount, Math.floor(keys[e]! / nodeCount)];
      clash({ source, target, weights: [edgeWeight[kept - 1]!, weight[e]!] });
    }
    if (isRepeated) continue;
    sorted[kept] = keys[e]!;
    edgeWeight[kept++] = weight[e]!;
  }
  return { ...unpack(sorted.subarray(0, kept), nodeCount), edgeWeight: edgeWeight.slice(0, kept) };
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
