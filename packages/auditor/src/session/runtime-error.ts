import { EngineError, ModelError, type Provider } from "@evenodds/core";
import { cudaRemedy } from "./cuda-remedy.js";

/**
 * Returns what ONNX Runtime threw as an error of one line: an {@link EngineError} with the remedy where its CUDA
 * provider is missing or fails, else a {@link ModelError}.
 */
export function runtimeError(
  cause: unknown,
  { provider, expected }: { readonly provider: Provider; readonly expected: string },
): ModelError | EngineError {
  const message = firstLine(cause instanceof Error ? cause.message : String(cause));
  if (provider === "cpu" || !/cuda|cudnn|cublas|backend not found/i.test(message)) {
    return new ModelError({ argument: "model", expected, found: message }, { cause });
  }
  const { found, hint } = cudaRemedy();
  // A missing library is explained by the remedy alone; everything else by what CUDA itself has to say.
  const missing = /failed to load shared library|backend not found/i.test(message);
  return new EngineError(
    {
      argument: "provider cuda",
      expected: "a working CUDA execution provider",
      found: missing ? found : message,
      hint,
    },
    { cause },
  );
}

/** Without the places in ONNX Runtime's own source that it puts in front. */
function firstLine(message: string): string {
  const [line = ""] = message.split("\n");
  return line.replace(/\/onnxruntime_src\/\S+ /g, "").trim();
}
