import {
  arcRows,
  meanAggregation,
  sumAggregation,
  symmetricNormalization,
  type ArcRows,
  type Graph,
  type PropagationMatrix,
} from "@evenodds/core";
import type { Engine, PlacedMatrix } from "../engines/engine.js";
import { placeArcs, type PlacedArcs } from "../operations/placed-arcs.js";

/**
 * How a layer adds up what comes from a node's neighbours: GCN's normalization, the mean, or the sum with `self` times
 * itself.
 */
export type Propagation =
  { readonly kind: "symmetric" } | { readonly kind: "mean" } | { readonly kind: "sum"; readonly self: number };

/** A graph in the memory of an engine: every form in which a layer asks for it is made once, at its first use. */
export interface PlacedGraph {
  readonly nodeCount: number;
  matrix(aggregation: Propagation): PlacedMatrix;
  /** For layers that look at every arc, none of which takes weights: `checkWeighable` keeps them apart. */
  arcs(): PlacedArcs;
  /** Frees all that was placed. */
  dispose(): void;
}

/** Places a graph. */
export function placeGraph(graph: Graph, engine: Engine): PlacedGraph {
  const rows = arcRows(graph);
  const matrices = new Map<string, PlacedMatrix>();
  let arcs: PlacedArcs | null = null;
  return {
    nodeCount: graph.nodeCount,
    matrix: (aggregation) => {
      const key = JSON.stringify(aggregation);
      const known = matrices.get(key);
      if (known !== undefined) return known;
      const placed = engine.place(matrixOf(rows, aggregation));
      matrices.set(key, placed);
      return placed;
    },
    arcs: () => {
      if (graph.edgeWeight !== undefined) throw new TypeError("layers that look at every arc do not see its weight");
      return (arcs ??= placeArcs(rows));
    },
    dispose: () => {
      for (const matrix of matrices.values()) matrix.dispose();
      matrices.clear();
      arcs?.dispose();
      arcs = null;
    },
  };
}

function matrixOf(rows: ArcRows, aggregation: Propagation): PropagationMatrix {
  switch (aggregation.kind) {
    case "symmetric":
      return symmetricNormalization(rows);
    case "mean":
      return meanAggregation(rows);
    case "sum":
      return sumAggregation(rows, aggregation);
  }
}
