import type { Tensor } from "@tensorflow/tfjs-core";
import type { OperationAttribute, TensorFlowBackend } from "../tensorflow/tensorflow-backend.js";
import type { Transposition } from "./engine.js";
import type { PlacedRows } from "./place-rows.js";
import type { SortedEntries } from "./sorted-entries.js";

/** TensorFlow's operations for which TensorFlow.js has no kernel, or one that does more work. */
export interface NativeOperations {
  /** `a b` for matrices, either of them transposed on the way. */
  matMul(a: Tensor, b: Tensor, transposed?: Transposition): Tensor;
  /** `dy` where `y > 0`, else 0: the gradient of `y = relu(x)`. */
  reluGradient(dy: Tensor, y: Tensor): Tensor;
  /** `x + bias` for `x [N, H]`, `bias [H]`. */
  biasAdd(x: Tensor, bias: Tensor): Tensor;
  /** `[H]`, the sums of the columns of `dy [N, H]`. */
  biasAddGradient(dy: Tensor): Tensor;
  /** `scale · max(x, 0)` where a bit is 1, else 0; `bits` int32 as in `DropoutMask`. A kernel of our own. */
  reluDropout(x: Tensor, bits: Tensor, scale: number): Tensor;
  /** `scale · dy` where `y > 0`, else 0. A kernel of our own. */
  reluDropoutGradient(dy: Tensor, y: Tensor, scale: number): Tensor;
  /** The scaled sum over neighbours, see `propagate.cc`. A kernel of our own. */
  propagate(h: Tensor, rows: PlacedRows): Tensor;
  /** The sum of up to three terms `[N, H]` and a bias `[H]`, with or without a ReLU. A kernel of our own. */
  combine(terms: readonly Tensor[], options: { readonly bias: Tensor; readonly relu: boolean }): Tensor;
  /** A sparse matrix `[N, N]` in the library's memory; a handle that TensorFlow.js does not know. */
  sparseMatrix(entries: SortedEntries, nodeCount: number): number;
  /** `matrix h` for a handle of {@link sparseMatrix}. */
  sparseMatMul(matrix: number, h: Tensor): Tensor;
  /** Frees a handle of {@link sparseMatrix}. */
  free(handle: number): void;
}

/** Binds the operations to a backend. */
export function nativeOperations(backend: TensorFlowBackend): NativeOperations {
  const { binding } = backend;
  const float: OperationAttribute = { name: "T", type: binding.TF_ATTR_TYPE, value: binding.TF_FLOAT };
  const bool = (name: string, value: boolean) => ({ name, type: binding.TF_ATTR_BOOL, value });
  const layout = { name: "data_format", type: binding.TF_ATTR_STRING, value: "NHWC" };
  const run = (name: string, attributes: readonly OperationAttribute[], ids: number[]) =>
    backend.createOutputTensor(binding.executeOp(name, attributes, ids, 1)[0]!);
  const idsOf = (tensors: Tensor[]) => backend.getInputTensorIds(tensors);
  const ids = (...tensors: Tensor[]) => idsOf(tensors);
  const scaled = (value: number) => [{ name: "scale", type: binding.TF_ATTR_FLOAT, value }];
  const plain = [float];
  const withLayout = [float, layout];
  const products = [false, true].map((a) =>
    [false, true].map((b) => [float, bool("transpose_a", a), bool("transpose_b", b)]),
  );
  const sparseProduct = [
    float,
    ...["transpose_a", "transpose_b", "adjoint_a", "adjoint_b", "transpose_output", "conjugate_output"].map((name) =>
      bool(name, false),
    ),
  ];
  return {
    matMul: (a, b, transposed = {}) =>
      run("MatMul", products[Number(transposed.left ?? false)]![Number(transposed.right ?? false)]!, ids(a, b)),
    reluGradient: (dy, y) => run("ReluGrad", plain, ids(dy, y)),
    biasAdd: (x, bias) => run("BiasAdd", withLayout, ids(x, bias)),
    biasAddGradient: (dy) => run("BiasAddGrad", withLayout, ids(dy)),
    reluDropout: (x, bits, scale) => run("EvenoddsReluDropout", scaled(scale), ids(x, bits)),
    reluDropoutGradient: (dy, y, scale) => run("EvenoddsReluDropoutGradient", scaled(scale), ids(dy, y)),
    propagate: (h, { pointer, column, rowFactor, columnFactor, self }) =>
      run(
        "EvenoddsPropagate",
        [{ name: "self", type: binding.TF_ATTR_FLOAT, value: self }],
        ids(h, pointer, column, rowFactor, columnFactor),
      ),
    combine: (terms, { bias, relu }) =>
      run(`EvenoddsCombine${terms.length}`, [bool("relu", relu)], idsOf([...terms, bias])),
    sparseMatrix: ({ coordinates, values }, nodeCount) => {
      const inputs = [
        binding.createTensor([values.length, 2], binding.TF_INT64, coordinates),
        binding.createTensor([values.length], binding.TF_FLOAT, values),
        binding.createTensor([2], binding.TF_INT64, Int32Array.of(nodeCount, 0, nodeCount, 0)),
      ];
      const [matrix] = binding.executeOp("SparseTensorToCSRSparseMatrix", plain, inputs, 1);
      for (const input of inputs) binding.deleteTensor(input);
      return matrix!.id;
    },
    sparseMatMul: (matrix, h) => run("SparseMatrixMatMul", sparseProduct, [matrix, ...ids(h)]),
    free: (handle) => binding.deleteTensor(handle),
  };
}
