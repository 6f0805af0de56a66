import type { TensorDescription } from "../inspect/model-description.js";

/** An axis of an input: a number of nodes, arcs, features or attributes of arcs, or a fixed size. */
export type InputAxis = "N" | "E" | "F" | "D" | 1 | 2;

/** What an input with a role looks like. */
interface RoleForm {
  readonly types: ReadonlySet<string>;
  readonly shapes: readonly (readonly InputAxis[])[];
  /** Names by which it is known, the surest first, in the spelling of {@link plainName}. */
  readonly names: readonly string[];
  /** In words, for a report: "x was given …". */
  readonly words: string;
}

const reals: ReadonlySet<string> = new Set(["float32", "float16", "float64"]);
const wholes: ReadonlySet<string> = new Set(["int64", "int32"]);
const numbers: ReadonlySet<string> = new Set([...reals, ...wholes]);
const flags: ReadonlySet<string> = new Set([...numbers, "bool"]);

const perArc = [["E"], ["E", 1]] as const;
const perNode = [["N"], ["N", 1]] as const;
const square = [
  ["N", "N"],
  [1, "N", "N"],
] as const;

const forms = {
  x: {
    types: numbers,
    shapes: [
      ["N", "F"],
      [1, "N", "F"],
    ],
    names: split(
      "x features feats feat node_features node_feature node_feats node_feat input_features input inputs in_feat h",
    ),
    words: "the features",
  },
  edge_index: {
    types: wholes,
    shapes: [[2, "E"]],
    names: split("edge_index edges edge_list links"),
    words: "the arcs, a row of sources and a row of targets",
  },
  "edge-list": {
    types: wholes,
    shapes: [["E", 2]],
    names: split("edge_index edges edge_list links"),
    words: "the arcs, a row of source and target for each",
  },
  source: {
    types: wholes,
    shapes: [["E"]],
    names: split("source sources src senders sender row rows edge_src src_index source_index u"),
    words: "the sources of the arcs",
  },
  target: {
    types: wholes,
    shapes: [["E"]],
    names: split("target targets dst dest destination receivers receiver col cols edge_dst dst_index target_index v"),
    words: "the targets of the arcs",
  },
  edge_weight: {
    types: reals,
    shapes: perArc,
    names: split("edge_weight edge_weights weight weights"),
    words: "the weights of the arcs",
  },
  edge_attr: {
    types: numbers,
    shapes: [["E", "D"], ["E"]],
    names: split("edge_attr edge_attrs edge_features edge_feature edge_feats edge_feat efeat"),
    words: "the attributes of the arcs",
  },
  ones: { types: flags, shapes: perArc, names: [], words: "1 for every arc" },
  adjacency: {
    types: flags,
    shapes: square,
    names: split("adjacency adj adjacency_matrix adj_matrix adj_mat"),
    words: "the adjacency matrix: at [i, j] the arcs from node i to node j, without self loops of its own",
  },
  "adjacency-self-loops": {
    types: flags,
    shapes: square,
    names: [],
    words: "the adjacency matrix with 1 added on its diagonal",
  },
  "gcn-norm": {
    types: reals,
    shapes: [...perArc, ...square],
    names: [],
    words: "the weights of a GCN, D^-1/2 (A + I) D^-1/2, with a self loop for every node",
  },
  "gcn-norm-without-loops": {
    types: reals,
    shapes: perArc,
    names: [],
    words: "the weights of a GCN, D^-1/2 A D^-1/2, for the arcs as they are",
  },
  degree: { types: numbers, shapes: perNode, names: [], words: "the number of arcs that end in each node" },
  batch: {
    types: wholes,
    shapes: [["N"]],
    names: split("batch batch_index batch_idx batch_vector"),
    words: "0 for every node, because there is one graph",
  },
  mask: { types: flags, shapes: [...perNode, [1, "N"]], names: [], words: "1 for every node" },
  num_nodes: {
    types: wholes,
    shapes: [[], [1]],
    names: split("num_nodes n_nodes number_of_nodes node_count"),
    words: "the number of nodes",
  },
} as const satisfies Readonly<Record<string, RoleForm>>;

