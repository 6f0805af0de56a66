import { providers, type Provider } from "@evenodds/core";
import { broken, missing, ok, type Check } from "./check.js";
import { describeGpu, hasGpu } from "./check-tensorflow-gpu.js";
import type { MachineProbes } from "./probes.js";

/** The checks of ONNX Runtime, one per execution provider. */
const providerChecks: Readonly<Record<Provider, (probes: MachineProbes) => Promise<Check>>> = {
  cpu: checkCpuProvider,
  cuda: checkCudaProvider,
  webgpu: checkWebGpuProvider,
};

/** Checks every execution provider of ONNX Runtime. */
export function checkProviders(probes: MachineProbes): Promise<Check[]> {
  return Promise.all(providers.map((provider) => providerChecks[provider](probes)));
}

/** ONNX Runtime on the CPU, which audits by default. */
async function checkCpuProvider({
  onnxRuntimeVersion,
  runModel,
}: Pick<MachineProbes, "onnxRuntimeVersion" | "runModel">): Promise<Check> {
  const outcome = await runModel("cpu");
  const name = "provider cpu";
  if (outcome.works) return ok(name, `onnxruntime-node ${onnxRuntimeVersion}`);
  return broken(name, {
    found: `onnxruntime-node ${onnxRuntimeVersion} does not run a model: ${outcome.reason}`,
    remedy: outcome.remedy ?? "run npm ci",
    blocking: true,
  });
}

/** ONNX Runtime on NVIDIA GPUs. */
async function checkCudaProvider({
  onnxRuntimeVersion,
  runModel,
  cudaLibraries,
  nvidia,
}: Pick<MachineProbes, "onnxRuntimeVersion" | "runModel" | "cudaLibraries" | "nvidia">): Promise<Check> {
  const [outcome, gpu] = [await runModel("cuda"), await nvidia()];
  const name = "provider cuda";
  if (outcome.works) return ok(name, `onnxruntime-node ${onnxRuntimeVersion}, ran a model on the GPU`);
  const libraries = await cudaLibraries();
  const found = [
    ...(hasGpu(gpu) ? [] : [describeGpu(gpu)]),
    ...(libraries === null || libraries.works ? [outcome.reason] : [libraries.reason]),
  ].join("; ");
  if (libraries !== null && !libraries.works) return missing(name, { found, remedy: libraries.remedy });
  // Without a GPU there is nothing to fetch the libraries for.
  return missing(name, { found, remedy: hasGpu(gpu) ? outcome.remedy : null });
}

/** ONNX Runtime on any GPU, through Vulkan, Direct3D or Metal. */
async function checkWebGpuProvider({
  onnxRuntimeVersion,
  runModel,
}: Pick<MachineProbes, "onnxRuntimeVersion" | "runModel">): Promise<Check> {
  const outcome = await runModel("webgpu");
  const name = "provider webgpu";
  if (outcome.works) return ok(name, `onnxruntime-node ${onnxRuntimeVersion}, ran a model through WebGPU`);
  return missing(name, { found: outcome.reason, remedy: outcome.remedy });
}
