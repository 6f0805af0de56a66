// Runs in a process of its own, see check-addon.ts: loads a native library and sends what came of it.
import { parseJson } from "@evenodds/core";
import { matMul, tensor2d } from "@tensorflow/tfjs-core";
import type { ProbeAnswer } from "./check-addon.js";
import { loadTensorFlowBackend } from "./load-tensorflow-backend.js";
import type { AddonLocation } from "./locate-addon.js";

async function probe(location: AddonLocation): Promise<ProbeAnswer> {
  try {
    const { binding, isUsingGpuDevice } = await loadTensorFlowBackend(location);
    const [product] = await matMul(tensor2d([[1, 2]]), tensor2d([[3], [4]])).data();
    if (product !== 11) return { error: `it says that 1 · 3 + 2 · 4 is ${product}` };
    return { tensorFlow: binding.TF_Version, usesGpu: isUsingGpuDevice };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

const answer = await probe(parseJson(process.argv[2]!) as AddonLocation);
process.send!(answer);
