import { duringWork, UsageError, type Graph } from "@evenodds/core";
import type { compareLogits, LogitsComparison } from "./compare-logits.js";

/** A graph on which two models are compared. */
export interface NamedGraph {
  readonly name: string;
  readonly graph: Graph;
}

/** Computes logits `[N, C]`, row-major, of one model on any graph. */
export type LogitsRunner = (graph: Graph) => Promise<Float32Array>;

/** How far one model is from another on one graph. */
export interface GraphProof extends LogitsComparison {
  readonly graph: string;
  readonly nodes: number;
  readonly arcs: number;
}

/** Two models, and where they are compared. */
export interface ComparisonPlan {
  readonly reference: LogitsRunner;
  readonly candidate: LogitsRunner;
  readonly graphs: readonly NamedGraph[];
  readonly tolerance: number;
}

/**
 * Throws {@link UsageError} without graphs or with a tolerance that is not a positive number: such a comparison proves
 * nothing.
 */
export function checkComparison({ graphs, tolerance }: Pick<ComparisonPlan, "graphs" | "tolerance">): void {
  if (graphs.length === 0) {
    throw new UsageError({ argument: "graphs", expected: "at least one graph to compare on", found: "none" });
  }
  if (!(tolerance > 0 && Number.isFinite(tolerance))) {
    throw new UsageError({ argument: "tolerance", expected: "a positive number", found: `${tolerance}` });
  }
}

/** Runs both models on every graph and returns what `compare` makes of their logits. */
export async function compareOnGraphs(
  { reference, candidate, graphs, tolerance }: ComparisonPlan,
  compare: typeof compareLogits,
): Promise<GraphProof[]> {
  return duringWork({ doing: "prove", library: null }, async (work) => {
    const proofs: GraphProof[] = [];
    for (const { name, graph } of graphs) {
      work.advance({ done: proofs.length, total: graphs.length, unit: "graphs" });
      const expected = await reference(graph);
      const found = await candidate(graph);
      const comparison = compare(name, { reference: expected, candidate: found, graph, tolerance });
      proofs.push({ graph: name, nodes: graph.nodeCount, arcs: graph.source.length, ...comparison });
    }
    return proofs;
  });
}
