import onnxProto from "onnx-proto";
import { integer, text } from "../trace/attributes.js";
import { absentFact, type Fact } from "../trace/fact.js";
import type { Application } from "../trace/shape-of.js";
import { arithmeticMeaning } from "./arithmetic.js";
import { classifierMeaning } from "./classifiers.js";
import { idsMeaning } from "./ids.js";
import { isNonNegative, isShare, joined, mixed, other, type Meaning } from "./meaning.js";
import { movedMeaning } from "./moved.js";
import { shareAxis } from "./share-axis.js";

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
  const bound = (fact: Fact | undefined, name: string, open: number) =>
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
