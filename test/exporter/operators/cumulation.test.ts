import { cumSum, range } from "@evenodds/exporter/internal";
import { gives, ints } from "../support/evaluate.js";

describe("cumulation", () => {
  gives(
    "sums up, with or without the element itself",
    (g) => ({ sums: cumSum(g, ints(g, [1, 2, 3])), before: cumSum(g, ints(g, [1, 2, 3]), { exclusive: 1 }) }),
    { sums: [[3], [1, 3, 6]], before: [[3], [0, 1, 3]] },
  );
  gives(
    "ranges below the limit",
    (g) => {
      const scalar = (value: number) => ints(g, [value], []);
      return {
        some: range(g, { start: scalar(1), limit: scalar(6), delta: scalar(2) }),
        none: range(g, { start: scalar(3), limit: scalar(3), delta: scalar(1) }),
      };
    },
    { some: [[3], [1, 3, 5]], none: [[0], []] },
  );
});
