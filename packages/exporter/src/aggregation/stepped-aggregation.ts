import { givenValues, type ArcStep } from "@evenodds/core";
import type { GraphBuilder } from "../builder/graph-builder.js";
import type { Value } from "../builder/value.js";
import { lazily } from "../lazily.js";
import type { Aggregation } from "./aggregation.js";
import { projectAttention } from "./project-attention.js";

/**
 * Returns aggregations that add no nodes: each is handed to `record` as a step that something else takes, and its
 * result is a further input of the graph, `[rows, width]`. So is the in-degree. What is left in the graph treats every
 * node by itself.
 */
export function steppedAggregation(
  graph: GraphBuilder,
  {
    rows,
    weighted,
    record,
  }: {
    /** Name of the size that all inputs share. */
    readonly rows: string;
    /** Whether arcs have weights. */
    readonly weighted: boolean;
    readonly record: (step: ArcStep) => void;
  },
): Aggregation {
  let steps = 0;
  const given = (name: string, width: number): Value<"float32"> =>
    graph.input({ name, elementType: "float32", shape: [rows, width] });
  const stepped = (op: ArcStep["op"], width: number) => given(`${op}_${steps++}`, width);
  return {
    degree: lazily(() => given(givenValues.degree, 1)),
    sum: ({ name: input }, { width }) => {
      const output = stepped("sum", width);
      record({ op: "sum", input, output: output.name, weighted });
      return output;
    },
    max: ({ name: input }, { width }) => {
      const output = stepped("max", width);
      record({ op: "max", input, output: output.name });
      return output;
    },
    attend: (attention) => {
      const { heads, columns, negativeSlope } = attention;
      const { product, sourceScore, targetScore } = projectAttention(graph, attention);
      const output = stepped("attend", heads * columns);
      record({
        op: "attend",
        features: product.name,
        source: sourceScore.name,
        target: targetScore.name,
        heads,
        columns,
        // As the attribute of an operator holds it.
        negativeSlope: Math.fround(negativeSlope),
        output: output.name,
      });
      return output;
    },
  };
}
