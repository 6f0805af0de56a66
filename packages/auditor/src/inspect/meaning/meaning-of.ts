import onnxProto from "onnx-proto";
import { integer, text, type Attributes } from "../trace/attributes.js";
import { absentFact, type TracedValue } from "../trace/traced-value.js";
import { type Application, axisFromFront } from "../trace/shape-of.js";
import { arithmeticMeaning } from "./arithmetic.js";
import { idsMeaning, transformed } from "./ids.js";
import { leafScores } from "./leaf-scores.js";
import { isNonNegative, isShare, joined, mixed, other, type Meaning } from "./meaning.js";
import { movedMeaning } from "./moved.js";

/** Since this version a softmax is along one axis; before, along all from its axis on, taken together. */
const oneAxisSince = 13;

/** Returns what a softmax or its logarithm gives: along which one axis the shares add up to 1. */
function shareAxis(node: Applied, kind: "shares" | "log-shares"): Meaning {
  const { operator, inputs, attributes } = node;
  const shape = inputs[0]?.shape ?? null;
  const joinsAxes = !operator.includes(":") && node.opset < oneAxisSince;
  const axis = integer(attributes, "axis", joinsAxes || operator.endsWith("BiasSoftmax") ? 1 : -1);
  const front = axisFromFront(axis, shape);
  if (shape === null || front === null) {
    const isTold = axis === -1 || axis === 1 || !joinsAxes;
    return isTold ? { kind, axis } : other(`${operator} is along all axes from ${axis} on`);
  }
  if (!joinsAxes) return { kind, axis: front - shape.length };
  const several = shape
    .map((size, place) => ({ size, place }))
    .filter(({ size, place }) => place >= front && size !== 1);
  if (several.length > 1)
    return other(`${operator} before opset ${oneAxisSince} is along all axes from ${axis} on together`);
  return { kind, axis: (several[0]?.place ?? shape.length - 1) - shape.length };
}

/** An operator that is applied, with the version of its own set of operators. */
export interface Applied extends Application {
  readonly opset: number;
}

const { FLOAT, FLOAT16, DOUBLE, BFLOAT16 } = onnxProto.onnx.TensorProto.DataType;
const floats: ReadonlySet<number> = new Set([FLOAT, FLOAT16, DOUBLE, BFLOAT16]);

/** Operators whose result is unbounded sums of products, with the place of what is multiplied by weights. */
const products: ReadonlySet<string> = new Set(
  (
    "MatMul Gemm Conv ConvTranspose Einsum MatMulInteger ConvInteger QLinearMatMul QLinearConv com.microsoft:FusedMatMul " +
    "com.microsoft:MatMulNBits com.microsoft:TransposeMatMul com.microsoft:QGemm com.microsoft:MatMulIntegerToFloat " +
    "com.microsoft:DynamicQuantizeMatMul com.microsoft:SparseToDenseMatMul"
  ).split(" "),
);

/** Operators that pass the numbers on, or scale them back to what they were. */
const passing: ReadonlySet<string> = new Set(
  "Identity Dropout QuantizeLinear DequantizeLinear com.microsoft:QuantizeLinear com.microsoft:DequantizeLinear".split(
    " ",
  ),
);

/** Normalisations with factors of training: linear, whatever they are given. */
const normalisations: ReadonlySet<string> = new Set(
  "BatchNormalization InstanceNormalization LayerNormalization GroupNormalization".split(" "),
);

const nonNegative: ReadonlySet<string> = new Set(
  "Abs Exp ReduceL1 ReduceL2 ReduceSumSquare Relu Softplus Sqrt".split(" "),
);

