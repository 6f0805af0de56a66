import { integer, text } from "../trace/attributes.js";
import type { TracedValue } from "../trace/traced-value.js";
import type { Application } from "../trace/shape-of.js";
import { other, type Meaning } from "./meaning.js";

/** Returns what operators give that decide for a class; null for any other operator. */
export function idsMeaning(node: Application): Meaning | null {
  const { operator, attributes, inputs, place } = node;
  const [first, second] = inputs;
  const { meaning } = first!;
  switch (operator) {
    case "ArgMax":
      return bestPlace(first!, { axis: integer(attributes, "axis", 0), operator });
    case "ArgMin":
      return other("ArgMin gives the place of the smallest");
    case "TopK": {
      if (place === 0) return other("TopK gives the largest numbers, whatever their classes");
      const isOne = (second?.fill ?? integer(attributes, "k", 0)) === 1 && integer(attributes, "largest", 1) === 1;
      return isOne ? bestPlace(first!, { axis: integer(attributes, "axis", -1), operator }) : other();
    }
    case "Hardmax":
      return other("Hardmax marks the largest, which is not a probability");
    case "Greater":
    case "GreaterOrEqual":
      return thresholded(first!, second);
    case "Less":
    case "LessOrEqual":
      return thresholded(second!, first);
    case "Where": {
      const isMark = inputs[1]?.fill === 1 && inputs[2]?.fill === 0;
      return meaning.kind === "ids" && isMark ? meaning : inputs.slice(1).every(({ fixed }) => fixed) ? other() : null;
    }
    case "Round":
      return meaning.kind === "sigmoid" ? { kind: "ids", of: "positions" } : other();
    case "ai.onnx.ml:Binarizer":
      return meaning.kind === "sigmoid" || meaning.kind === "linear" ? { kind: "ids", of: "positions" } : other();
    case "ai.onnx.ml:LabelEncoder":
    case "ai.onnx.ml:CategoryMapper":
      return meaning.kind === "ids" ? { kind: "ids", of: "labels" } : other();
    case "ai.onnx.ml:ArrayFeatureExtractor":
    case "Gather":
      return first!.fixed && second?.meaning.kind === "ids" ? { kind: "ids", of: "labels" } : null;
    case "And":
    case "Or":
    case "Xor":
    case "Not":
    case "Equal":
      return other();
    default:
      return null;
  }
}

/** A place along the last axis is a class, along the first one a node. */
function bestPlace({ shape }: TracedValue, { axis, operator }: { axis: number; operator: string }): Meaning {
  const isLast = axis === -1 || axis === (shape === null ? 1 : shape.length - 1);
  const isRowOfOne = shape?.at(-1) === 1;
  if (isLast && !isRowOfOne) return { kind: "ids", of: "positions" };
  return other(`${operator} is along axis ${axis}, which are not the classes`);
}

/** Above a threshold is the second class. Below one could be either. */
function thresholded(value: TracedValue, threshold: TracedValue | undefined): Meaning {
  const isOver = !value.fixed && threshold?.fixed === true;
  const isScore = value.meaning.kind === "sigmoid" || value.meaning.kind === "linear" || value.meaning.kind === "input";
  return isOver && isScore ? { kind: "ids", of: "positions" } : other();
}

/** Returns the meaning of scores after the transform that classifiers of `ai.onnx.ml` have built in. */
export function transformed({ attributes }: Pick<Application, "attributes">, plainScores: Meaning): Meaning {
  switch (text(attributes, "post_transform", "NONE")) {
    case "NONE":
      return plainScores;
    case "SOFTMAX":
    case "SOFTMAX_ZERO":
      return { kind: "shares", axis: -1 };
    case "LOGISTIC":
      return { kind: "sigmoid" };
    default:
      return other();
  }
}
