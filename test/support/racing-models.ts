import { Random } from "@evenodds/core";
import onnxProto from "onnx-proto";
import { buildModel, contract, floats, integers, node } from "./onnx-models.js";
import { chain, inBranch, inFunction, one, outputModel, type Piece } from "./output-models.js";

const { DOUBLE, FLOAT } = onnxProto.onnx.TensorProto.DataType;

/** A model in which several CPU threads race. */
export interface RacingModel {
  /** What it is made of. */
  readonly name: string;
  readonly bytes: Uint8Array;
  /** How many ScatterND with a reduction stand in the file. */
  readonly scatters: number;
}

const nests: Readonly<Record<string, { readonly put: (piece: Piece) => Piece; readonly copies: number }>> = {
  top: { put: (piece) => piece, copies: 1 },
  // The piece stands in both branches.
  branch: { put: inBranch, copies: 2 },
  function: { put: inFunction, copies: 1 },
};

const ends: Readonly<Record<string, Piece>> = {
  logits: one("Identity"),
  softmax: one("Softmax", { axis: 1 }),
  "log-softmax": one("LogSoftmax", { axis: 1 }),
};

/**
 * Returns models of two features and two classes, each with one to three ScatterND with a reduction: of every
 * reduction, on rows, single numbers, cubes and doubles, along arcs of the graph or along constant indices, the first
 * one of them at the top, in both branches of an If or in a local function. They run on graphs of `nodes` nodes.
 */
export function racingModels(
  count: number,
  { seed, nodes }: { readonly seed: number; readonly nodes: number },
): RacingModel[] {
  const random = Random.of(seed, "racing models");
  const pick = (choices: readonly string[]) => choices[random.integer(choices.length)]!;
  return Array.from({ length: count }, () => {
    const kinds = Array.from({ length: 1 + random.integer(3) }, () => pick(Object.keys(scatterings)));
    const reductions = kinds.map(() => pick(["add", "mul", "max", "min"]));
    // An input of the whole graph is none of a branch or a function here.
    const nest = kinds[0] === "arcs" ? "top" : pick(Object.keys(nests));
    const end = pick(Object.keys(ends));
    const { put, copies } = nests[nest]!;
    const pieces = kinds.map((kind, i) => {
      const piece = scatterings[kind]!({ reduction: reductions[i]!, nodes, random, name: `s${i}` });
      return i === 0 ? put(piece) : piece;
    });
    const weights = Array.from({ length: 4 }, () => Math.round(random.uniform() * 20 - 10) / 8);
    return {
      name: `${kinds.map((kind, i) => `${reductions[i]} of ${kind}`).join(", ")}; ${nest}; ${end}`,
      bytes: outputModel(chain(...pieces, ends[end]!), { weights, name: end }),
      scatters: kinds.length - 1 + copies,
    };
  });
}

interface Scattering {
  readonly reduction: string;
  readonly nodes: number;
  readonly random: Random;
  /** Begins the names of constants. */
  readonly name: string;
}

/** From z `[N, 2]` to out `[N, 2]` by one ScatterND. */
const scatterings: Readonly<Record<string, (made: Scattering) => Piece>> = {
  rows: (made) => along(made, (scatter) => [scatter("z", "moved", "out")]),
  cube: (made) =>
    along(made, (scatter) => [
      node("Unsqueeze", { from: ["z", "second"], to: ["cube"] }),
      node("Unsqueeze", { from: ["moved", "second"], to: ["slices"] }),
      scatter("cube", "slices", "cubes"),
      node("Squeeze", { from: ["cubes", "second"], to: ["out"] }),
    ]),
  double: (made) =>
    along(made, (scatter) => [
      node("Cast", { from: ["z"], to: ["doubles"] }, { to: DOUBLE }),
      node("Cast", { from: ["moved"], to: ["updates"] }, { to: DOUBLE }),
      scatter("doubles", "updates", "sums"),
      node("Cast", { from: ["sums"], to: ["out"] }, { to: FLOAT }),
    ]),
  places: ({ reduction, nodes, random, name }) => {
    const count = 1 + random.integer(20);
    const places = () => Array.from({ length: count }, () => [random.integer(nodes), random.integer(2)]).flat();
    return {
      nodes: [
        node("GatherND", { from: ["z", `${name}_from`], to: ["moved"] }),
        node("ScatterND", { from: ["z", `${name}_to`, "moved"], to: ["out"] }, { reduction }),
      ],
      constants: [integers(`${name}_from`, [count, 2], places()), integers(`${name}_to`, [count, 2], places())],
    };
  },
  arcs: ({ reduction }) => ({
    nodes: [
      node("Gather", { from: ["edge_index", "zero"], to: ["source"] }, { axis: 0 }),
      node("Gather", { from: ["edge_index", "one"], to: ["target"] }, { axis: 0 }),
      node("Unsqueeze", { from: ["target", "second"], to: ["targets"] }),
      node("Gather", { from: ["z", "source"], to: ["moved"] }, { axis: 0 }),
      node("ScatterND", { from: ["z", "targets", "moved"], to: ["out"] }, { reduction }),
    ],
    constants: [integers("zero", [], [0]), integers("one", [], [1]), integers("second", [1], [1])],
  }),
};

