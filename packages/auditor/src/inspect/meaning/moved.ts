import { integer, integers } from "../trace/attributes.js";
import { absentFact, type TracedValue } from "../trace/traced-value.js";
import { axisFromFront, namedAxes, slicedAxes, type Application } from "../trace/shape-of.js";
import { complementOf } from "./decomposed.js";
import { joined, other, type Meaning } from "./meaning.js";

/** Returns what operators give that move numbers or take some of them; null for any other operator. */
export function movedMeaning(node: Application): Meaning | null {
  const { operator, inputs } = node;
  const { meaning } = inputs[0]!;
  switch (operator) {
    case "Transpose":
    case "Squeeze":
    case "Unsqueeze":
    case "Flatten":
    case "Reshape":
    case "Expand":
    case "GatherND":
      return turned(meaning, node);
    case "Gather":
    case "Slice":
    case "Split":
      return taken(meaning, node);
    case "Concat":
      return concatenated(node);
    case "Tile":
    case "Pad":
    case "Compress":
    case "GatherElements":
      return "axis" in meaning ? other(`${operator} may take the rows of a softmax apart`) : meaning;
    default:
      return null;
  }
}

function turned(meaning: Meaning, node: Application): Meaning {
  if (!("axis" in meaning)) return meaning;
  const axis = movedAxis(meaning.axis, node);
  return axis === null ? other(`${node.operator} may take the rows of a softmax apart`) : { ...meaning, axis };
}

/** Where an axis stands afterwards, from the last; null where it is lost. */
function movedAxis(axis: number, node: Application): number | null {
  const { operator, attributes, inputs } = node;
  const { shape } = inputs[0]!;
  if (operator === "Transpose") {
    const perm = integers(attributes, "perm") ?? shape?.map((_, place) => shape.length - 1 - place) ?? null;
    if (perm === null) return null;
    const place = perm.indexOf(axis < 0 ? axis + perm.length : axis);
    return place < 0 ? null : place - perm.length;
  }
  if (operator === "Expand" || operator === "GatherND") return operator === "Expand" || axis === -1 ? axis : null;
  if (shape === null) return null;
  const own = axisFromFront(axis, shape)!;
  if (operator === "Squeeze") {
    const axes = namedAxes(node);
    if (axes === "unknown") return null;
    const gone =
      axes?.map((one) => axisFromFront(one, shape)!) ?? [...shape.keys()].filter((place) => shape[place] === 1);
    return gone.includes(own) ? null : axis + gone.filter((place) => place > own).length;
  }
  if (operator === "Unsqueeze") {
    const axes = namedAxes(node);
    if (axes === null || axes === "unknown") return null;
    const rank = shape.length + axes.length;
    const added = new Set(axes.map((one) => (one < 0 ? one + rank : one)));
    const kept = Array.from({ length: rank }, (_, place) => place).filter((place) => !added.has(place));
    return kept[own]! - rank;
  }
  return refittedAxis(own, node);
}

/**
 * A reshape keeps rows together that were the last axis, or the last but for sizes of 1, and have the same length
 * afterwards.
 */
function refittedAxis(own: number, node: Application): number | null {
  const { operator, attributes, inputs } = node;
  const shape = inputs[0]!.shape!;
  if (shape.slice(own + 1).some((size) => size !== 1)) return null;
  const size = shape[own]!;
  if (operator === "Flatten") {
    const place = axisFromFront(integer(attributes, "axis", 1), shape)!;
    return place <= own && shape.slice(place, own).every((one) => one === 1) ? -1 : null;
  }
  const target = inputs[1]?.values ?? null;
  if (target === null) {
    // Sizes that are computed: the check of the values that are seen finds rows that were taken apart.
    return -1;
  }
  const sizes = target.map((one, place) => (one === 0 ? (shape[place] ?? null) : one));
  const last = sizes.findLastIndex((one) => one !== 1);
  const end = last < 0 ? sizes.length - 1 : last;
  const isSame = sizes[end] === size || sizes[end] === null || size === null;
  const isRest =
    sizes[end] === -1 &&
    target.length === shape.length &&
    target.every((one, place) => place === end || one === 0 || one === shape[place]);
  const isOnlyFree =
    sizes[end] === -1 && shape.slice(0, own).every((one) => one === 1) && sizes.slice(0, end).every((one) => one === 1);
  return (isSame && sizes[end] !== -1) || isRest || isOnlyFree ? end - sizes.length : null;
}

