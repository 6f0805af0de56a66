import { checkChoice, providers, type Provider } from "@evenodds/core";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { cudaFolder } from "./cuda-libraries.js";
import { runtimeFolder } from "./runtime-package.js";

/** What is known about failures of a provider. */
export interface ProviderFailures {
  /** What messages of ONNX Runtime look like that are about the provider and not about the model. */
  readonly pattern: RegExp;
  /** Those that say only that the provider is not there, so that the remedy explains more. */
  readonly missing: RegExp;
  /** What errors call the provider when it works. */
  readonly expected: string;
  readonly remedy: () => { readonly found: string; readonly hint: string };
}

/** What running a model has to know about a provider. */
export interface ProviderDefinition {
  /** Whether runs are profiled until one has proved that the arithmetic is done there. */
  readonly provesPlacement: boolean;
  /** Whether it counts devices, so that one can be named. */
  readonly countsDevices: boolean;
  /** Whether several threads of it lose updates of a `ScatterND` with a reduction, so that it gets one. */
  readonly losesUpdates: boolean;
  /** Null where it is a part of ONNX Runtime that cannot be missing. */
  readonly failures: ProviderFailures | null;
}

/** What running a model has to know about every provider. */
const providerDefinitions: Readonly<Record<Provider, ProviderDefinition>> = {
  cpu: { provesPlacement: false, countsDevices: false, losesUpdates: true, failures: null },
  cuda: {
    provesPlacement: true,
    countsDevices: true,
    losesUpdates: false,
    failures: {
      pattern: /cuda|cudnn|cublas|backend not found/i,
      missing: /failed to load shared library|backend not found/i,
      expected: "a working CUDA execution provider",
      remedy: () => cudaRemedy(),
    },
  },
  webgpu: {
    provesPlacement: true,
    countsDevices: false,
    losesUpdates: false,
    failures: {
      pattern: /webgpu|wgpu|dawn|vulkan|backend not found/i,
      missing: /failed to get a webgpu adapter|backend not found/i,
      expected: "a working WebGPU execution provider",
      remedy: () => webGpuRemedy(),
    },
  },
};

/** Returns what running a model has to know about a provider. Throws `UsageError` for one that there is not. */
export function providerDefinition(provider: Provider): ProviderDefinition {
  checkChoice("provider", { choice: provider, choices: providers });
  return providerDefinitions[provider];
}

/**
 * Returns what is missing for CUDA and what to do about it. The npm package of ONNX Runtime comes without the CUDA
 * provider.
 */
export function cudaRemedy(platform = `${process.platform}/${process.arch}`): { found: string; hint: string } {
  if (platform !== "linux/x64") {
    return {
      found: `${platform}, for which onnxruntime-node has no CUDA provider`,
      hint: "use provider cpu, or 64-bit Linux with an NVIDIA GPU",
    };
  }
  const library = "libonnxruntime_providers_cuda.so";
  const isOwn = existsSync(join(runtimeFolder(), "bin", "napi-v6", "linux", "x64", library));
  if (!isOwn && !existsSync(cudaFolder())) {
    return {
      found: `no ${library} in onnxruntime-node (its npm package comes without)`,
      hint: "fetch it, CUDA 13 and cuDNN 9 with: evenodds setup-cuda; it needs an NVIDIA driver; or use provider cpu",
    };
  }
  return {
    found: `${library}, which cannot be loaded or finds no GPU`,
    hint: "evenodds doctor says which library is missing; it needs an NVIDIA driver of 580 or later; or use provider cpu",
  };
}

/** Returns what is missing for WebGPU and what to do about it. */
export function webGpuRemedy(platform: string = process.platform): { found: string; hint: string } {
  const needs =
    platform === "linux"
      ? "it needs a GPU with a Vulkan driver, and libvulkan.so.1 (package libvulkan1 on Debian)"
      : "it needs a GPU with a driver that the system knows";
  return { found: "no WebGPU adapter", hint: `${needs}; or use provider cpu` };
}
