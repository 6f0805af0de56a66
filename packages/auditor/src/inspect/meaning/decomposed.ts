import { integer } from "../trace/attributes.js";
import { plain, sameNumbers, type TracedValue } from "../trace/traced-value.js";
import { axisFromFront, namedAxes, type Application } from "../trace/shape-of.js";
import { isNonNegative, type Meaning } from "./meaning.js";

/**
 * Recognises softmax, its logarithm and the sigmoid where they are written out in simple operators: numbers from 0
 * divided by their sum, `z − log Σ e^z`, `1 / (1 + e^−z)`, `e^z / (1 + e^z)`, `(1 + tanh z) / 2` and `1 − p`. Null for
 * anything else.
 */
export function decomposed(node: Application): Meaning | null {
  const [first, second] = node.inputs;
  switch (node.operator) {
    case "Reciprocal":
      return isOnePlusExp(first!) ? { kind: "sigmoid" } : null;
    case "Div":
      if (first!.fill === 1 && isOnePlusExp(second!)) return { kind: "sigmoid" };
      if (isExpShare(first!, second!)) return { kind: "sigmoid" };
      if (second!.fill === 2 && isOnePlusTanh(first!)) return { kind: "sigmoid" };
      return sharesOf(first!, second!);
    case "Mul":
      for (const [a, b] of [
        [first!, second!],
        [second!, first!],
      ] as const) {
        if (a.fill === 0.5 && isOnePlusTanh(b)) return { kind: "sigmoid" };
        const inverse = plain(b);
        const shares = inverse.operator === "Reciprocal" ? sharesOf(a, inverse.inputs[0]!) : null;
        if (shares !== null) return shares;
      }
      return null;
    case "Add":
      return isHalfPlusTanh(first!, second!) || isHalfPlusTanh(second!, first!)
        ? { kind: "sigmoid" }
        : complement(node);
    case "Sub":
      return complement(node) ?? logSharesOf(first!, second!);
    default:
      return null;
  }
}

/**
 * Returns p where a value is written as `1 − p` or, of a sigmoid, as `σ(−z)` with `p = σ(z)`; null where it is neither.
 */
export function complementOf(fact: TracedValue): ((other: TracedValue) => boolean) | null {
  const { operator, inputs } = plain(fact);
  const [first, second] = inputs;
  if (operator === "Sub" && first!.fill === 1) return (p) => sameNumbers(p, second!);
  if (operator === "Add") {
    const [one, negative] = first!.fill === 1 ? [first!, second!] : [second!, first!];
    const inner = plain(negative);
    if (one.fill === 1 && inner.operator === "Neg") return (p) => sameNumbers(p, inner.inputs[0]!);
  }
  if (operator === "Sigmoid" && plain(first!).operator === "Neg") {
    const z = plain(first!).inputs[0]!;
    return (p) => plain(p).operator === "Sigmoid" && sameNumbers(plain(p).inputs[0]!, z);
  }
  return null;
}

function complement(node: Application): Meaning | null {
  const { operator, inputs } = node;
  const of =
    operator === "Sub"
      ? inputs[0]!.fill === 1
        ? inputs[1]!
        : null
      : (inputs
          .map((negative, i) => ({ inner: plain(negative), one: inputs[1 - i]! }))
          .find(({ inner, one }) => one.fill === 1 && inner.operator === "Neg")?.inner.inputs[0] ?? null);
  return of?.meaning.kind === "sigmoid" ? of.meaning : null;
}

/** `numbers / Σ numbers`, with or without what keeps the sum from 0. */
function sharesOf(numbers: TracedValue, divisor: TracedValue): Meaning | null {
  if (!isNonNegative(numbers.meaning)) return null;
  const sum = plain(guarded(plain(divisor)));
  if (sum.operator !== "ReduceSum" && sum.operator !== "ReduceL1") return null;
  const [summed] = sum.inputs;
  const axis = onlyAxis(sum);
  return axis !== null && sameNumbers(summed!, numbers) ? { kind: "shares", axis } : null;
}

