import onnxProto from "onnx-proto";

const { onnx } = onnxProto;
const { DataType } = onnx.TensorProto;

/** A tensor type for a model input or output. Texts in the shape are symbolic dimensions. */
export interface TensorType {
  readonly name: string;
  /** `MAPS` is a list of maps from int64 to float32, as ZipMap makes it. */
  readonly type: keyof typeof DataType | "MAPS";
  readonly shape: readonly (number | string)[];
}

/** Parts of a model in the plainest form that a test needs. */
export interface ModelParts {
  readonly inputs: readonly TensorType[];
  readonly outputs: readonly TensorType[];
  readonly nodes: readonly onnxProto.onnx.INodeProto[];
  readonly initializers?: readonly onnxProto.onnx.ITensorProto[];
  readonly sparseInitializers?: readonly onnxProto.onnx.ISparseTensorProto[];
  readonly metadata?: Readonly<Record<string, string>>;
  readonly opset?: number;
  /** Versions of operators of other domains. */
  readonly domains?: Readonly<Record<string, number>>;
  readonly functions?: readonly onnxProto.onnx.IFunctionProto[];
}

/** Returns an ONNX file, IR 8 and opset 18 unless said otherwise. */
export function buildModel(parts: ModelParts): Uint8Array {
  const {
    inputs,
    outputs,
    nodes,
    initializers = [],
    sparseInitializers = [],
    metadata = {},
    opset = 18,
    domains = {},
    functions = [],
  } = parts;
  const model = {
    irVersion: 8,
    producerName: "evenodds-tests",
    producerVersion: "1",
    opsetImport: [
      { domain: "", version: opset },
      ...Object.entries(domains).map(([domain, version]) => ({ domain, version })),
    ],
    functions: [...functions],
    graph: {
      name: "test",
      node: [...nodes],
      initializer: [...initializers],
      sparseInitializer: [...sparseInitializers],
      input: inputs.map(valueInfo),
      output: outputs.map(valueInfo),
    },
    metadataProps: Object.entries(metadata).map(([key, value]) => ({ key, value })),
  };
  return onnx.ModelProto.encode(model).finish();
}

/** An attribute of a node as a test writes it. Lists of numbers are whole numbers, lists of texts are texts. */
export type AttributeValue =
  | string
  | number
  | readonly number[]
  | readonly string[]
  | { readonly float: number }
  | { readonly floats: readonly number[] }
  | { readonly graph: onnxProto.onnx.IGraphProto }
  | { readonly tensor: onnxProto.onnx.ITensorProto };

/**
 * A node of the graph; texts among the attributes become bytes and numbers integers, as ONNX wants them. An operator of
 * another domain is written `domain:name`.
 */
export function node(
  operator: string,
  ends: { readonly from: readonly string[]; readonly to: readonly string[] },
  attributes: Readonly<Record<string, AttributeValue>> = {},
) {
  const at = operator.lastIndexOf(":");
  return {
    ...(at < 0 ? {} : { domain: operator.slice(0, at) }),
    opType: operator.slice(at + 1),
    input: [...ends.from],
    output: [...ends.to],
    attribute: Object.entries(attributes).map(([name, value]) => ({ name, ...attributeOf(value) })),
  };
}

function attributeOf(value: AttributeValue): onnxProto.onnx.IAttributeProto {
  const { AttributeType } = onnx.AttributeProto;
  const bytes = (text: string) => new TextEncoder().encode(text);
  if (typeof value === "number") return { type: AttributeType.INT, i: value };
  if (typeof value === "string") return { type: AttributeType.STRING, s: bytes(value) };
  if ("float" in value) return { type: AttributeType.FLOAT, f: value.float };
  if ("floats" in value) return { type: AttributeType.FLOATS, floats: [...value.floats] };
  if ("graph" in value) return { type: AttributeType.GRAPH, g: value.graph };
  if ("tensor" in value) return { type: AttributeType.TENSOR, t: value.tensor };
  return typeof value[0] === "string"
    ? { type: AttributeType.STRINGS, strings: value.map((text) => bytes(String(text))) }
    : { type: AttributeType.INTS, ints: value.map(Number) };
}

/** A float32 constant. */
export function floats(name: string, dims: readonly number[], values: readonly number[]) {
  return { name, dims: [...dims], dataType: DataType.FLOAT, floatData: [...values] };
}