/**
 * What an input of a model can be given of a graph, in the words of `map`:
 *
 * - `x`: the features, `[N, F]`
 * - `edge_index`: the arcs, `[2, E]`, row 0 sources and row 1 targets; `edge-list`: the same as `[E, 2]`
 * - `source` and `target`: the ends of the arcs apart, `[E]` each
 * - `edge_weight`: the weights of the arcs, `[E]`; `ones`: 1 for every arc
 * - `edge_attr`: the attributes of the arcs, `[E, D]`, or `[E]` where there is one
 * - `adjacency`: `[N, N]`, at `[i, j]` the number of arcs from i to j, or the sum of their weights;
 *   `adjacency-self-loops`: the same plus 1 on the diagonal
 * - `gcn-norm`: `D^-1/2 (A + I) D^-1/2` as `[N, N]`, or as a weight per arc, `[E + N]`, where the arcs then have a self
 *   loop for every node, as PyG's `gcn_norm` returns them
 * - `gcn-norm-without-loops`: `D^-1/2 A D^-1/2` as a weight per arc, `[E]`, as PyG's `gcn_norm` with
 *   `add_self_loops=False` and DGL's `norm="both"`
 * - `degree`: the number of arcs that end in each node, `[N]`
 * - `batch`: 0 for every node; `mask`: 1 for every node; `num_nodes`: N
 */
export type InputRole = keyof typeof forms;

/** All of {@link InputRole}. */
export const inputRoles = Object.keys(forms) as readonly InputRole[];

/** Roles through which a model sees arcs. */
export const arcRoles: ReadonlySet<InputRole | "value"> = new Set<InputRole>([
  "edge_index",
  "edge-list",
  "source",
  "adjacency",
  "adjacency-self-loops",
  "gcn-norm",
]);

/** Returns a role in words, as they follow "x was given". */
export function roleWords(role: InputRole): string {
  return forms[role].words;
}

/** Returns the role that goes by the name of an input and fits it; undefined where there is none. */
export function roleByName(tensor: TensorDescription): { readonly role: InputRole; readonly rank: number } | undefined {
  const name = plainName(tensor.name);
  for (const role of inputRoles) {
    const rank = (forms[role].names as readonly string[]).indexOf(name);
    if (rank >= 0 && axesOf(tensor, role) !== undefined) return { role, rank };
  }
  return undefined;
}

/**
 * Returns the axes of an input in a role, from the file alone; undefined where its type or its sizes do not fit. Sizes
 * that are not stated fit.
 */
export function axesOf({ type, shape }: TensorDescription, role: InputRole): readonly InputAxis[] | undefined {
  const form: RoleForm = forms[role];
  if (!form.types.has(type)) return undefined;
  if (shape === null) return form.shapes[0];
  // Only one of [2, E] and [E, 2] can be meant where the other axis is open.
  const isTransposed = shape.length === 2 && shape[0] !== 2 && shape[1] === 2;
  if (role === "edge_index" && isTransposed) return undefined;
  if (role === "edge-list" && !isTransposed && shape[1] !== 2) return undefined;
  return form.shapes.find(
    (axes) => axes.length === shape.length && axes.every((axis, i) => fits(shape[i]!, { axis, axes, shape })),
  );
}

/** A size of 1 has to be stated, but for that of a batch: an open one is meant for more. */
function fits(
  size: number | string,
  { axis, axes, shape }: { axis: InputAxis; axes: readonly InputAxis[]; shape: readonly (number | string)[] },
): boolean {
  if (axis === 1) return size === 1 || (axes.length === 3 && typeof size === "string");
  if (axis === 2) return size === 2 || typeof size === "string";
  const alike = shape.filter((_, i) => axes[i] === axis);
  return alike.every((other) => typeof other === typeof size && (typeof size === "string" || other === size));
}

/** Returns the roles that an input could have by its type and sizes. */
export function fittingRoles(tensor: TensorDescription): readonly InputRole[] {
  return inputRoles.filter((role) => axesOf(tensor, role) !== undefined);
}

/** A name as it is compared: small letters, what is neither letter nor digit as one underscore. */
export function plainName(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_|_$/g, "");
}

function split(names: string): readonly string[] {
  return names.split(" ");
}