/** Returns what the numbers that an operator gives mean. */
export function meaningOf(node: Applied): Meaning {
  const { operator, inputs, place } = node;
  const [first] = inputs;
  if (first === undefined) return other();
  if (inputs.every(({ fixed }) => fixed)) return { kind: "constant" };
  if (passing.has(operator) && place === 0) return first.meaning;
  if (operator === "com.microsoft:BiasDropout" && place === 0)
    // A bias and a residual, which may be left out, are added.
    return (
      arithmeticMeaning({
        ...node,
        operator: "Sum",
        inputs: inputs.slice(0, 3).filter(({ type }) => type !== absentFact.type),
      }) ?? other()
    );
  if (products.has(operator)) return productMeaning(node);
  if (operator === "com.microsoft:FusedGemm") return activated(node, productMeaning(node));
  if (normalisations.has(operator) && place === 0)
    return isShare(first.meaning) ? mixed(first.meaning, operator) : { kind: "linear" };
  switch (operator) {
    case "Cast":
    case "CastLike":
      return castMeaning(node);
    case "Softmax":
    case "com.microsoft:QLinearSoftmax":
    case "com.microsoft:BiasSoftmax":
      return shareAxis(node, "shares");
    case "LogSoftmax":
      return shareAxis(node, "log-shares");
    case "Sigmoid":
    case "HardSigmoid":
    case "com.microsoft:QLinearSigmoid":
      return { kind: "sigmoid" };
    case "Exp":
      if (first.meaning.kind === "log-shares") return { kind: "shares", axis: first.meaning.axis };
      break;
    case "Log":
      if (first.meaning.kind === "shares") return { kind: "log-shares", axis: first.meaning.axis };
      return other(first.meaning.kind === "sigmoid" ? "it is the logarithm of a sigmoid" : undefined);
    case "Clip":
      return clippedMeaning(node);
    case "ScatterElements":
    case "Scatter":
    case "ScatterND":
      return scatteredMeaning(node);
    case "Where":
      return idsMeaning(node) ?? joined(inputs.slice(1).map(({ meaning }) => meaning));
    default:
  }
  const found = arithmeticMeaning(node) ?? movedMeaning(node) ?? idsMeaning(node) ?? classifierMeaning(node);
  return found ?? { kind: "other", nonNegative: nonNegative.has(operator) };
}

/**
 * Weights that training fixed make something new of whatever they are multiplied with; a graph's matrix only mixes it.
 */
function productMeaning({ operator, inputs }: Applied): Meaning {
  const [a, b] = inputs;
  if (b === undefined || a!.fixed || b.fixed) return { kind: "linear" };
  const [values] = [b, a!].filter(({ meaning }) => meaning.kind !== "other" && meaning.kind !== "constant");
  const shares = [a!, b].filter(({ meaning }) => isShare(meaning));
  const isAttention = shares.length === 1 && shares[0] === a && b.meaning.kind === "linear";
  return shares.length === 0 || isAttention ? { kind: "linear" } : mixed((values ?? shares[0]!).meaning, operator);
}

/** Fused operators name the activation behind them. */
function activated({ attributes }: Applied, meaning: Meaning): Meaning {
  const activation = text(attributes, "activation", "");
  if (activation === "") return meaning;
  return activation === "Sigmoid" || activation === "HardSigmoid"
    ? { kind: "sigmoid" }
    : { kind: "other", nonNegative: nonNegative.has(activation) };
}

function castMeaning({ operator, attributes, inputs }: Applied): Meaning {
  const [first, like] = inputs;
  const to = operator === "Cast" ? integer(attributes, "to", 0) : (like?.type ?? 0);
  const { meaning } = first!;
  if (meaning.kind === "ids" || floats.has(to)) return meaning;
  return other(isShare(meaning) ? `${operator} cuts off the fractions of probabilities` : undefined);
}

/** Bounds that nothing crosses change nothing. A clip of scores to [0, 1] makes no probabilities of them. */
function clippedMeaning({ attributes, inputs }: Applied): Meaning {
  const [first, least, most] = inputs;
  const bound = (fact: TracedValue | undefined, name: string, open: number) =>
    fact?.fill ?? attributes.get(name)?.f ?? (fact === undefined || fact.type === -1 ? open : NaN);
  const [lower, upper] = [bound(least, "min", -Infinity), bound(most, "max", Infinity)];
  const { meaning } = first!;
  const { kind } = meaning;
  const edge = 1e-3;
  if ((kind === "shares" || kind === "sigmoid") && lower <= edge && upper >= 1 - edge) return meaning;
  if (kind === "log-shares" && lower <= Math.log(edge) && upper >= 0) return meaning;
  if (kind === "linear" && lower < 0 && upper > 0) return meaning;
  if (isShare(meaning)) return mixed(meaning, "Clip");
  return { kind: "other", nonNegative: lower >= 0 };
}