/** `z − log Σ e^z`, with or without the largest z taken off first. */
function logSharesOf(z: TracedValue, logSum: TracedValue): Meaning | null {
  const inner = plain(logSum);
  if (inner.operator === "ReduceLogSumExp") return axisIf(inner, sameNumbers(inner.inputs[0]!, z));
  if (inner.operator === "Log") return logOfSum(inner, (summed) => sameNumbers(summed, z));
  if (inner.operator !== "Add") return null;
  for (const [largest, log] of [inner.inputs, [...inner.inputs].reverse()] as [TracedValue, TracedValue][]) {
    const shifted = (summed: TracedValue) => {
      const { operator, inputs } = plain(summed);
      return operator === "Sub" && sameNumbers(inputs[0]!, z) && plain(inputs[1]!) === plain(largest);
    };
    const found = plain(log).operator === "Log" ? logOfSum(plain(log), shifted) : null;
    if (found !== null) return found;
  }
  return null;
}

function logOfSum(log: TracedValue, isWanted: (exponent: TracedValue) => boolean): Meaning | null {
  const sum = plain(log.inputs[0]!);
  const exp = sum.operator === "ReduceSum" ? plain(sum.inputs[0]!) : undefined;
  return exp?.operator === "Exp" ? axisIf(sum, isWanted(exp.inputs[0]!)) : null;
}

function axisIf(reduction: TracedValue, isSame: boolean): Meaning | null {
  const axis = isSame ? onlyAxis(reduction) : null;
  return axis === null ? null : { kind: "log-shares", axis };
}

/** The one axis of a reduction, from the last; null for several. */
function onlyAxis(reduction: TracedValue): number | null {
  const axes = namedAxes(reduction);
  const shape = reduction.inputs[0]?.shape ?? null;
  if (axes === null || axes === "unknown" || axes.length !== 1) return null;
  if (axes[0]! < 0) return axes[0]!;
  // Without its axis, a sum of [N, C] by rows would be spread over the columns.
  const keeps = integer(reduction.attributes, "keepdims", 1) !== 0;
  if (shape === null) return keeps ? axes[0]! : null;
  return axisFromFront(axes[0]!, shape)! - shape.length;
}

/** The value under a lower bound or a small term. */
function guarded(fact: TracedValue): TracedValue {
  const { operator, inputs } = fact;
  if (operator === "Clip") return inputs[0]!;
  const isGuard = ({ fill }: TracedValue) => fill !== null && fill >= 0 && fill <= 1e-6;
  if (operator !== "Add" && operator !== "Max") return fact;
  return inputs.length === 2 && inputs.some(isGuard) ? inputs.find((input) => !isGuard(input))! : fact;
}

/** `1 + e^z` */
function isOnePlusExp(fact: TracedValue): boolean {
  return operands(fact, "Add").some(([one, exp]) => one.fill === 1 && plain(exp).operator === "Exp");
}

/** `e^z` and `1 + e^z` */
function isExpShare(exp: TracedValue, sum: TracedValue): boolean {
  return (
    plain(exp).operator === "Exp" &&
    operands(sum, "Add").some(([one, same]) => one.fill === 1 && sameNumbers(same, exp))
  );
}

function isOnePlusTanh(fact: TracedValue): boolean {
  return operands(fact, "Add").some(([one, tanh]) => one.fill === 1 && plain(tanh).operator === "Tanh");
}

function isHalfPlusTanh(half: TracedValue, rest: TracedValue): boolean {
  return half.fill === 0.5 && operands(rest, "Mul").some(([a, b]) => a.fill === 0.5 && plain(b).operator === "Tanh");
}

/** Both orders of the two inputs of an operator; none where it is another one. */
function operands(fact: TracedValue, operator: string): (readonly [TracedValue, TracedValue])[] {
  const inner = plain(fact);
  const [a, b] = inner.inputs;
  if (inner.operator !== operator || a === undefined || b === undefined) return [];
  return [
    [a, b],
    [b, a],
  ];
}