type Scatter = (data: string, updates: string, to: string) => ReturnType<typeof node>;

/** A piece that moves rows of z, called `moved`, along constant indices. */
function along(
  { reduction, nodes, random, name }: Scattering,
  make: (scatter: Scatter) => readonly ReturnType<typeof node>[],
): Piece {
  const count = 1 + random.integer(20);
  const ends = () => Array.from({ length: count }, () => random.integer(nodes));
  const scatter: Scatter = (data, updates, to) =>
    node("ScatterND", { from: [data, `${name}_targets`, updates], to: [to] }, { reduction });
  return {
    nodes: [node("Gather", { from: ["z", `${name}_sources`], to: ["moved"] }, { axis: 0 }), ...make(scatter)],
    constants: [
      integers(`${name}_sources`, [count], ends()),
      integers(`${name}_targets`, [count, 1], ends()),
      integers("second", [1], [1]),
    ],
  };
}

/** How many trees {@link splitModel} adds up, and for how many rows: from 51 rows on, threads share the trees. */
const [trees, rows] = [100, 64];

/**
 * Returns a model of three features whose output depends on the number of threads, and on nothing else: it is asked
 * whether the sum of 2²⁴ and 99 ones is more than 2²⁴. In float32 it is not, one after the other, as one thread adds
 * them up; several threads add up a share each, and the ones of the others count. No threads race, so that it does not
 * matter how busy the machine is. `logits = [left, right + swing · (1 if it is more)]`, and of a regression the second
 * of them alone. An operator that could lose updates, and has none to lose, stands at its beginning.
 */
export function splitModel(task: "classes" | "numbers" = "classes"): Uint8Array {
  const isRegression = task === "numbers";
  const zeros = Array.from({ length: trees }, () => 0);
  return buildModel({
    ...contract({ features: 3, classes: isRegression ? 1 : 2 }),
    domains: { "ai.onnx.ml": 3 },
    nodes: [
      // Without a look at the input the sum would be a constant, and be computed by one thread as the file is loaded.
      node("ReduceSum", { from: ["x"], to: ["all"] }, { keepdims: 0 }),
      node("Reshape", { from: ["all", "single"], to: ["row"] }),
      node("ScatterND", { from: ["row", "nowhere", "nothing"], to: ["same"] }, { reduction: "add" }),
      node("Expand", { from: ["same", "many"], to: ["rows"] }),
      // Every tree is one leaf.
      node(
        "ai.onnx.ml:TreeEnsembleRegressor",
        { from: ["rows"], to: ["sums"] },
        {
          aggregate_function: "SUM",
          n_targets: 1,
          nodes_treeids: zeros.map((_, tree) => tree),
          nodes_nodeids: zeros,
          nodes_featureids: zeros,
          nodes_modes: zeros.map(() => "LEAF"),
          nodes_values: { floats: zeros },
          nodes_truenodeids: zeros,
          nodes_falsenodeids: zeros,
          target_treeids: zeros.map((_, tree) => tree),
          target_nodeids: zeros,
          target_ids: zeros,
          target_weights: { floats: zeros.map((_, tree) => (tree === 0 ? 2 ** 24 : 1)) },
        },
      ),
      node("ReduceMax", { from: ["sums"], to: ["sum"] }, { keepdims: 0 }),
      node("Sub", { from: ["sum", "first"], to: ["more"] }),
      node("Clip", { from: ["more", "least", "most"], to: ["isMore"] }),
      node("MatMul", { from: ["x", "byColumn"], to: ["still"] }),
      node("MatMul", { from: ["x", "bySwing"], to: ["swings"] }),
      node("Mul", { from: ["swings", "isMore"], to: ["swung"] }),
      node("Add", { from: ["still", "swung"], to: ["logits"] }),
    ],
    initializers: [
      integers("single", [2], [1, 1]),
      integers("many", [2], [rows, 1]),
      integers("nowhere", [0, 2], []),
      floats("nothing", [0], []),
      floats("first", [], [2 ** 24]),
      floats("least", [], [0]),
      floats("most", [], [1]),
      ...(isRegression
        ? [floats("byColumn", [3, 1], [0, 1, 0]), floats("bySwing", [3, 1], [0, 0, 1])]
        : [floats("byColumn", [3, 2], [1, 0, 0, 1, 0, 0]), floats("bySwing", [3, 2], [0, 0, 0, 0, 0, 1])]),
    ],
    metadata: {
      "evenodds.feature_names": JSON.stringify(["left", "right", "swing"]),
      "evenodds.classes": JSON.stringify(isRegression ? [] : ["0", "1"]),
      ...(isRegression ? { "evenodds.task": "regression" } : {}),
    },
  });
}
