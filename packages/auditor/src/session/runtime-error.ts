import { EngineError, ModelError, type Provider } from "@evenodds/core";
import { providerDefinition } from "./providers.js";

/**
 * Returns what ONNX Runtime threw as an error of one line: an {@link EngineError} with the remedy where its
 * provider is missing or fails, else a {@link ModelError}.
 */
export function runtimeError(
  cause: unknown,
  { provider, expected }: { readonly provider: Provider; readonly expected: string },
): ModelError | EngineError {
  const message = firstLine(cause instanceof Error ? cause.message : String(cause));
  const { failures } = providerDefinition(provider);
  if (failures === null || !failures.pattern.test(message)) {
    return new ModelError({ argument: "model", expected, found: message }, { cause });
  }
  const { found, hint } = failures.remedy();
  // A missing library is explained by the remedy alone; everything else by what the provider itself has to say.
  return new EngineError(
    {
      argument: `provider ${provider}`,
      expected: failures.expected,
      found: failures.missing.test(message) ? found : message,
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
