import { axisOf, intAttribute } from "../../shapes/operation.js";
import type { Fact } from "../facts/fact.js";
import type { ScatterMatch } from "./scatter-match.js";

type Messages = Pick<ScatterMatch, "features" | "source" | "weights">;

/**
 * Returns which rows messages `[E, C]` are, and what they are multiplied with; undefined where they are something else.
 */
export function matchMessages(messages: Fact): Messages | undefined {
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