function scatteredMeaning({ operator, attributes, inputs }: Applied): Meaning {
  const [data, , updates] = inputs.map(({ meaning }) => meaning) as [Meaning, Meaning | undefined, Meaning | undefined];
  if (updates === undefined) return other();
  const assigns = text(attributes, "reduction", "none") === "none";
  const share = [data, updates].find(isShare);
  if (share !== undefined) return assigns ? joined([data, updates]) : mixed(share, operator);
  if ([data, updates].some(({ kind }) => kind === "linear" || kind === "input")) return { kind: "linear" };
  if (assigns) return joined([data, updates]);
  return { kind: "other", nonNegative: [data, updates].every((one) => one.kind === "constant" || isNonNegative(one)) };
}

/** Returns what the operators of `ai.onnx.ml` give; null for any other operator. */
function classifierMeaning(node: Application): Meaning | null {
  const { operator, attributes, inputs, place } = node;
  const { meaning } = inputs[0]!;
  const isLabel = place === 0;
  switch (operator) {
    case "ai.onnx.ml:LinearClassifier":
      if (isLabel) return { kind: "ids", of: "labels" };
      return paired(node, { rows: attributes.get("intercepts")?.floats?.length ?? 0, scores: { kind: "linear" } });
    case "ai.onnx.ml:TreeEnsembleClassifier": {
      if (isLabel) return { kind: "ids", of: "labels" };
      const rows = new Set((attributes.get("class_ids")?.ints ?? []).map(String)).size;
      return paired(node, { rows, scores: leafScores(attributes, { labels: labelCount(attributes) }) });
    }
    case "ai.onnx.ml:SVMClassifier":
      if (isLabel) return { kind: "ids", of: "labels" };
      if (attributes.get("prob_a")?.floats?.length) return { kind: "shares", axis: -1 };
      return transformed(node, { kind: "linear" });
    case "ai.onnx.ml:LinearRegressor":
    case "ai.onnx.ml:SVMRegressor":
    case "ai.onnx.ml:TreeEnsembleRegressor":
      return transformed(node, { kind: "linear" });
    case "ai.onnx.ml:Normalizer": {
      const isByL1 = text(attributes, "norm", "MAX") === "L1";
      return isByL1 && isNonNegative(meaning) ? { kind: "shares", axis: -1 } : rescaled(node);
    }
    case "LpNormalization": {
      const isByL1 = integer(attributes, "p", 2) === 1;
      const axis = integer(attributes, "axis", -1);
      const rank = inputs[0]!.shape?.length;
      const last = axis < 0 || rank === undefined ? axis : axis - rank;
      return isByL1 && isNonNegative(meaning) ? { kind: "shares", axis: last } : rescaled(node);
    }
    case "ai.onnx.ml:Scaler":
      return isShare(meaning) ? mixed(meaning, operator) : { kind: "linear" };
    case "ai.onnx.ml:ZipMap":
      return { kind: "map", of: meaning };
    default:
      return null;
  }
}

/** One row of weights for two classes gives `1 − p` and `p`; a row per class gives sigmoids by themselves. */
function paired(node: Application, { rows, scores }: { rows: number; scores: Meaning }): Meaning {
  const meaning = transformed(node, scores);
  const isPair = rows === 1 && labelCount(node.attributes) === 2;
  return meaning.kind === "sigmoid" && isPair ? { kind: "shares", axis: -1 } : meaning;
}

/** How many classes a classifier of `ai.onnx.ml` has. */
function labelCount(attributes: Attributes): number {
  return Math.max(
    attributes.get("classlabels_ints")?.ints?.length ?? 0,
    attributes.get("classlabels_int64s")?.ints?.length ?? 0,
    attributes.get("classlabels_strings")?.strings?.length ?? 0,
  );
}

function rescaled({ operator, inputs }: Application): Meaning {
  const { meaning } = inputs[0]!;
  if (isShare(meaning)) return mixed(meaning, operator);
  return meaning.kind === "linear" ? meaning : { kind: "other", nonNegative: isNonNegative(meaning) };
}
