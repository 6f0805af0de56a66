import type { TensorFlowBackend } from "../../tensorflow/backend.js";

/**
 * Whether the library knows the kernels of `packages/trainer/native`. Those that `evenodds setup-tensorflow` builds do;
 * one that the npm package installed does not, and is used with TensorFlow's own operations alone.
 */
export function hasOwnKernels({ binding }: TensorFlowBackend): boolean {
  // One node without arcs. The newest of our kernels, as it is called now: a build from earlier sources counts as one
  // without.
  const inputs = [
    binding.createTensor([1, 1], binding.TF_FLOAT, Float32Array.of(1)),
    binding.createTensor([2], binding.TF_INT32, Int32Array.of(0, 0)),
    binding.createTensor([0], binding.TF_INT32, Int32Array.of()),
    binding.createTensor([1], binding.TF_FLOAT, Float32Array.of(1)),
    binding.createTensor([1], binding.TF_FLOAT, Float32Array.of(1)),
  ];
  try {
    const self = { name: "self", type: binding.TF_ATTR_FLOAT, value: 1 };
    const [output] = binding.executeOp("EvenoddsPropagate", [self], inputs, 1);
    binding.deleteTensor(output!.id);
    return true;
  } catch {
    return false;
  } finally {
    for (const input of inputs) binding.deleteTensor(input);
  }
}
