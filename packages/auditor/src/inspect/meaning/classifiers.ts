import { integer, text } from "../trace/attributes.js";
import type { Application } from "../trace/shape-of.js";
import { transformed } from "./ids.js";
import { isNonNegative, isShare, mixed, other, type Meaning } from "./meaning.js";

/** Returns what the operators of `ai.onnx.ml` give; null for any other operator. */
export function classifierMeaning(node: Application): Meaning | null {
  const { operator, attributes, inputs, place } = node;
  const { meaning } = inputs[0]!;
  const isLabel = place === 0;
  switch (operator) {
    case "ai.onnx.ml:LinearClassifier":
      if (isLabel) return { kind: "ids", of: "labels" };
      return paired(node, { rows: attributes.get("intercepts")?.floats?.length ?? 0, scores: { kind: "linear" } });
    case "ai.onnx.ml:TreeEnsembleClassifier": {
      if (isLabel) return { kind: "ids", of: "labels" };
      // Leaves may hold shares, votes or scores, and the operator does not say which.
      const rows = new Set((attributes.get("class_ids")?.ints ?? []).map(String)).size;
      return paired(node, { rows, scores: other("the leaves of its trees may hold shares, votes or scores") });
    }
    case "ai.onnx.ml:SVMClassifier":
      if (isLabel) return { kind: "ids", of: "labels" };
      if (attributes.get("prob_a")?.floats?.length) return { kind: "shares", axis: -1 };
      return transformed(node, { kind: "linear" });
    case "ai.onnx.ml:LinearRegressor":
    case "ai.onnx.ml:SVMRegressor":
    case "ai.onnx.ml:TreeEnsembleRegressor":
      return transformed(node, { kind: "linear" });
    case "ai.onnx.ml:Normalizer": {
      const isByL1 = text(attributes, "norm", "MAX") === "L1";
      return isByL1 && isNonNegative(meaning) ? { kind: "shares", axis: -1 } : rescaled(node);
    }
    case "LpNormalization": {
      const isByL1 = integer(attributes, "p", 2) === 1;
      const axis = integer(attributes, "axis", -1);
      const rank = inputs[0]!.shape?.length;
      const last = axis < 0 || rank === undefined ? axis : axis - rank;
      return isByL1 && isNonNegative(meaning) ? { kind: "shares", axis: last } : rescaled(node);
    }
    case "ai.onnx.ml:Scaler":
      return isShare(meaning) ? mixed(meaning, operator) : { kind: "linear" };
    case "ai.onnx.ml:ZipMap":
      return { kind: "map", of: meaning };
    default:
      return null;
  }
}

/** One row of weights for two classes gives `1 − p` and `p`; a row per class gives sigmoids by themselves. */
function paired(node: Application, { rows, scores }: { rows: number; scores: Meaning }): Meaning {
  const { attributes } = node;
  const labels = Math.max(
    attributes.get("classlabels_ints")?.ints?.length ?? 0,
    attributes.get("classlabels_int64s")?.ints?.length ?? 0,
    attributes.get("classlabels_strings")?.strings?.length ?? 0,
  );
  const meaning = transformed(node, scores);
  return meaning.kind === "sigmoid" && rows === 1 && labels === 2 ? { kind: "shares", axis: -1 } : meaning;
}

function rescaled({ operator, inputs }: Application): Meaning {
  const { meaning } = inputs[0]!;
  if (isShare(meaning)) return mixed(meaning, operator);
  return meaning.kind === "linear" ? meaning : { kind: "other", nonNegative: isNonNegative(meaning) };
}
