import { onnx } from "../builder/proto.js";
import { constantContent, mostElements } from "./constant-content.js";
import { intAttribute, type Operation } from "./operation.js";
import { fixedSize, sumOf, type Size } from "./size.js";

type Elements = readonly Size[];

const int64: number = onnx.TensorProto.DataType.INT64;

/** Elements of a tensor that sizes are computed with, and whether it is a scalar. */
export interface ElementsOf {
  readonly elements: Elements;
  readonly rank: 0 | 1;
}

/** Returns the elements of a node's output where it computes with sizes that are known by name, else undefined. */
export function elementsOf(operation: Operation): ElementsOf | undefined {
  const { operator, operands } = operation;
  const [first, second] = operands;
  if (operator === "Shape") return first?.shape && vector(sliced(operation, first.shape));
  if (operator === "ConstantOfShape") return filled(operation);
  const elements = first?.elements;
  if (elements === undefined) return undefined;
  const rank = first?.shape?.length === 0 ? 0 : 1;
  switch (operator) {
    case "Cast":
      // Floats do not hold every whole number.
      return intAttribute(operation, "to", 0) === int64 ? { elements, rank } : undefined;
    case "Unsqueeze":
      return rank === 0 ? vector(elements) : undefined;
    case "Squeeze":
      return rank === 1 && elements.length === 1 ? { elements, rank: 0 } : undefined;
    case "Reshape":
      return reshaped(elements, second?.elements);
    case "Concat":
      return operands.every((operand) => operand?.elements !== undefined)
        ? vector(operands.flatMap((operand) => operand!.elements!))
        : undefined;
    case "Gather":
      return picked(elements, second);
    case "Slice":
      return slicedByInputs(elements, operands);
    case "Add":
      return elements.length === 1 && second?.elements?.length === 1
        ? {
            elements: [sumOf([elements[0]!, second.elements[0]!])],
            rank: rank === 0 && second.shape?.length === 0 ? 0 : 1,
          }
        : undefined;
    default:
      return undefined;
  }
}

function vector(elements: Elements): ElementsOf {
  return { elements, rank: 1 };
}

/** Exporters write small vectors of ones this way. */
function filled({ attributes, operands }: Operation): ElementsOf | undefined {
  const value = attributes.get("value")?.t;
  const [number] = value ? (constantContent(value).elements ?? []) : [];
  const length = operands[0]?.elements?.length === 1 ? fixedSize(operands[0].elements[0]) : undefined;
  if (number === undefined || length === undefined || length > mostElements) return undefined;
  return vector(Array.from({ length }, () => number));
}

/** Shape-15 returns the sizes from `start` to `end`. */
function sliced(operation: Operation, shape: Elements): Elements {
  const end = operation.attributes.has("end") ? intAttribute(operation, "end", 0) : undefined;
  return shape.slice(intAttribute(operation, "start", 0), end);
}

function reshaped(elements: Elements, to: Elements | undefined): ElementsOf | undefined {
  if (to?.length === 0 && elements.length === 1) return { elements, rank: 0 };
  return to?.length === 1 && ["-1", `${elements.length}`].includes(to[0]!) ? vector(elements) : undefined;
}

function picked(elements: Elements, indices: Operation["operands"][number]): ElementsOf | undefined {
  const places = indices?.elements?.map(fixedSize);
  if (places === undefined || places.some((place) => place === undefined)) return undefined;
  return { elements: places.map((place) => elements.at(place!)!), rank: indices!.shape?.length === 0 ? 0 : 1 };
}

function slicedByInputs(elements: Elements, [, starts, ends, , steps]: Operation["operands"]): ElementsOf | undefined {
  const start = fixedSize(starts?.elements?.[0]);
  const end = fixedSize(ends?.elements?.[0]);
  const step = steps === undefined ? 1 : fixedSize(steps.elements?.[0]);
  return start === undefined || end === undefined || step !== 1 ? undefined : vector(elements.slice(start, end));
}
