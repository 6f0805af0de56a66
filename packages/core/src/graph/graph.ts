/** Numbers of arcs besides their weights: what an edge is like. D columns. */
export interface EdgeAttributes {
  /** `[D]`, at least one, distinct. */
  readonly names: readonly string[];
  /** `[E, D]`, row-major, in the order of the arcs; finite numbers of any sign. */
  readonly values: Float32Array;
}

/**
 * A graph with node features, as plain typed arrays. N nodes, E directed arcs, F features.
 *
 * Messages go `source → target`. An undirected edge is two arcs. An arc that is listed k times counts k times, in
 * training and in the exported model alike; loaders of undirected graphs merge repeated edges before they come here.
 */
export interface Graph {
  readonly nodeCount: number;
  /** `[E]`, indices in `[0, N)`. */
  readonly source: Int32Array;
  /** `[E]`, indices in `[0, N)`. */
  readonly target: Int32Array;
  /**
   * `[E]`, finite numbers from 0: an arc of weight w counts as one that is listed w times. Undefined: every arc counts
   * once, which is another thing for a model than weights that are all 1: see `TrainedModel.edgeWeights`.
   */
  readonly edgeWeight?: Float32Array | undefined;
  /**
   * For models of other tools that look at them; no layer of evenodds' own does. Undefined: arcs have none.
   */
  readonly edgeAttributes?: EdgeAttributes | undefined;
  /** `[N, F]`, row-major. */
  readonly features: Float32Array;
  /** `[F]`, distinct. */
  readonly featureNames: readonly string[];
  /** `[N]`, distinct. Strings, because ids above 2^53 exist. */
  readonly nodeIds: readonly string[];
  /**
   * Set where ids are only positions in a file: nodes with the same id are the same node only within one scope.
   * Absent where ids name their node in every file.
   */
  readonly idScope?: string | undefined;
}
