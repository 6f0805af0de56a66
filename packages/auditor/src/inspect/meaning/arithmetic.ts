import { integer } from "../trace/attributes.js";
import { plain, type TracedValue } from "../trace/traced-value.js";
import { axisFromFront, namedAxes, type Application } from "../trace/shape-of.js";
import { decomposed } from "./decomposed.js";
import { isNonNegative, isShare, mixed, other, type Meaning } from "./meaning.js";

/** Terms up to this size only keep a logarithm or a quotient from failing. */
const negligible = 1e-6;

/** Returns what sums, differences, products and means give; null for any other operator. */
export function arithmeticMeaning(node: Application): Meaning | null {
  switch (node.operator) {
    case "Add":
    case "Sub":
    case "Sum":
    case "Mul":
    case "Div":
    case "Mean":
      return decomposed(node) ?? combinedMeaning(node);
    case "Reciprocal":
      return decomposed(node) ?? { kind: "other", nonNegative: isNonNegative(node.inputs[0]!.meaning) };
    case "Neg": {
      const { meaning } = node.inputs[0]!;
      if (isShare(meaning)) return mixed(meaning, "Neg");
      return isScore(meaning) ? { kind: "linear" } : other();
    }
    case "Max":
    case "Min":
      return boundedMeaning(node);
    case "ReduceMean":
    case "ReduceSum":
      return reducedMeaning(node);
    default:
      return null;
  }
}

function combinedMeaning({ operator, inputs }: Application): Meaning {
  const [first, second] = inputs;
  const meanings = inputs.map(({ meaning }) => meaning);
  if (operator === "Mean" && sharesOfOneAxis(meanings)) return meanings[0]!;
  if (second === undefined) return first!.meaning;
  const kept = inputs.length === 2 ? unchanged(operator, { first: first!, second }) : null;
  if (kept !== null) return kept;
  const share = meanings.find(isShare);
  if (share === undefined) {
    if (operator === "Div" ? isScore(meanings[0]!) : meanings.some(isScore)) return { kind: "linear" };
    if (meanings.some(({ kind }) => kind === "ids")) return other(`${operator} changes the ids`);
    return { kind: "other", nonNegative: operator !== "Sub" && inputs.every(isNeverNegative) };
  }
  // A logarithm of probabilities with something added is a score that softmax makes probabilities of again.
  const isShifted = operator === "Add" || operator === "Sub" || operator === "Sum";
  const others = meanings.filter((meaning) => !isShare(meaning));
  if (isShifted && share.kind === "log-shares" && others.length === meanings.length - 1) {
    const isFirst = meanings[0] === share;
    return operator === "Sub" && !isFirst ? mixed(share, operator) : { kind: "linear" };
  }
  if (operator === "Mul" && inputs.length === 2) return weightedMeaning(first!, second);
  return mixed(share, operator);
}

/** Scores times a gate or attention are scores; shares times a weight are no longer shares. */
function weightedMeaning(a: TracedValue, b: TracedValue): Meaning {
  const [share, factor] = isShare(a.meaning) ? [a, b] : [b, a];
  const isOwnGate = plain(share).inputs[0] !== undefined && plain(plain(share).inputs[0]!) === plain(factor);
  if (isOwnGate) return other("it is a score times its own sigmoid");
  const isColumn = factor.shape?.at(-1) === 1 && share.shape?.at(-1) !== 1;
  return factor.meaning.kind === "linear" && !isColumn ? { kind: "linear" } : mixed(share.meaning, "Mul");
}

/** What a term of 0, a factor of 1 or a negligible term leaves as it is; `1 − p` is as much a probability as p. */
function unchanged(operator: string, { first, second }: { first: TracedValue; second: TracedValue }): Meaning | null {
  const isSum = operator === "Add" || operator === "Sum";
  const small = ({ fill }: TracedValue) => fill !== null && Math.abs(fill) <= negligible;
  if ((isSum || operator === "Sub") && small(second)) return first.meaning;
  if (isSum && small(first)) return second.meaning;
  if ((operator === "Mul" || operator === "Div") && second.fill === 1) return first.meaning;
  if (operator === "Mul" && first.fill === 1) return second.meaning;
  return null;
}

function isScore({ kind }: Meaning): boolean {
  return kind === "linear" || kind === "input";
}

function isNeverNegative({ meaning, values }: TracedValue): boolean {
  return isNonNegative(meaning) || (values?.every((value) => value !== null && value >= 0) ?? false);
}

function sharesOfOneAxis(meanings: readonly Meaning[]): boolean {
  const [first] = meanings;
  return first?.kind === "shares" && meanings.every((one) => one.kind === "shares" && one.axis === first.axis);
}

/** A largest or smallest of a value and constants that it does not cross. */
function boundedMeaning({ operator, inputs }: Application): Meaning {
  if (inputs.length === 1) return inputs[0]!.meaning;
  const bounds = inputs.filter(({ fixed }) => fixed).map(({ fill }) => fill);
  const [value, ...more] = inputs.filter(({ fixed }) => !fixed);
  const { meaning } = value!;
  const isFree = (bound: number | null) =>
    bound !== null && (operator === "Max" ? bound <= 1e-3 && meaning.kind !== "log-shares" : bound >= 1 - 1e-3);
  const isProbability = meaning.kind === "shares" || meaning.kind === "sigmoid" || meaning.kind === "log-shares";
  if (isProbability && more.length === 0 && bounds.every(isFree)) return meaning;
  const share = inputs.map((input) => input.meaning).find(isShare);
  if (share !== undefined) return mixed(share, operator);
  return { kind: "other", nonNegative: operator === "Max" && bounds.some((bound) => bound !== null && bound >= 0) };
}

function reducedMeaning(node: Application): Meaning {
  const { operator, attributes, inputs } = node;
  const { meaning, shape } = inputs[0]!;
  if (isScore(meaning)) return { kind: "linear" };
  if (!isShare(meaning)) return { kind: "other", nonNegative: isNonNegative(meaning) };
  const axes = namedAxes(node);
  if (operator === "ReduceMean" && meaning.kind === "shares" && shape !== null && axes !== null && axes !== "unknown") {
    const gone = axes.map((axis) => axisFromFront(axis, shape)!);
    const own = axisFromFront(meaning.axis, shape)!;
    const after = integer(attributes, "keepdims", 1) === 0 ? gone.filter((axis) => axis > own).length : 0;
    if (!gone.includes(own)) return { kind: "shares", axis: own - shape.length + after };
  }
  return mixed(meaning, operator);
}
