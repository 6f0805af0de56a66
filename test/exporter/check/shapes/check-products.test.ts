import { gemm, matMul } from "@evenodds/exporter/internal";
import { accepts, refuses } from "../hand-graph.js";

describe("checkMatMul and checkGemm", () => {
  refuses([
    [
      "products of stacks that differ",
      (graph, { f }) => matMul(graph, { a: f(2, 1, 3), b: f(4, 3, 1) }),
      /node "MatMul_0": expected shapes that broadcast, found \[2\] and \[4\]/,
    ],
    [
      "a product with a scalar",
      (graph, { x, f }) => matMul(graph, { a: x, b: f() }),
      /b of node "MatMul_0": expected a tensor of rank 1 or more, found a scalar/,
    ],
    [
      "a Gemm of a stack",
      (graph, { x, f }) => gemm(graph, { a: x, b: f(1, 3, 2), c: f(2) }),
      /b of node "Gemm_0": expected a matrix, found \[1, 3, 2\]/,
    ],
    [
      "a Gemm with b turned around",
      (graph, { x, f }) => gemm(graph, { a: x, b: f(3, 2), c: f(2) }, { transB: 1 }),
      /node "Gemm_0": expected inner sizes that are equal, found \[N, 3\] and \[3, 2\]/,
    ],
    [
      "a c that is more than the product",
      (graph, { f }) => gemm(graph, { a: f(1, 3), b: f(3, 2), c: f(5, 2) }),
      /c of node "Gemm_0": expected a shape that broadcasts to \[1, 2\], found \[5, 2\]/,
    ],
  ]);

  accepts([["a product along an axis that is open", (graph, { x, f }) => matMul(graph, { a: f(2, 4), b: x })]]);
});
