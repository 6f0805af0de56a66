import type { KernelBackend, Tensor } from "@tensorflow/tfjs-core";

/** What an operation returns: a handle in the native library, which `deleteTensor` frees. */
export interface NativeTensor {
  readonly id: number;
  readonly dtype: number;
  readonly shape: number[];
}

/** One attribute of a native operation; `type` is one of the `TF_ATTR_…` numbers. */
export interface OperationAttribute {
  readonly name: string;
  readonly type: number;
  readonly value: number | boolean | string;
}

/** The native half of `@tensorflow/tfjs-node` 4.22.0, as far as it is used here. */
export interface TensorFlowBinding {
  readonly TF_Version: string;
  readonly TF_FLOAT: number;
  readonly TF_INT32: number;
  readonly TF_INT64: number;
  readonly TF_ATTR_TYPE: number;
  readonly TF_ATTR_BOOL: number;
  readonly TF_ATTR_STRING: number;
  readonly TF_ATTR_FLOAT: number;
  /** int64 values are pairs of low and high halves. */
  createTensor(shape: number[], dtype: number, values: Float32Array | Int32Array): number;
  deleteTensor(id: number): void;
  executeOp(
    name: string,
    attributes: readonly OperationAttribute[],
    inputs: readonly number[],
    outputs: number,
  ): NativeTensor[];
  /** Handles alive in the native library, those that TensorFlow.js does not know among them. */
  getNumOfTensors(): number;
}

/** The backend of TensorFlow.js on that library, as far as it is used here. */
export interface TensorFlowBackend extends KernelBackend {
  readonly binding: TensorFlowBinding;
  readonly isUsingGpuDevice: boolean;
  getInputTensorIds(tensors: readonly Tensor[]): number[];
  createOutputTensor(output: NativeTensor): Tensor;
}
