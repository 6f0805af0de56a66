import type { GraphBuilder } from "../../../packages/exporter/src/builder/graph-builder.js";
import { greater } from "../../../packages/exporter/src/operators/comparison.js";
import { ifThenElse } from "../../../packages/exporter/src/operators/control.js";
import { add } from "../../../packages/exporter/src/operators/elementwise.js";
import { gives, ints } from "../support/evaluate.js";

describe("ifThenElse", () => {
  const choose = (value: number) => (g: GraphBuilder) => {
    const around = ints(g, [value]);
    const chosen = ifThenElse(g, greater(g, { a: around, b: ints(g, [0]) }), {
      elementType: "int64",
      thenBranch: (inner) => add(inner, { a: around, b: around }),
      elseBranch: () => around,
    });
    return { chosen };
  };
  gives("takes the first branch where the condition holds", choose(3), { chosen: [[1], [6]] });
  gives("takes the second branch where it does not, also a value of the graph around", choose(-3), {
    chosen: [[1], [-3]],
  });
});
