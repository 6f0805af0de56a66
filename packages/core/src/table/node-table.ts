/** One categorical column of a node table. */
export interface Category {
  readonly name: string;
  /** `[N]`, index into `levels`; −1 = missing. */
  readonly code: Int32Array;
  /** Texts from the source, see {@link canonicalLevel}; distinct. A declared level without rows is legal. */
  readonly levels: readonly string[];
}

/** Labels and sensitive attributes of the nodes of one graph, in its node order. */
export interface NodeTable {
  /** `[N]`, index into `classes`; −1 = unlabelled, which is never class 0. */
  readonly label: Int32Array;
  readonly classes: readonly string[];
  readonly labelName: string;
  readonly sensitive: readonly Category[];
}
