import type { TensorFlowBackend } from "../../tensorflow/backend.js";

/**
 * Whether the library knows the kernels of `packages/trainer/native`. Those that `evenodds setup-tensorflow` builds do; one
 * that the npm package installed does not, and is used with TensorFlow's own operations alone.
 */
export function hasOwnKernels({ binding }: TensorFlowBackend): boolean {
  const inputs = [
    binding.createTensor([1, 1], binding.TF_FLOAT, Float32Array.of(1)),
    binding.createTensor([1, 1], binding.TF_FLOAT, Float32Array.of(1)),
  ];
  try {
    const scale = { name: "scale", type: binding.TF_ATTR_FLOAT, value: 1 };
    const [output] = binding.executeOp("EvenoddsReluDropoutGradient", [scale], inputs, 1);
    binding.deleteTensor(output!.id);
    return true;
  } catch {
    return false;
  } finally {
    for (const input of inputs) binding.deleteTensor(input);
  }
}
