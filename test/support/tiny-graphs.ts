import { Random, type Graph, type NodeTable } from "@evenodds/core";

/** A graph from a list of arcs; features are given by row. */
export function graphOf(arcs: readonly (readonly [source: number, target: number])[], features: number[][]): Graph {
  const width = features[0]?.length ?? 0;
  return {
    nodeCount: features.length,
    source: Int32Array.from(arcs, ([source]) => source),
    target: Int32Array.from(arcs, ([, target]) => target),
    features: Float32Array.from(features.flat()),
    featureNames: Array.from({ length: width }, (_, f) => `f${f}`),
    nodeIds: features.map((_, n) => `n${n}`),
  };
}

/** A random graph with any kind of arc: self loops, duplicates, one direction only. */
export function randomGraph(seed: number, { nodes = 12, arcs = 40, features = 5 } = {}): Graph {
  const random = Random.of(seed, "random graph");
  const list = Array.from({ length: arcs }, () => [random.integer(nodes), random.integer(nodes)] as const);
  const rows = Array.from({ length: nodes }, () => Array.from({ length: features }, () => random.normal()));
  return graphOf(list, rows);
}

/**
 * A small graph that can be learned: labels follow the first feature, groups follow the second, neighbours share their
 * label more often than not. `groups` levels, every eighth node unlabelled where `unlabelled` is set.
 */
export function learnableGraph({ nodes = 48, groups = 2, classes = 2, unlabelled = false, seed = 1 } = {}): {
  graph: Graph;
  nodes: NodeTable;
} {
  const random = Random.of(seed, "learnable graph");
  const label = Int32Array.from({ length: nodes }, (_, n) => n % classes);
  const group = Int32Array.from({ length: nodes }, () => random.integer(groups));
  const rows = Array.from(label, (y, n) => [
    y + 0.8 * random.normal(),
    group[n]! + 0.5 * random.normal(),
    random.normal(),
  ]);
  const arcs: [number, number][] = [];
  for (let i = 0; i < nodes * 3; i++) {
    const a = random.integer(nodes);
    const b = random.integer(nodes);
    if (a !== b && (label[a] === label[b] || random.uniform() < 0.3)) arcs.push([a, b], [b, a]);
  }
  return {
    graph: graphOf(arcs, rows),
    nodes: {
      label: unlabelled ? label.map((y, n) => (n % 8 === 7 ? -1 : y)) : label,
      labelName: "label",
      classes: Array.from({ length: classes }, (_, c) => `class ${c}`),
      sensitive: [{ name: "group", code: group, levels: Array.from({ length: groups }, (_, g) => `group ${g}`) }],
    },
  };
}

/** A graph whose arcs weigh 0, ½, 1 … 2½, in any order. */
export function weighted(graph: Graph, seed = 1): Graph {
  const random = Random.of(seed, "weights");
  return { ...graph, edgeWeight: Float32Array.from(graph.source, () => random.integer(6) / 2) };
}

/** The same graph without weights: each arc is listed as often as it weighs, which has to be a whole number. */
export function listedByWeight({ edgeWeight, ...graph }: Graph): Graph {
  const arcs = [...graph.source.keys()].flatMap((arc) => new Array<number>(edgeWeight![arc]!).fill(arc));
  return {
    ...graph,
    source: Int32Array.from(arcs, (arc) => graph.source[arc]!),
    target: Int32Array.from(arcs, (arc) => graph.target[arc]!),
  };
}

/** `Â` as a dense matrix in float64, from the definition: D^-1/2 (A + I) D^-1/2 with D the row sums of A + I. */
export function densePropagation(graph: Graph): number[][] {
  const n = graph.nodeCount;
  const a = Array.from({ length: n }, (_, i) => Array.from({ length: n }, (_, j): number => (i === j ? 1 : 0)));
  graph.source.forEach((source, e) => (a[graph.target[e]!]![source]! += graph.edgeWeight?.[e] ?? 1));
  const degree = Array.from({ length: n }, (_, i) => a[i]!.reduce((x, y) => x + y));
  return a.map((row, i) => row.map((x, j) => x / Math.sqrt(degree[i]! * degree[j]!)));
}

/** The product of two dense matrices in float64. */
export function denseProduct(a: readonly (readonly number[])[], b: readonly (readonly number[])[]): number[][] {
  return a.map((row) => {
    const sums = new Array<number>(b[0]!.length).fill(0);
    row.forEach((x, k) => {
      // Most entries of a graph's matrix are 0.
      if (x === 0) return;
      const right = b[k]!;
      for (let j = 0; j < sums.length; j++) sums[j]! += x * right[j]!;
    });
    return sums;
  });
}

/** The transpose of a dense matrix. */
export function transposed(a: readonly (readonly number[])[]): number[][] {
  return a[0]!.map((_, j) => a.map((row) => row[j]!));
}

/** A row-major array as rows. */
export function rowsOf(values: ArrayLike<number>, width: number): number[][] {
  return Array.from({ length: values.length / width }, (_, i) =>
    Array.from({ length: width }, (_, j) => values[i * width + j]!),
  );
}
