import {
  getKernel,
  registerKernel,
  type DataType,
  type KernelBackend,
  type NamedTensorInfoMap,
  type TensorInfo,
} from "@tensorflow/tfjs-core";
import { segmentSumModule } from "./segment-sum.wasm.js";

/** What the WASM backend offers to kernels beyond the common interface: its heap, by address and as typed arrays. */
interface WasmBackend extends KernelBackend {
  readonly wasm: { readonly asm: { readonly memory: object } };
  readonly dataIdMap: { get(dataId: object): { readonly memoryOffset: number } };
  makeOutput(shape: number[], dtype: DataType): TensorInfo;
}

interface KernelCall {
  inputs: NamedTensorInfoMap;
  backend: unknown;
}

/** The exported function of `segment-sum.wat`: six addresses or sizes and the width, all int32. */
type SegmentSum = (
  ...args: [h: number, out: number, pointer: number, column: number, factor: number, nodes: number, width: number]
) => void;

/** Inputs `h [N, H]`, `pointer [N + 1]`, `column [E]`, `factor [N]`; the formula stands in `segment-sum.wat`. */
export const segmentSumKernel = "EvenoddsScaledSegmentSum";

/** The part of the global that is used here; TypeScript has its types only among those of a browser page. */
const { WebAssembly } = globalThis as unknown as {
  readonly WebAssembly: {
    readonly Module: new (bytes: Uint8Array) => object;
    readonly Instance: new (module: object, imports: object) => { readonly exports: Readonly<Record<string, unknown>> };
  };
};

/** Makes the kernels known to the WASM backend, once per process. */
export function registerWasmKernels(backend: unknown): void {
  // Asked of the backend, which all copies of this module share.
  if (getKernel(segmentSumKernel, "wasm") !== undefined) return;
  const { memory } = (backend as WasmBackend).wasm.asm;
  const module = new WebAssembly.Module(Buffer.from(segmentSumModule, "base64"));
  const { segmentSum } = new WebAssembly.Instance(module, { env: { memory } }).exports;
  registerKernel({
    kernelName: segmentSumKernel,
    backendName: "wasm",
    kernelFunc: (call: KernelCall) => runSegmentSum(call, segmentSum as SegmentSum),
  });
}

function runSegmentSum({ inputs, backend }: KernelCall, segmentSum: SegmentSum): TensorInfo {
  const wasm = backend as WasmBackend;
  const { h, pointer, column, factor } = inputs;
  const output = wasm.makeOutput(h!.shape, "float32");
  const address = (tensor: TensorInfo | undefined) => wasm.dataIdMap.get(tensor!.dataId).memoryOffset;
  const [nodes, width] = h!.shape as [number, number];
  segmentSum(address(h), address(output), address(pointer), address(column), address(factor), nodes, width);
  return output;
}
