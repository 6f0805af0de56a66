import type { Provider } from "@evenodds/core";
import type { ModelDescription } from "../inspect/model-description.js";
import { providerDefinition } from "./provider-definition.js";

/**
 * Whether several threads would lose updates of a model's scatters, so that equal runs give different predictions: it
 * has a `ScatterND` with a reduction, and that may run on the CPU.
 */
export function losesUpdates(
  { racingScatters }: Pick<ModelDescription, "racingScatters">,
  { provider, allowFallback }: { readonly provider: Provider; readonly allowFallback?: boolean | undefined },
): boolean {
  return racingScatters > 0 && (providerDefinition(provider).losesUpdates || allowFallback === true);
}
