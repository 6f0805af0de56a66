import type { onnx } from "../../builder/proto.js";
import type { Fact } from "../facts/fact.js";
import type { SumPattern } from "../optimize-findings.js";
import type { ScatterMatch } from "./scatter-match.js";

const passing: ReadonlySet<string> = new Set(["Clip", "Column", "Expand", "Max", "Reshape"]);

/** Returns what a sum is called in the findings. */
export function sumPattern(
  match: ScatterMatch,
  { sum, graph, facts }: { sum: string; graph: onnx.IGraphProto; facts: ReadonlyMap<string, Fact> },
): SumPattern {
  const isDivided = (graph.node ?? []).some(({ opType, input }) => {
    const [dividend, divisor] = input ?? [];
    return opType === "Div" && dividend === sum && isCount(facts.get(divisor ?? ""), match.target);
  });
  if (isDivided && match.weights.length === 0) return "mean";
  return match.weights.length === 0 ? "sum" : "weighted sum";
}

/** Whether a value is the number of arcs into each node, kept from being 0 or repeated per column or not. */
function isCount(value: Fact | undefined, target: Fact): boolean {
  const { operator, operands = [] } = value?.origin ?? {};
  if (operator === "ScatterElements" || operator === "ScatterND") {
    return operands[2]?.fill === 1 && operands[1]?.id === target.id;
  }
  return passing.has(operator ?? "") && isCount(operands[0], target);
}
