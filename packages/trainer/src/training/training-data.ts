import type { Category, Graph, NodeTable, Split } from "@evenodds/core";

/** What a training run learns from. */
export interface TrainingData {
  readonly graph: Graph;
  readonly nodes: NodeTable;
  /** Name of the graph and hash of its content (`hashGraph`), for provenance. */
  readonly name: string;
  readonly sha256: string;
  /** The split that the data give, of labelled nodes. Default: one is drawn. */
  readonly split?: DataSplit | undefined;
}

/** A split that is part of the data, and not drawn. */
export interface DataSplit {
  readonly parts: Split;
  /** Where it is from, such as `column "part" of people.csv`. */
  readonly from: string;
  /** Hash of the parts (`hashSplit`). */
  readonly sha256: string;
}

/** The sensitive attribute as training needs it. */
export interface TrainingAttribute extends Category {
  /** `[N, a]`, see `attributeColumns`. */
  readonly columns: Float32Array;
  readonly width: number;
}
