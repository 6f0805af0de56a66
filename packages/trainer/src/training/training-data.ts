import type { Category, Graph, NodeTable, Split } from "@evenodds/core";

/** What a training run learns from. */
export interface TrainingData {
  readonly graph: Graph;
  readonly nodes: NodeTable;
  /** Name of the graph and hash of its content (`hashGraph`), for provenance. */
  readonly name: string;
  readonly sha256: string;
}

/** The sensitive attribute as training needs it. */
export interface TrainingAttribute extends Category {
  /** `[N, L − 1]` indicator columns, see `attributeColumns`. */
  readonly columns: Float32Array;
  readonly width: number;
}

/** The nodes of one part of a split, as training uses them. */
export interface TrainingMask {
  /** Labelled nodes of the part. */
  readonly nodes: Int32Array;
  /** Those of them whose sensitive attribute is known; only they enter adversary and covariance. */
  readonly attributed: Int32Array;
}

/** Returns the nodes of one part, and which of them have the attribute. */
export function trainingMask(nodes: Int32Array, attribute: Category | null): TrainingMask {
  return { nodes, attributed: attribute === null ? nodes : nodes.filter((node) => attribute.code[node]! >= 0) };
}

/** Labelled nodes by part, and their attribute-known subsets. */
export type TrainingMasks = Readonly<Record<keyof Split, TrainingMask>>;