/** An int64 constant. */
export function integers(name: string, dims: readonly number[], values: readonly number[]) {
  return { name, dims: [...dims], dataType: DataType.INT64, int64Data: [...values] };
}

function valueInfo({ name, type, shape }: TensorType): onnxProto.onnx.IValueInfoProto {
  if (type === "MAPS") {
    const valueType = { tensorType: { elemType: DataType.FLOAT } };
    return { name, type: { sequenceType: { elemType: { mapType: { keyType: DataType.INT64, valueType } } } } };
  }
  const dim = shape.map((size) => (typeof size === "number" ? { dimValue: size } : { dimParam: size }));
  return { name, type: { tensorType: { elemType: DataType[type], shape: { dim } } } };
}

/** Inputs and output of the deployed-model contract. */
export function contract({ features, classes }: { readonly features: number; readonly classes: number }) {
  return {
    inputs: [
      { name: "x", type: "FLOAT", shape: ["N", features] },
      { name: "edge_index", type: "INT64", shape: [2, "E"] },
    ],
    outputs: [{ name: "logits", type: "FLOAT", shape: ["N", classes] }],
  } as const satisfies Pick<ModelParts, "inputs" | "outputs">;
}

/**
 * `logits = x W`, arcs ignored. `weights` is `[F, C]`, row by row; the identity by default, so that a node's logits are
 * its features.
 */
export function linearModel(
  size: { readonly features: number; readonly classes: number },
  options: { readonly weights?: readonly number[]; readonly metadata?: Readonly<Record<string, string>> } = {},
): Uint8Array {
  const { features, classes } = size;
  const identity = Array.from({ length: features * classes }, (_, i) =>
    i % classes === Math.floor(i / classes) ? 1 : 0,
  );
  const { weights = identity, metadata = {} } = options;
  return buildModel({
    ...contract(size),
    nodes: [node("MatMul", { from: ["x", "W"], to: ["logits"] })],
    initializers: [floats("W", [features, classes], weights)],
    metadata,
  });
}

/**
 * From `x` and `edge_index`: source and target of the arcs, messages `[E, F]` (the sources' features), zeros `[N, F]`,
 * and the target as a column `[E, 1]` (targets) and once per feature `[E, F]` (index). Needs {@link arcConstants}.
 */
export const arcNodes: readonly ReturnType<typeof node>[] = [
  node("Gather", { from: ["edge_index", "zero"], to: ["source"] }, { axis: 0 }),
  node("Gather", { from: ["edge_index", "one"], to: ["target"] }, { axis: 0 }),
  node("Gather", { from: ["x", "source"], to: ["messages"] }, { axis: 0 }),
  node("Shape", { from: ["x"], to: ["size"] }),
  node("ConstantOfShape", { from: ["size"], to: ["zeros"] }),
  node("Shape", { from: ["messages"], to: ["wide"] }),
  node("Unsqueeze", { from: ["target", "axis1"], to: ["targets"] }),
  node("Expand", { from: ["targets", "wide"], to: ["index"] }),
];

/** The initializers of {@link arcNodes}: the scalars 0 and 1, and the axes `[1]`. */
export const arcConstants = [integers("zero", [], [0]), integers("one", [], [1]), integers("axis1", [1], [1])];

/**
 * Sums the features of a node's in-neighbours by ScatterND with reduction add: the form whose updates ONNX Runtime
 * loses when several CPU threads share it. `logits[i] = Σ x[source]` over the arcs with target i.
 */
export function scatterModel({ features }: { readonly features: number }): Uint8Array {
  return buildModel({
    ...contract({ features, classes: features }),
    nodes: [
      node("Gather", { from: ["edge_index", "zero"], to: ["source"] }, { axis: 0 }),
      node("Gather", { from: ["edge_index", "one"], to: ["target"] }, { axis: 0 }),
      node("Unsqueeze", { from: ["target", "axis"], to: ["targets"] }),
      node("Gather", { from: ["x", "source"], to: ["messages"] }, { axis: 0 }),
      node("Mul", { from: ["x", "nothing"], to: ["start"] }),
      node("ScatterND", { from: ["start", "targets", "messages"], to: ["logits"] }, { reduction: "add" }),
    ],
    initializers: [
      integers("zero", [], [0]),
      integers("one", [], [1]),
      integers("axis", [1], [1]),
      floats("nothing", [], [0]),
    ],
  });
}
