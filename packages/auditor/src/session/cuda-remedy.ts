import { existsSync } from "node:fs";
import { join, relative } from "node:path";
import { runtimeFolder } from "./runtime-package.js";

const library = "libonnxruntime_providers_cuda.so";

/**
 * Returns what is missing for CUDA and what to do about it. The npm package of ONNX Runtime comes without the CUDA
 * provider; its install script fetches it for 64-bit Linux only.
 */
export function cudaRemedy(platform = `${process.platform}/${process.arch}`): { found: string; hint: string } {
  if (platform !== "linux/x64") {
    return {
      found: `${platform}, for which onnxruntime-node has no CUDA provider`,
      hint: "use provider cpu, or 64-bit Linux with an NVIDIA GPU",
    };
  }
  const home = runtimeFolder();
  if (!existsSync(join(home, "bin", "napi-v6", "linux", "x64", library))) {
    return {
      found: `no ${library} in onnxruntime-node (its npm package comes without)`,
      hint:
        `fetch it with: ONNXRUNTIME_NODE_INSTALL=cuda12 node ${relative("", join(home, "script", "install.js"))}; ` +
        "it needs an NVIDIA driver, CUDA 12 and cuDNN 9; or use provider cpu",
    };
  }
  return {
    found: `${library}, which cannot be loaded or finds no GPU`,
    hint: "it needs an NVIDIA driver, CUDA 12 and cuDNN 9 on the library path (LD_LIBRARY_PATH); or use provider cpu",
  };
}
