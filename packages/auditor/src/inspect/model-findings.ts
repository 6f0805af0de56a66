import onnxProto from "onnx-proto";
import { integer, text } from "./trace/attributes.js";
import { plain, type TracedValue } from "./trace/traced-value.js";
import { randomOperators } from "./trace/index-facts.js";
import { axisFromFront, type Application } from "./trace/shape-of.js";
import type { OperatorCensus } from "./count-operators.js";

/** Something that is known to go wrong with a model, whatever its weights. */
export interface ModelFinding {
  readonly code:
    | "division-by-zero"
    | "overwriting-scatter"
    | "racing-scatter"
    | "half-precision-sum"
    | "random-operator"
    | "training-mode";
  /**
   * `error`: predictions are wrong unless somebody knows better. `warning`: they may be. `handled`: evenodds avoids it.
   */
  readonly severity: "error" | "warning" | "handled";
  /** How many nodes of the model it is about. */
  readonly count: number;
  /** What goes wrong, a sentence without its end. */
  readonly what: string;
  readonly remedy: string;
}

const { BOOL, FLOAT16, BFLOAT16, FLOAT, DOUBLE, INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32, UINT64 } =
  onnxProto.onnx.TensorProto.DataType;
const floats: ReadonlySet<number> = new Set([0, FLOAT, DOUBLE, FLOAT16, BFLOAT16]);
const truths: ReadonlySet<number> = new Set([BOOL]);
const halves: ReadonlySet<number> = new Set([FLOAT16, BFLOAT16]);
const wholes: ReadonlySet<number> = new Set([INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32, UINT64]);
const scatters: ReadonlySet<string> = new Set(["Scatter", "ScatterElements", "ScatterND"]);

/** Collects findings while a model is traced: `visit` takes every node, `findings` returns them, the gravest first. */
export function collectFindings({ racingScatters }: Pick<OperatorCensus, "racingScatters">): {
  readonly visit: (node: Application) => void;
  readonly findings: () => readonly ModelFinding[];
} {
  const counts = new Map<ModelFinding["code"], Map<string, number>>();
  const count = (code: ModelFinding["code"], operator: string, more = 1) => {
    const by = counts.get(code) ?? new Map<string, number>();
    counts.set(code, by.set(operator, (by.get(operator) ?? 0) + more));
  };
  const visit = (node: Application) => {
    const { operator, attributes, inputs } = node;
    if (scatters.has(operator)) {
      const reduction = text(attributes, "reduction", "none");
      if (reduction === "none" && overwrites(node)) count("overwriting-scatter", operator);
      if (reduction === "add" && halves.has(inputs[0]?.type ?? 0)) count("half-precision-sum", operator);
    }
    if (dividesByZero(node)) count("division-by-zero", operator);
    const isDropping = operator === "Dropout" && inputs[2]?.fill === 1 && inputs[1]?.fill !== 0;
    if (isDropping || randomOperators.has(operator)) count("random-operator", operator);
    if (operator === "BatchNormalization" && integer(attributes, "training_mode", 0) === 1) {
      count("training-mode", operator);
    }
  };
  if (racingScatters > 0) count("racing-scatter", "ScatterND", racingScatters);
  return {
    visit,
    findings: () =>
      kinds.flatMap(({ what, ...kind }) =>
        [...(counts.get(kind.code) ?? [])]
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([operator, nodes]) => ({ ...kind, count: nodes, what: `${operator} ${what}` })),
      ),
  };
}

/** The gravest first. */
const kinds: readonly Omit<ModelFinding, "count">[] = [
  {
    code: "division-by-zero",
    severity: "error",
    what: "of whole numbers by a constant 0, at which ONNX Runtime ends its process",
    remedy: "export the model again: this file is damaged",
  },
  {
    code: "overwriting-scatter",
    severity: "error",
    what: "without a reduction along indices that may repeat: rows overwrite each other where they should add up",
    remedy: "export the model with opset 18, where a scatter can add; ‘trustScatter’ takes it as it is",
  },
  {
    code: "half-precision-sum",
    severity: "warning",
    what: "adding up 16-bit numbers: counts stop at 2048, and sums of many neighbours lose digits",
    remedy: "export the model in float32",
  },
  {
    code: "random-operator",
    severity: "warning",
    what: "drawing random numbers: equal runs give different predictions",
    remedy: "export the model in evaluation mode",
  },
  {
    code: "training-mode",
    severity: "warning",
    what: "in training mode: the prediction of a node depends on which other nodes are in the graph",
    remedy: "export the model in evaluation mode",
  },
  {
    code: "racing-scatter",
    severity: "handled",
    what: "with a reduction: ONNX Runtime loses updates when several CPU threads share it",
    remedy: "evenodds runs the model on one CPU thread; others have to do so too",
  },
];

