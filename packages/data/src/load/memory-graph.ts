import type { ClassHints, ClassWords, SplitPart } from "@evenodds/core";
import { gatherGraph, type GraphWords } from "./gather-graph.js";
import type { LoadedGraph, LoadOptions } from "./load-graph.js";

/** A value of a column in memory; null, undefined and NaN are missing. */
export type MemoryValue = string | number | bigint | boolean | null | undefined;

/** A column in memory, `[N]`. */
export type MemoryColumn = ArrayLike<MemoryValue>;

/** Attributes of edges in memory, D for each pair of `edges`. */
export interface MemoryEdgeAttributes {
  /** `[D]`, distinct. Default: `attribute0` … `attribute<D − 1>`. */
  readonly names?: readonly string[] | undefined;
  /** `[E]` rows of D numbers, or `[E · D]` numbers row by row; finite. */
  readonly values: readonly ArrayLike<number>[] | Float32Array | Float64Array;
}

/**
 * A graph whose nodes and arcs a program holds already, in place of the files of a card. N nodes, E arcs, F features.
 */
export interface MemoryGraph {
  /** Default: graph. */
  readonly name?: string | undefined;
  /** `[N]`, distinct. Default: the positions 0 … N − 1, which name a node in this graph alone. */
  readonly nodeIds?: ArrayLike<string | number | bigint> | undefined;
  /** `[N]` rows of F numbers, or `[N · F]` numbers row by row; finite. */
  readonly features: readonly ArrayLike<number>[] | Float32Array | Float64Array;
  /** `[F]`, distinct. Default: `feature0` … `feature<F − 1>`. */
  readonly featureNames?: readonly string[] | undefined;
  /**
   * Positions of nodes: `[E]` sources and `[E]` targets (the two rows of PyG's `edge_index`), or `[E]` pairs
   * `[source, target]`. Messages go from source to target.
   */
  readonly edges:
    | { readonly source: ArrayLike<number | bigint>; readonly target: ArrayLike<number | bigint> }
    | readonly (readonly [source: number, target: number])[];
  /**
   * `[E]`, what each pair weighs, for models that take weights: finite numbers from 0. Default: every pair counts once.
   */
  readonly edgeWeight?: ArrayLike<number> | undefined;
  /** What each pair is like, for models of other tools that take attributes of edges. Default: pairs have none. */
  readonly edgeAttributes?: MemoryEdgeAttributes | undefined;
  /**
   * False: each pair is an edge both ways, and repeated edges are one, as in a card. True: arcs are what is listed, one
   * that is listed k times counts k times. Default: true.
   */
  readonly directed?: boolean | undefined;
  /** `[N]`, the true classes, or numbers where `numeric`. Default: no node has a label. */
  readonly label?: MemoryColumn | undefined;
  /** Whether the label is a number, as for a regression. Default: false. */
  readonly numeric?: boolean | undefined;
  /** The classes in the order of their codes, as in `label`. Default: those that occur, sorted. */
  readonly classes?: readonly Exclude<MemoryValue, null | undefined>[] | undefined;
  /** `[N]` each: the sensitive attributes, by name. */
  readonly sensitive: Readonly<Record<string, MemoryColumn>>;
  /** Values of `label` and of attributes that stand for "not known", besides blanks, `NA` and the like. */
  readonly missing?: readonly MemoryValue[] | undefined;
  /** `[N]`, true or 1 for the nodes that are audited; the model sees all of them. Default: all. */
  readonly mask?: ArrayLike<boolean | number> | undefined;
  /**
   * `[N]` each, true or 1 for the nodes of a part, for audits of one part; each node is in one of them at most.
   * Default: no node is in a part.
   */
  readonly split?: Partial<Readonly<Record<SplitPart, ArrayLike<boolean | number>>>> | undefined;
  /** `[N]` each: further columns, by whose values nodes can be put into clusters. */
  readonly columns?: Readonly<Record<string, MemoryColumn>> | undefined;
}

/**
 * Returns a graph in memory as `loadGraph` returns one of files: arcs sorted by (target, source), values of labels and
 * attributes in the spelling of core's `canonicalLevel`. It has no files; its account counts the nodes and the pairs of
 * `edges`.
 *
 * Throws {@link InputError}, naming the field, for columns of another length, positions outside `[0, N)`, features that
 * are not finite, double ids or names, and everything that `loadGraph` refuses in labels and attributes.
 */
export function memoryGraph(given: MemoryGraph, options: LoadOptions = {}): LoadedGraph {
  const { classes } = given;
  const listed = classes?.map((value) => ({ value: String(value), name: String(value) }));
  // Positions are the ids of this graph alone.
  const content = { ...given, levels: { label: listed }, idScope: given.nodeIds === undefined ? "memory" : undefined };
  return gatherGraph(content, { ...options, words });
}

const classWords: ClassWords = {
  argument: "graph.label",
  respell: "write each class one way; if they are different classes, list them in graph.classes",
  declare: "list the classes in graph.classes",
  markMissing: (value) => `put ${value} into graph.missing`,
};

const hints: ClassHints = {
  place: "graph.classes",
  rename: "name the classes as the model does in graph.label, or put other values into graph.missing",
  listAll: "list all classes in graph.classes, those without rows too",
  notClasses: "put values that are not classes into graph.missing",
  unknown: classWords.markMissing,
};

const words: GraphWords = {
  field: (name) => `graph.${name}`,
  label: "label",
  classes: classWords,
  hints,
  classesLine: (named) =>
    `give graph.classes: [${named.map(({ name, value }) => JSON.stringify(name ?? value)).join(", ")}]`,
  featureNames: "graph.featureNames",
  nameFeatures: "give featureNames, [F]",
  nameGroups: "give each group a name of its own",
  fewerNumbers: "list the classes in graph.classes, cut numbers into bins yourself, or say numeric: true of a label",
  oneWeight: "list each edge once, or say directed: true",
};
