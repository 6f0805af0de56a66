import { providers, type Provider } from "@evenodds/core";
import { broken, missing, ok, type Check } from "./check.js";
import { describeGpu, hasGpu } from "./check-tensorflow-gpu.js";
import type { MachineProbes } from "./probes.js";

/** The release whose CUDA libraries its own install script cannot fetch on Linux. */
const brokenInstall = "1.22.0";

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
  platform,
  onnxRuntimeVersion,
  runModel,
  nvidia,
}: Pick<MachineProbes, "platform" | "onnxRuntimeVersion" | "runModel" | "nvidia">): Promise<Check> {
  const [outcome, gpu] = [await runModel("cuda"), await nvidia()];
  const name = "provider cuda";
  if (outcome.works) return ok(name, `onnxruntime-node ${onnxRuntimeVersion}, ran a model on the GPU`);
  if (platform.startsWith("linux-x64") && onnxRuntimeVersion === brokenInstall) {
    return missing(name, {
      found: outcome.reason,
      remedy:
        `the install script of onnxruntime-node ${brokenInstall} cannot fetch its CUDA libraries on Linux ` +
        "(https://github.com/microsoft/onnxruntime/issues/24770): install another version",
    });
  }
  if (!hasGpu(gpu)) return missing(name, { found: `${describeGpu(gpu)}; ${outcome.reason}`, remedy: null });
  return missing(name, { found: outcome.reason, remedy: outcome.remedy });
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
