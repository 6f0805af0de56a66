/** One categorical column of a node table. */
export interface Category {
  readonly name: string;
  /** `[N]`, index into `levels`; −1 = missing. */
  readonly code: Int32Array;
  /** Texts from the source, see {@link canonicalLevel}; distinct. A declared level without rows is legal. */
  readonly levels: readonly string[];
}

/** A column of numbers that a regression learns. */
export interface NumericTarget {
  readonly name: string;
  /** `[N]`, NaN = missing. */
  readonly value: Float64Array;
}

/**
 * Labels and sensitive attributes of the nodes of one graph, in its node order. Where the label is a number, `target`
 * holds it, `classes` is empty and `label` only says which nodes have one.
 */
export interface NodeTable {
  /**
   * `[N]`, index into `classes`; −1 = unlabelled, which is never class 0. With a target, 0 where there is one, else −1.
   */
  readonly label: Int32Array;
  readonly classes: readonly string[];
  readonly labelName: string;
  readonly sensitive: readonly Category[];
  /** The label as a number; absent where it is a class. */
  readonly target?: NumericTarget | undefined;
}
