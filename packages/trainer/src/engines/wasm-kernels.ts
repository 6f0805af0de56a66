import {
  getKernel,
  registerKernel,
  type DataType,
  type KernelBackend,
  type NamedAttrMap,
  type NamedTensorInfoMap,
  type TensorInfo,
} from "@tensorflow/tfjs-core";
import type { AdamStep } from "./engine.js";
import { segmentSumModule } from "./segment-sum.wasm.js";

/** What the WASM backend offers to kernels beyond the common interface: its heap, by address and as typed arrays. */
interface WasmBackend extends KernelBackend {
  readonly wasm: { readonly asm: { readonly memory: object } };
  readonly dataIdMap: { get(dataId: object): { readonly memoryOffset: number } };
  makeOutput(shape: number[], dtype: DataType): TensorInfo;
  typedArrayFromHeap(tensor: TensorInfo): Float32Array;
}

interface KernelCall {
  inputs: NamedTensorInfoMap;
  attrs?: NamedAttrMap;
  backend: unknown;
}

/** The exported function of `segment-sum.wat`: six addresses or sizes and the width, all int32. */
type SegmentSum = (
  ...args: [h: number, out: number, pointer: number, column: number, factor: number, nodes: number, width: number]
) => void;

/** Inputs `h [N, H]`, `pointer [N + 1]`, `column [E]`, `factor [N]`; the formula stands in `segment-sum.wat`. */
export const segmentSumKernel = "EvenoddsScaledSegmentSum";
/** Inputs `parameter`, `gradient`, `firstMoment`, `secondMoment` of one shape; the formula stands in `optimizers/adam.ts`. */
export const adamKernel = "EvenoddsAdam";

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
  if (getKernel(adamKernel, "wasm") !== undefined) return;
  const { memory } = (backend as WasmBackend).wasm.asm;
  const module = new WebAssembly.Module(Buffer.from(segmentSumModule, "base64"));
  const { segmentSum } = new WebAssembly.Instance(module, { env: { memory } }).exports;
  registerKernel({
    kernelName: segmentSumKernel,
    backendName: "wasm",
    kernelFunc: (call: KernelCall) => runSegmentSum(call, segmentSum as SegmentSum),
  });
  registerKernel({ kernelName: adamKernel, backendName: "wasm", kernelFunc: runAdam });
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

function runAdam({ inputs, attrs, backend }: KernelCall): TensorInfo[] {
  const wasm = backend as WasmBackend;
  const { parameter, gradient, firstMoment, secondMoment } = inputs;
  const outputs = [parameter, firstMoment, secondMoment].map((tensor) => wasm.makeOutput(tensor!.shape, "float32"));
  // Views only after the last allocation: growing the heap detaches older ones.
  const view = (tensor: TensorInfo | undefined) => wasm.typedArrayFromHeap(tensor!);
  adam(
    { parameter: view(parameter), firstMoment: view(firstMoment), secondMoment: view(secondMoment) },
    {
      gradient: view(gradient),
      step: attrs as unknown as AdamStep,
      output: { parameter: view(outputs[0]), firstMoment: view(outputs[1]), secondMoment: view(outputs[2]) },
    },
  );
  return outputs;
}

interface AdamArrays {
  readonly parameter: Float32Array;
  readonly firstMoment: Float32Array;
  readonly secondMoment: Float32Array;
}

function adam(
  { parameter, firstMoment, secondMoment }: AdamArrays,
  { gradient, step, output }: { gradient: Float32Array; step: AdamStep; output: AdamArrays },
): void {
  const { learningRate, beta1, beta2, epsilon, weightDecay, biasCorrection1, biasCorrection2 } = step;
  for (let i = 0; i < parameter.length; i++) {
    const theta = parameter[i]!;
    const g = gradient[i]! + weightDecay * theta;
    const m = beta1 * firstMoment[i]! + (1 - beta1) * g;
    const v = beta2 * secondMoment[i]! + (1 - beta2) * g * g;
    output.firstMoment[i] = m;
    output.secondMoment[i] = v;
    output.parameter[i] = theta - (learningRate * (m / biasCorrection1)) / (Math.sqrt(v / biasCorrection2) + epsilon);
  }
}
