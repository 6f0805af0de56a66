import { gemm, matMul } from "@evenodds/exporter/internal";
import { floats, gives } from "../support/evaluate.js";

describe("matrix products", () => {
  gives(
    "multiply rows by columns; gemm adds, scales and transposes",
    (g) => {
      const a = floats(g, [1, 2], [1, 2]);
      const b = floats(g, [3, 4], [2, 1]);
      const c = floats(g, [10]);
      return {
        product: matMul(g, { a, b }),
        plain: gemm(g, { a, b, c }),
        scaled: gemm(g, { a, b, c }, { alpha: 2, beta: 0.5 }),
        transposed: gemm(g, { a, b, c }, { transA: 1, transB: 1 }),
      };
    },
    {
      product: [[1, 1], [11]],
      plain: [[1, 1], [21]],
      scaled: [[1, 1], [27]],
      transposed: [
        [2, 2],
        [13, 14, 16, 18],
      ],
    },
  );
});
