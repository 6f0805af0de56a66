import type { Category, Graph, NodeTable } from "@evenodds/core";

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
  /** `[N, a]`, see `attributeColumns`. */
  readonly columns: Float32Array;
  readonly width: number;
}
