import { integer } from "../trace/attributes.js";
import { axisFromFront } from "../trace/shape-of.js";
import type { Applied } from "./meaning-of.js";
import { other, type Meaning } from "./meaning.js";

/** Since this version a softmax is along one axis; before, along all from its axis on, taken together. */
const oneAxisSince = 13;

/** Returns what a softmax or its logarithm gives: along which one axis the shares add up to 1. */
export function shareAxis(node: Applied, kind: "shares" | "log-shares"): Meaning {
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
