import { add, greater, ifThenElse, mul, scan, type GraphBuilder, type Value } from "@evenodds/exporter/internal";
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

describe("scan", () => {
  gives(
    "runs its body on every entry of its inputs, with values of the graph around",
    (g) => {
      const ten = ints(g, [10]);
      const rows = ints(g, [1, 2, 3, 4, 5, 6], [3, 2]);
      const factors = ints(g, [1, -1, 2]);
      const body = (inner: GraphBuilder, [row, factor]: readonly Value[]) => {
        const scaled = mul(inner, { a: row as Value<"int64">, b: factor as Value<"int64"> });
        return add(inner, { a: scaled, b: ten });
      };
      return { scanned: scan(g, [rows, factors], { body, elementType: "int64" }) };
    },
    {
      scanned: [
        [3, 2],
        [11, 12, 7, 6, 20, 22],
      ],
    },
  );
  gives(
    "puts what a body passes on one behind the other",
    (g) => {
      const body = (_: GraphBuilder, [entry]: readonly Value[]) => entry as Value<"int64">;
      return { same: scan(g, [ints(g, [5, 6])], { body, elementType: "int64" }) };
    },
    { same: [[2], [5, 6]] },
  );
});
