import type { ClusterCounts, OutcomeCounts, PredictionCounts } from "@evenodds/core";
import type { DataWarning } from "../load/level-warnings.js";
import type { ReadFile } from "../source/hash-file.js";

/** Where rows carry weights: what the weighted counts leave out. Same shape as the counts they belong to. */
export interface CellWeights {
  /** Number of rows per cell. */
  readonly rows: Float64Array;
  /** Sum of squared weights per cell: a set of cells has an effective size of (Σ counts)² / Σ squares. */
  readonly squares: Float64Array;
}

/** Counts of one attribute over some of the rows. `read = used + Σ excluded`. */
export interface CountedRows {
  /** Rows that were looked at. */
  readonly read: number;
  /** Rows that are among the counts. */
  readonly used: number;
  /** `[G, C, C]`, sums of weights where there are any, else rows; undefined without a label. */
  readonly outcomes: OutcomeCounts | undefined;
  /** The same over labels, or all there is without a label. */
  readonly predictions: PredictionCounts;
  /** Undefined without a weight column. Shaped as the outcomes, without a label as the predictions. */
  readonly weights: CellWeights | undefined;
}

/** Counts of an attribute, or of several that are crossed. */
export interface AttributeOutcomes {
  /** Such as `sex`, or `sex × age_band`. */
  readonly name: string;
  /** Names of the attributes that are crossed; of a plain one, its own. */
  readonly attributes: readonly string[];
  /** For each of them, how many rows of the table lack its value, whatever else they lack. */
  readonly unknown: readonly number[];
  /**
   * Over all rows. Groups of a crossing are all combinations of levels, such as `F × young`, those without rows too.
   */
  readonly all: CountedRows;
  /** Within each level of the condition, in their order; empty without a condition. */
  readonly within: readonly { readonly level: string; readonly counts: CountedRows }[];
  /** The used rows by cluster; undefined where no clusters were asked for. */
  readonly clusters: ClusterCounts | undefined;
}

/** What became of the rows of one table of a join: `rows = joined + duplicated + unmatched`. */
export interface JoinedTable {
  readonly role: "predictions" | "attributes" | "labels";
  /** Names of its files. */
  readonly name: string;
  readonly rows: number;
  readonly joined: number;
  /** Rows that were left out because their id occurs more than once in this table. */
  readonly duplicated: number;
  /** Rows that were left out because another table lacks their id. */
  readonly unmatched: number;
  /** At most three ids of rows that were left out. */
  readonly examples: readonly string[];
}

/** Everything that was counted, as plain data. */
export interface CountedOutcomes {
  /** Names of the files, or `query`. */
  readonly name: string;
  /** Files that were read, with hashes; empty for queries. */
  readonly files: readonly ReadFile[];
  /** Rows of the table. Of a join: prediction rows with an id of their own. Of counts: their sum. */
  readonly read: number;
  /** Of a table of counts: the column that says how many rows a line stands for. */
  readonly countColumn: string | undefined;
  readonly classes: readonly string[];
  /** As requested, or as it follows from the labels of a score; undefined where it does not matter. */
  readonly positive: string | undefined;
  /** The sensitive attributes as requested, then the crossings. */
  readonly attributes: readonly AttributeOutcomes[];
  /** Rows without a value of the condition: they are in no `within`. 0 without a condition. */
  readonly withoutCondition: number;
  /** Rows without a cluster: each is a cluster of its own. 0 where no clusters were asked for. */
  readonly withoutCluster: number;
  /** Empty where nothing is joined. */
  readonly joined: readonly JoinedTable[];
  /** What was taken as it is and may mean something else. */
  readonly warnings: readonly DataWarning[];
}
