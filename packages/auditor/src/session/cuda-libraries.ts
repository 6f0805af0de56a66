import { existsSync } from "node:fs";
import { constants } from "node:os";
import { join } from "node:path";
import { cacheFolder } from "@evenodds/core";
import { onnxRuntimeVersion } from "./runtime-package.js";

/** A shared library that the CUDA provider of ONNX Runtime needs. */
export interface CudaLibrary {
  readonly file: string;
  /** Folder below that of the set-up; null for what the NVIDIA driver brings. */
  readonly folder: string | null;
  /**
   * Who loads it: we, before ONNX Runtime, so that those after it find it by its name; cuDNN, from its own folder; or
   * ONNX Runtime, from the folder of its own library. Nobody else can load its providers, which then crash.
   */
  readonly loadedBy: "us" | "cudnn" | "onnxruntime";
}

const nvidia = "nvidia/cu13/lib";
const cudnn = "nvidia/cudnn/lib";

/** All of them, each after those that it needs itself. */
export const cudaLibraries: readonly CudaLibrary[] = [
  { file: "libcuda.so.1", folder: null, loadedBy: "us" },
  ...["libcudart.so.13", "libnvrtc-builtins.so.13.0", "libnvrtc.so.13"].map((file) => preloaded(nvidia, file)),
  ...["libcublasLt.so.13", "libcublas.so.13", "libcurand.so.10"].map((file) => preloaded(nvidia, file)),
  ...["libcudnn_graph.so.9", "libcudnn_ops.so.9", "libcudnn.so.9"].map((file) => preloaded(cudnn, file)),
  ...["cnn", "adv", "heuristic", "engines_precompiled", "engines_runtime_compiled"].map((part) => ({
    ...{ file: `libcudnn_${part}.so.9`, folder: cudnn, loadedBy: "cudnn" as const },
  })),
  // ONNX Runtime looks for its providers beside its own library, so a copy of that comes first.
  preloaded("lib", "libonnxruntime.so.1"),
  ...["libonnxruntime_providers_shared.so", "libonnxruntime_providers_cuda.so"].map((file) => ({
    ...{ file, folder: "lib", loadedBy: "onnxruntime" as const },
  })),
];

function preloaded(folder: string, file: string): CudaLibrary {
  return { file, folder, loadedBy: "us" };
}

/** Returns the folder that `evenodds setup-cuda` makes for this version of ONNX Runtime. */
export function cudaFolder(cache = cacheFolder(process.env)): string {
  return join(cache, `onnxruntime-cuda-${onnxRuntimeVersion()}`);
}

/** Whether a library loads, and why not. */
export interface CudaLibraryState {
  readonly file: string;
  /** `there`: a file that ONNX Runtime alone can load; `missing`: no such file; `broken`: there, and does not load. */
  readonly status: "loads" | "there" | "missing" | "broken";
  /** What the loader says; null where it loads. */
  readonly reason: string | null;
}

/**
 * Loads the libraries of a set-up one by one, in their order, and returns what came of each; of ONNX Runtime's
 * providers only whether they are there. The libraries stay in this process: one that does nothing else should ask.
 */
export function checkCudaLibraries(folder = cudaFolder()): CudaLibraryState[] {
  return cudaLibraries.map((library) => stateOf(library, folder));
}

/**
 * Loads what the CUDA provider needs from the folder that `evenodds setup-cuda` made, so that ONNX Runtime, which has
 * to be loaded later than this, finds it. Does nothing without a set-up or an NVIDIA driver; what does not load then,
 * the provider's own error tells.
 */
export function preloadCuda(folder = cudaFolder()): void {
  if (!existsSync(folder)) return;
  for (const library of cudaLibraries.filter(({ loadedBy }) => loadedBy === "us")) {
    if (stateOf(library, folder).status !== "loads") return;
  }
}

/** `RTLD_NODELETE` of glibc, which Node.js has no name for. */
const keepLoaded = 0x1000;

function stateOf({ file, folder: within, loadedBy }: CudaLibrary, folder: string): CudaLibraryState {
  const path = within === null ? file : join(folder, within, file);
  if (within !== null && !existsSync(path)) return { file, status: "missing", reason: "no such file" };
  if (loadedBy === "onnxruntime") return { file, status: "there", reason: null };
  const { RTLD_LAZY, RTLD_GLOBAL } = constants.dlopen;
  try {
    // Node.js loads any library, and then complains that it is no addon and lets go of it, which the flag forbids.
    process.dlopen({ exports: {} }, path, RTLD_LAZY | RTLD_GLOBAL | keepLoaded);
  } catch (error) {
    const [reason = ""] = (error instanceof Error ? error.message : String(error)).split("\n");
    if (reason.includes("did not self-register")) return { file, status: "loads", reason: null };
    return { file, status: within === null && /No such file/.test(reason) ? "missing" : "broken", reason };
  }
  return { file, status: "loads", reason: null };
}

/** Returns in words which libraries do not load, null where all do. */
export function describeCudaLibraries(states: readonly CudaLibraryState[]): string | null {
  const lacking = states.filter(({ status }) => status === "missing" || status === "broken");
  if (lacking.length === 0) return null;
  const words = lacking.map(({ file, status, reason }) => {
    const whose = file === "libcuda.so.1" ? " (part of the NVIDIA driver)" : "";
    return `${file}${whose} ${status === "missing" ? "is missing" : `does not load: ${reason ?? ""}`}`;
  });
  return `${states.length - lacking.length} of ${states.length} libraries are in order; ${words.join("; ")}`;
}
