import { checkChoice, providers, type Provider } from "@evenodds/core";
import { cudaRemedy } from "./cuda-remedy.js";

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
  /** Whether several threads of it lose updates of a `ScatterND` with a reduction, so that it gets one. */
  readonly losesUpdates: boolean;
  /** Null where it is a part of ONNX Runtime that cannot be missing. */
  readonly failures: ProviderFailures | null;
}

/** What running a model has to know about every provider. */
const providerDefinitions: Readonly<Record<Provider, ProviderDefinition>> = {
  cpu: { provesPlacement: false, losesUpdates: true, failures: null },
  cuda: {
    provesPlacement: true,
    losesUpdates: false,
    failures: {
      pattern: /cuda|cudnn|cublas|backend not found/i,
      missing: /failed to load shared library|backend not found/i,
      expected: "a working CUDA execution provider",
      remedy: () => cudaRemedy(),
    },
  },
};

/** Returns what running a model has to know about a provider. Throws `UsageError` for one that there is not. */
export function providerDefinition(provider: Provider): ProviderDefinition {
  checkChoice("provider", { choice: provider, choices: providers });
  return providerDefinitions[provider];
}
