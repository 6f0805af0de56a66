import { and, equal, greater, less, lessOrEqual, where } from "@evenodds/exporter/internal";
import { gives, ints } from "../support/evaluate.js";

describe("comparisons", () => {
  gives(
    "tell below, equal and above apart",
    (g) => {
      const a = ints(g, [1, 2, 3]);
      const b = ints(g, [2]);
      const [below, atMost, above] = [less(g, { a, b }), lessOrEqual(g, { a, b }), greater(g, { a, b })];
      return {
        below,
        atMost,
        above,
        same: equal(g, { a, b }),
        both: and(g, { a: atMost, b: atMost }),
        where: where(g, { condition: above, x: a, y: b }),
      };
    },
    {
      below: [[3], [1, 0, 0]],
      atMost: [[3], [1, 1, 0]],
      above: [[3], [0, 0, 1]],
      same: [[3], [0, 1, 0]],
      both: [[3], [1, 1, 0]],
      where: [[3], [2, 2, 3]],
    },
  );
});