/** Whether whole numbers are divided by a constant that is or contains 0; pieces of a split count too. */
function dividesByZero({ operator, inputs }: Application): boolean {
  const [data, divisor] = inputs;
  if (operator === "SplitToSequence") return divisor?.fill === 0;
  if (operator !== "Div" && operator !== "Mod") return false;
  const isWhole = wholes.has(data?.type ?? 0) || wholes.has(divisor?.type ?? 0);
  return isWhole && (divisor?.fill === 0 || divisor?.values?.includes(0) === true);
}

/** Returns a finding in one sentence: `2 ScatterElements without …`. */
export function findingText({ count, what }: Pick<ModelFinding, "count" | "what">): string {
  return `${count} ${what}`;
}

/**
 * Whether a scatter without reduction may write to one place several times where a sum was meant. Exporters write such
 * a scatter for sums below opset 16, and some for `index_add` and `index_put` at any opset; they write one for
 * assignments too. An assignment is told by indices that do not come from the content of an input, or that cannot
 * repeat (`NonZero`, `TopK`, `Range`, one per line); by a start from another number than 0; and by what is assigned:
 * truth values, or whole numbers that differ, which are positions and not messages.
 */
function overwrites({ operator, attributes, inputs }: Application): boolean {
  const [data, indices, updates] = inputs;
  if (data === undefined || indices === undefined || updates === undefined) return false;
  if (data.fill !== null && data.fill !== 0) return false;
  if ([data, updates].some(({ type }) => truths.has(type))) return false;
  const isWhole = !floats.has(data.type) || !floats.has(updates.type);
  if (isWhole && updates.fill === null) return false;
  return operator === "ScatterND"
    ? tuplesMayRepeat(indices)
    : linesMayRepeat(indices, { axis: integer(attributes, "axis", 0), data });
}

/** Indices `[…, k]` of `ScatterND`: each row names a place. */
function tuplesMayRepeat(indices: TracedValue): boolean {
  const inner = plain(indices);
  if (inner.operator === "Transpose" && plain(inner.inputs[0]!).operator === "NonZero") return false;
  if (indices.shape?.slice(0, -1).every((size) => size === 1) === true) return false;
  if (indices.distinct || inner.distinct) return false;
  return !indices.fixed || indices.repeats;
}

/** Indices of `ScatterElements`: each line along the axis names places. */
function linesMayRepeat(
  indices: TracedValue,
  { axis, data }: { readonly axis: number; readonly data: TracedValue },
): boolean {
  const front = axisFromFront(axis, indices.shape ?? data.shape);
  const along = (fact: TracedValue) => (front === null ? undefined : fact.shape?.[front]);
  if (along(indices) === 1) return false;
  const inner = plain(indices);
  const column = indices.operator === "Expand" ? indices.inputs[0]! : indices;
  if (along(column) === 1 && column !== indices) return true;
  if (indices.distinct || inner.distinct) return false;
  if (inner.operator === "TopK" && inner.place === 1) {
    return axisFromFront(integer(inner.attributes, "axis", -1), inner.inputs[0]!.shape) !== front;
  }
  if (indices.values !== null && indices.shape !== null && front !== null) {
    return repeatsAlong(indices.values, { shape: indices.shape, axis: front });
  }
  const isFilled = indices.fill !== null && indices.shape?.length !== 0;
  return !indices.fixed || indices.repeats || isFilled;
}

function repeatsAlong(
  values: readonly (number | null)[],
  { shape, axis }: { readonly shape: readonly (number | null)[]; readonly axis: number },
): boolean {
  const after = shape.slice(axis + 1).reduce<number>((product, size) => product * (size ?? NaN), 1);
  const length = shape[axis] ?? NaN;
  if (!Number.isFinite(after * length)) return true;
  const seen = new Set<string>();
  return values.some((value, i) => {
    const line = Math.floor(i / (after * length)) * after + (i % after);
    const key = `${line} ${value}`;
    const isSeen = value === null || seen.has(key);
    seen.add(key);
    return isSeen;
  });
}
