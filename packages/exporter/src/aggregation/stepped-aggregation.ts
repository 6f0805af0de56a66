import { givenValues, type ArcStep, type NamedWeight } from "@evenodds/core";
import type { GraphBuilder } from "../builder/graph-builder.js";
import { floatTensor } from "../builder/tensor.js";
import type { Value } from "../builder/value.js";
import { lazily } from "../lazily.js";
import { matMul } from "../operators/matrix.js";
import type { Aggregation } from "./aggregation.js";

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
    weights,
    record,
  }: {
    /** Name of the size that all inputs share. */
    readonly rows: string;
    /** Whether arcs have weights. */
    readonly weighted: boolean;
    readonly weights: ReadonlyMap<string, NamedWeight>;
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
      const product = matMul(graph, { a: attention.features, b: attention.weight });
      const score = ({ name }: Value) =>
        matMul(graph, { a: product, b: graph.initializer(`${name}.columns`, perHead(weights.get(name)!)) });
      const [sourceScore, targetScore] = [score(attention.source), score(attention.target)];
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

/**
 * Returns vectors `[heads, columns]` as the columns of a matrix `[heads · columns, heads]` that is 0 elsewhere, so that
 * a product with it is the product of each head with its own vector. A sum over an axis is not used: a runtime may take
 * the numbers of a row in another order at another place of a block.
 */
function perHead({ shape, values }: NamedWeight) {
  const [heads, columns] = shape as [number, number];
  const matrix = new Float32Array(heads * columns * heads);
  values.forEach((value, at) => {
    matrix[at * heads + Math.floor(at / columns)] = value;
  });
  return floatTensor(matrix, [heads * columns, heads]);
}