/** Some of the rows are what they were; some of the columns are not, but for the second of two. */
function taken(meaning: Meaning, node: Application): Meaning {
  const { operator, attributes, inputs } = node;
  const { shape } = inputs[0]!;
  const isSeveral = "axis" in meaning || meaning.kind === "sigmoid";
  if (!isSeveral) return meaning;
  const cut = operator === "Slice" ? slicedAxes(node) : new Set([axisFromFront(integer(attributes, "axis", 0), shape)]);
  const columns = "axis" in meaning ? meaning.axis : -1;
  const own = axisFromFront(columns, shape);
  if (cut === null) return other(`${operator} may take some of the columns only`);
  if (own === null) {
    const isRows = columns === -1 && cut.size === 1 && cut.has(0);
    return isRows ? meaning : other(`${operator} may take some of the columns only`);
  }
  const isVector = !("axis" in meaning) && shape!.length === 1;
  if (!cut.has(own) || isVector) {
    if (!("axis" in meaning) || operator !== "Gather") return meaning;
    const [at] = cut as ReadonlySet<number>;
    const added = (inputs[1]?.shape?.length ?? 1) - 1;
    return { ...meaning, axis: at! < own ? meaning.axis : meaning.axis - added };
  }
  const columnsOf = shape![own]!;
  const chosen = chosenPlaces(node, { size: columnsOf, axis: own });
  if (chosen === "all") return meaning;
  if (chosen === 1 && columnsOf === 2 && meaning.kind !== "log-shares") return { kind: "sigmoid" };
  return other(`${operator} takes some of the columns only`);
}

/** Which columns are taken: all, or the place of the only one; null for others and where it is not known. */
function chosenPlaces(node: Application, { size, axis }: { size: number | null; axis: number }): "all" | number | null {
  const { operator, inputs, attributes, place } = node;
  const only = (at: number) => (at < 0 ? (size === null ? null : at + size) : at);
  if (operator === "Gather") {
    const values = inputs[1]?.values;
    if (!values?.every((value) => value !== null)) return null;
    const isAll = size !== null && values.length === size && values.every((value, i) => only(value) === i);
    return isAll ? "all" : values.length === 1 ? only(values[0]!) : null;
  }
  if (operator === "Split") {
    const sizes = integers(attributes, "split") ?? (inputs[1] === absentFact ? null : (inputs[1]?.values ?? null));
    if (sizes === null) return size === null || integer(attributes, "num_outputs", size) !== size ? null : place;
    return sizes.every((one) => one === 1) ? place : null;
  }
  const list = (fact: TracedValue | undefined, name: string) => integers(attributes, name) ?? fact?.values ?? null;
  const starts = list(inputs[1], "starts");
  const ends = list(inputs[2], "ends");
  const axes = list(inputs[3], "axes") ?? starts?.map((_, i) => i) ?? null;
  const steps = inputs[4]?.values ?? null;
  const at = axes?.findIndex((one) => one !== null && axisFromFront(one, inputs[0]!.shape) === axis) ?? -1;
  const [start, end] = [starts?.[at], ends?.[at]];
  if (typeof start !== "number" || typeof end !== "number" || (steps !== null && steps[at] !== 1)) return null;
  const [from, to] = [only(start), end > 2 ** 30 ? size : only(end)];
  if (from === 0 && (end > 2 ** 30 || (size !== null && to !== null && to >= size))) return "all";
  return from !== null && to !== null && Math.min(to, size ?? to) - from === 1 ? from : null;
}

/** Columns side by side: probabilities where they are `1 − p` and `p`, or all sigmoids by themselves. */
function concatenated(node: Application): Meaning {
  const { attributes, inputs } = node;
  const meanings = inputs.map(({ meaning }) => meaning);
  const shape = inputs.map((input) => input.shape).find((one) => one !== null) ?? null;
  const axis = integer(attributes, "axis", 0);
  const all = joined(meanings);
  const columns = "axis" in all ? all.axis : -1;
  const isColumns = axis === columns || axisFromFront(axis, shape) === (axisFromFront(columns, shape) ?? NaN);
  if (isColumns && inputs.length === 2 && all.kind === "sigmoid") {
    const [a, b] = inputs as [TracedValue, TracedValue];
    if (complementOf(a)?.(b) === true || complementOf(b)?.(a) === true) return { kind: "shares", axis: columns };
  }
  if (isColumns && "axis" in all && inputs.length > 1) return other("Concat puts several softmaxes side by side");
  return all;
}
