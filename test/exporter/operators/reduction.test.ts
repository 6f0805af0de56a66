import { reduceMax, reduceMean, reduceSum } from "@evenodds/exporter/internal";
import { floats, gives, ints } from "../support/evaluate.js";

describe("reductions", () => {
  gives(
    "run over all axes and keep them by default",
    (g) => {
      const data = ints(g, [1, 2, 3, 4], [2, 2]);
      return {
        sum: reduceSum(g, data),
        rows: reduceSum(g, data, { axes: [1], keepdims: 0 }),
        mean: reduceMean(g, floats(g, [1, 2, 3, 5], [2, 2]), { axes: [1] }),
        max: reduceMax(g, data, { axes: [0] }),
      };
    },
    {
      sum: [[1, 1], [10]],
      rows: [[2], [3, 7]],
      mean: [
        [2, 1],
        [1.5, 4],
      ],
      max: [
        [1, 2],
        [3, 4],
      ],
    },
  );
});
