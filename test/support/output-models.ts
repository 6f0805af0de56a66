import onnxProto from "onnx-proto";
import { buildModel, floats, integers, node, type AttributeValue, type ModelParts } from "./onnx-models.js";

type Node = onnxProto.onnx.INodeProto;

const { DataType } = onnxProto.onnx.TensorProto;

/** Nodes that make `out` of `z`, and the constants that they need. */
export interface Piece {
  readonly nodes: readonly Node[];
  readonly constants?: ModelParts["initializers"];
  readonly functions?: ModelParts["functions"];
}

/** One operator from `z` to `out`. */
export function one(
  operator: string,
  attributes: Readonly<Record<string, AttributeValue>> = {},
  more: readonly string[] = [],
): Piece {
  return { nodes: [node(operator, { from: ["z", ...more], to: ["out"] }, attributes)] };
}

/** Operators one behind the other, each written `out = Operator(z, …)`; names between them are of their own. */
export function steps(...written: readonly string[]): Piece {
  const nodes = written.map((line) => {
    const [, to, operator, from] = /^([\w|]+) = ([\w.:]+)\((.*)\)(?: .*)?$/.exec(line)!;
    const attributes = Object.fromEntries(
      [...line.matchAll(/ (\w+)=(\[[-\d,]*\]|-?\d+|\w+)/g)].map(([, name, value]) => [
        name!,
        value!.startsWith("[")
          ? value!.slice(1, -1).split(",").map(Number)
          : /^-?\d+$/.test(value!)
            ? Number(value)
            : value!,
      ]),
    );
    return node(operator!, { from: from!.split(", "), to: to!.split("|") }, attributes);
  });
  return { nodes, constants: numbers };
}

/** Constants that {@link steps} may name. */
const numbers = [
  floats("zero", [], [0]),
  floats("half", [], [0.5]),
  floats("one", [], [1]),
  floats("two", [], [2]),
  floats("ten", [], [10]),
  floats("tiny", [], [1e-9]),
  integers("first", [1], [0]),
  integers("second", [1], [1]),
  integers("third", [1], [2]),
  integers("last", [1], [-1]),
  integers("rows2", [2], [-1, 2]),
  integers("keep2", [2], [0, -1]),
  integers("cube", [3], [1, -1, 2]),
  integers("far", [1], [2 ** 31 - 1]),
];

/** Puts pieces one behind the other: the `out` of one is the `z` of the next. */
export function chain(...pieces: readonly Piece[]): Piece {
  const nodes = pieces.flatMap((piece, i) => {
    const inner = (name: string) => {
      if (name === "") return name;
      if (name === "z") return i === 0 ? "z" : `p${i - 1}`;
      if (name === "out") return i === pieces.length - 1 ? "out" : `p${i}`;
      const isConstant = (piece.constants ?? []).some((constant) => constant.name === name);
      return isConstant || name === "x" || name === "edge_index" ? name : `${name}_${i}`;
    };
    return piece.nodes.map((one) => ({
      ...one,
      input: (one.input ?? []).map(inner),
      output: (one.output ?? []).map(inner),
      attribute: (one.attribute ?? []).map((attribute) => ({
        ...attribute,
        g: attribute.g && renamed(attribute.g, inner),
      })),
    }));
  });
  const constants = new Map(
    pieces.flatMap(({ constants: own = [] }) => own.map((constant) => [constant.name, constant])),
  );
  return { nodes, constants: [...constants.values()], functions: pieces.flatMap(({ functions = [] }) => functions) };
}

/** Names of the outer graph within a branch are those that it does not make itself. */
function renamed(graph: onnxProto.onnx.IGraphProto, inner: (name: string) => string): onnxProto.onnx.IGraphProto {
  const own = new Set((graph.node ?? []).flatMap(({ output }) => output ?? []));
  return {
    ...graph,
    node: (graph.node ?? []).map((one) => ({
      ...one,
      input: (one.input ?? []).map((name) => (own.has(name) ? name : inner(name))),
    })),
  };
}

