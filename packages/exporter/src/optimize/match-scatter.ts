import { onnx } from "../builder/proto.js";
import { axisOf, intAttribute } from "../shapes/operation.js";
import { fixedSize } from "../shapes/size.js";
import type { Fact, Origin } from "./derive-facts.js";

const { FLOAT } = onnx.TensorProto.DataType;

/**
 * Looks at a `ScatterElements` or `ScatterND` and returns what it sums over which arcs, or why it is none of the sums
 * that have a faster form; undefined where it reduces nothing, so that it is not a sum over arcs at all. Names play no
 * part.
 *
 * A sum is: rows gathered from `[N, C]` by one vector of nodes, each times weights of its arc or not, added along axis
 * 0 onto zeros `[N, C]` by another vector of nodes, which is repeated for every column. A scatter that would be one but
 * overwrites is left: exporters write it for some sums, and what it gives depends on the order of the arcs.
 */
export function matchScatter(scatter: Origin): ScatterMatch | LeftScatter | undefined {
  const reduction = textAttribute(scatter, "reduction");
  if (reduction === "add") return matchSum(scatter);
  if (reduction !== "none") return left(`the reduction is ${reduction}, not add`);
  const sum = matchSum(scatter);
  if ("reason" in sum) return undefined;
  return left("rows overwrite each other instead of adding up, so the model is wrong where nodes have several arcs");
}

function matchSum(scatter: Origin): ScatterMatch | LeftScatter {
  const [data, indices, updates] = scatter.operands;
  const shape = data?.shape;
  if (shape === undefined) return left("the shape of the result cannot be told from the file");
  if (shape.length === 1) return left("one number per arc is fast that way");
  if (shape.length > 2) return left(`messages have ${shape.length} axes, as of several attention heads`);
  if (scatter.operator === "ScatterElements" && axisOf(scatter, { rank: 2, standard: 0 }) !== 0) {
    return left("the sum is not along axis 0");
  }
  if (data?.fill !== 0) return left("the sum does not start from zeros");
  if (data.type !== FLOAT) return left("numbers are not float32");
  const width = fixedSize(shape[1]);
  if (width === undefined) return left("the number of columns is not fixed in the file");
  const target = repeatedColumn(scatter, indices, shape[1]!);
  if (target === undefined) return left("the index is not one vector of nodes, repeated for every column");
  const messages = updates && matchMessages(updates);
  if (messages === undefined) return left("messages are not rows of nodes, with or without a weight per arc");
  if (messages.source.shape![0] !== target.shape![0]) return left("sources and targets may differ in number");
  if (messages.features.shape![0] !== shape[0]) return left("sources and targets may be nodes of different kinds");
  if (messages.features.shape![1] !== shape[1]) return left("messages may have other columns than the result");
  return { ...messages, target, width };
}

function left(reason: string): LeftScatter {
  return { reason };
}

/** The vector `[E]` that index tensors of a scatter of rows are made of. */
function repeatedColumn({ operator }: Origin, indices: Fact | undefined, width: string): Fact | undefined {
  const column =
    operator === "ScatterElements" && indices?.origin?.operator === "Expand" && indices.shape?.[1] === width
      ? indices.origin.operands[0]
      : indices;
  if (operator === "ScatterElements" && column === indices && width !== "1") return undefined;
  if (column?.origin?.operator !== "Column") return undefined;
  const vector = column.origin.operands[0];
  return indices?.shape?.[0] === vector?.shape?.[0] ? vector : undefined;
}

function textAttribute({ attributes }: Origin, name: string): string {
  const text = attributes.get(name)?.s;
  return text?.length ? new TextDecoder().decode(text) : "none";
}

type Messages = Pick<ScatterMatch, "features" | "source" | "weights">;

/**
 * Returns which rows messages `[E, C]` are, and what they are multiplied with; undefined where they are something else.
 */
function matchMessages(messages: Fact): Messages | undefined {
  const { operator, operands = [] } = messages.origin ?? {};
  if (operator === "Gather" || operator === "GatherND") return gatheredRows(messages);
  if (operator !== "Mul") return undefined;
  const [a, b] = operands;
  return weighted(a, b) ?? weighted(b, a);
}

/** `factor` has one number per arc. */
function weighted(factor: Fact | undefined, rows: Fact | undefined): Messages | undefined {
  const messages = rows && matchMessages(rows);
  const isPerArc = factor?.shape?.length === 2 && factor.shape[1] === "1";
  if (messages === undefined || !isPerArc || factor.shape[0] !== messages.source.shape![0]) return undefined;
  return { ...messages, weights: [...messages.weights, factor] };
}

function gatheredRows({ origin }: Fact): Messages | undefined {
  const [features, indices] = origin!.operands;
  if (features?.shape?.length !== 2) return undefined;
  if (origin!.operator === "Gather") {
    const isByRow = axisOf(origin!, { rank: 2, standard: 0 }) === 0;
    return isByRow && indices?.shape?.length === 1 ? { features, source: indices, weights: [] } : undefined;
  }
  const source = indices?.origin?.operator === "Column" ? indices.origin.operands[0] : undefined;
  const isBatched = intAttribute(origin!, "batch_dims", 0) !== 0;
  return source === undefined || isBatched ? undefined : { features, source, weights: [] };
}

/** What a scatter computes: `y[t] = Σ w h[s]` over arcs s → t, `[N, width]`. */
export interface ScatterMatch {
  /** h, `[N, width]` */
  readonly features: Fact;
  readonly width: number;
  /** Of each arc, `[E]`. */
  readonly source: Fact;
  readonly target: Fact;
  /** Factors of w, `[E]` or `[E, 1]` each; none where all arcs count once. */
  readonly weights: readonly Fact[];
}

/** Why a scatter is left as it is. */
export interface LeftScatter {
  readonly reason: string;
}
