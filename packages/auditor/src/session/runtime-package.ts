import { createRequire } from "node:module";
import { dirname } from "node:path";

/** Returns the folder of ONNX Runtime's npm package. */
export function runtimeFolder(): string {
  // The package's entry is <package>/dist/index.js.
  return dirname(dirname(createRequire(import.meta.url).resolve("onnxruntime-node")));
}

/** Returns the version of ONNX Runtime's npm package, such as `1.20.1`. */
export function onnxRuntimeVersion(): string {
  return (createRequire(import.meta.url)("onnxruntime-node/package.json") as { readonly version: string }).version;
}