/** What the output of {@link outputModel} is. */
export interface OutputOptions {
  /** Columns of z. Default: 2. */
  readonly columns?: number;
  /** Row by row, `[F, columns]`; of the identity by default. */
  readonly weights?: readonly number[];
  readonly features?: number;
  readonly type?: keyof typeof DataType | "MAPS";
  /** Default: `["N", columns]`. */
  readonly shape?: readonly (number | string)[];
  readonly name?: string;
  readonly opset?: number;
  readonly metadata?: Readonly<Record<string, string>>;
}

/**
 * A model whose scores `z = x W` go through a piece; the output is called `y` so that nothing follows from its name.
 */
export function outputModel(piece: Piece, options: OutputOptions = {}): Uint8Array {
  const { features = 2, columns = 2, type = "FLOAT", name = "y", opset = 18, metadata } = options;
  const identity = Array.from({ length: features * columns }, (_, i) =>
    i % columns === Math.floor(i / columns) ? 1 : 0,
  );
  const { weights = identity, shape = ["N", columns] } = options;
  return buildModel({
    inputs: [
      { name: "x", type: "FLOAT", shape: ["N", features] },
      { name: "edge_index", type: "INT64", shape: [2, "E"] },
    ],
    outputs: [{ name, type, shape }],
    nodes: [
      node("MatMul", { from: ["x", "W"], to: ["z"] }),
      ...piece.nodes.map((own) => ({ ...own, output: (own.output ?? []).map((one) => (one === "out" ? name : one)) })),
    ],
    initializers: [floats("W", [features, columns], weights), ...(piece.constants ?? [])],
    functions: piece.functions ?? [],
    opset,
    domains: { "ai.onnx.ml": 3, "com.microsoft": 1, local: 1 },
    ...(metadata === undefined ? {} : { metadata }),
  });
}

/**
 * A piece as both branches of an `If` whose condition depends on the graph, which stands for anything a file can nest.
 */
export function inBranch(piece: Piece): Piece {
  const branch = (name: string): onnxProto.onnx.IGraphProto => {
    const own = (one: string) => (one === "z" || constantNames.has(one) ? one : `${name}_${one}`);
    const constantNames = new Set((piece.constants ?? []).map((constant) => constant.name));
    return {
      name,
      node: piece.nodes.map((inner) => ({
        ...inner,
        input: (inner.input ?? []).map(own),
        output: (inner.output ?? []).map((one) => `${name}_${one}`),
      })),
      output: [{ name: `${name}_out`, type: { tensorType: { elemType: DataType.FLOAT } } }],
    };
  };
  return {
    nodes: [
      node("Size", { from: ["edge_index"], to: ["count"] }),
      node("Cast", { from: ["count"], to: ["any"] }, { to: DataType.BOOL }),
      node(
        "If",
        { from: ["any"], to: ["out"] },
        { then_branch: { graph: branch("then") }, else_branch: { graph: branch("else") } },
      ),
    ],
    constants: piece.constants,
    functions: piece.functions,
  };
}

/** A piece as a local function that is called once. Its constants become nodes of it. */
export function inFunction(piece: Piece): Piece {
  const used = new Set(piece.nodes.flatMap(({ input }) => input ?? []));
  const constants = (piece.constants ?? []).filter(({ name }) => used.has(name ?? ""));
  return {
    nodes: [node("local:Tail", { from: ["z"], to: ["out"] })],
    functions: [
      {
        name: "Tail",
        domain: "local",
        input: ["z"],
        output: ["out"],
        opsetImport: [
          { domain: "", version: 18 },
          { domain: "ai.onnx.ml", version: 3 },
        ],
        node: [
          ...constants.map((tensor) => node("Constant", { from: [], to: [tensor.name!] }, { value: { tensor } })),
          ...piece.nodes,
        ],
      },
    ],
  };
}
