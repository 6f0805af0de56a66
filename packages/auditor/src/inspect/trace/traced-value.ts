import type { Attributes } from "./attributes.js";
import type { Meaning } from "../meaning/meaning.js";

/** Sizes of a tensor, null where one is open; as a whole null where not even the number of axes is known. */
export type TracedShape = readonly (number | null)[] | null;

/** What the file alone tells of one value of a model. */
export interface TracedValue {
  /** Number of `TensorProto.DataType`, 0 where it is not known. */
  readonly type: number;
  readonly shape: TracedShape;
  /**
   * Elements of a small tensor of numbers, null for those that are known only when the model runs; null for any other
   * tensor.
   */
  readonly values: readonly (number | null)[] | null;
  /** The number that all elements are; null where they differ or are not known. */
  readonly fill: number | null;
  /** Whether it depends on nothing but constants and the sizes of the inputs. */
  readonly fixed: boolean;
  /** Whether no two elements are equal. */
  readonly distinct: boolean;
  /** Whether equal numbers of a constant may have come into it. Read for indices only. */
  readonly repeats: boolean;
  readonly meaning: Meaning;
  /** Empty for inputs, constants and what is not followed. Operators of other domains are `domain:name`. */
  readonly operator: string;
  readonly attributes: Attributes;
  readonly inputs: readonly TracedValue[];
  /** Which of the operator's outputs it is. */
  readonly place: number;
  /** The last operators that it came through, at most four, the last one last. */
  readonly trail: readonly string[];
}

/** A value of which nothing is known but that it depends on the inputs. */
export const unknownFact: TracedValue = {
  type: 0,
  shape: null,
  values: null,
  fill: null,
  fixed: false,
  distinct: false,
  repeats: true,
  meaning: { kind: "other", nonNegative: false },
  operator: "",
  attributes: new Map(),
  inputs: [],
  place: 0,
  trail: [],
};

/** Stands for an optional input that is left out. */
export const absentFact: TracedValue = { ...unknownFact, type: -1, fixed: true, repeats: false };

/** Operators that change the form of a tensor at most, not the numbers in it or their order. */
const reforming: ReadonlySet<string> = new Set(
  "Cast CastLike Dropout Expand Flatten Identity Reshape Squeeze Unsqueeze".split(" "),
);

/** Returns the value before the operators that only changed its form. */
export function plain(fact: TracedValue): TracedValue {
  let inner = fact;
  while (reforming.has(inner.operator) && inner.inputs[0] !== undefined) inner = inner.inputs[0];
  return inner;
}

/** Whether two values are the same numbers, whatever their form: one value, or computed by the same few operators. */
export function sameNumbers(a: TracedValue, b: TracedValue, depth = 6): boolean {
  const [one, other] = [plain(a), plain(b)];
  if (one === other) return true;
  if (one.fill !== null && one.fill === other.fill) return true;
  if (depth === 0 || one.operator === "" || one.operator !== other.operator || one.place !== other.place) return false;
  return (
    pure.has(one.operator) &&
    one.inputs.length === other.inputs.length &&
    one.inputs.every((input, i) => sameNumbers(input, other.inputs[i]!, depth - 1))
  );
}

/** Operators without attributes that matter to {@link sameNumbers}. */
const pure: ReadonlySet<string> = new Set("Add Div Exp Log MatMul Mul Neg Reciprocal Sigmoid Sub Tanh".split(" "));
