/**
 * Where a model runs, and what ONNX Runtime calls that. The one that is asked for runs, or an error says why it cannot;
 * there is no falling back.
 */
export const providerNames = {
  cpu: "CPUExecutionProvider",
  cuda: "CUDAExecutionProvider",
  webgpu: "WebGpuExecutionProvider",
} as const;

export type Provider = keyof typeof providerNames;

/** All providers, in the order in which they are listed for users. */
export const providers = Object.keys(providerNames) as readonly Provider[];

/** The provider of a run for which none was asked: the one that every machine has. */
export const defaultProvider = "cpu" satisfies Provider;

/** What can be asked for: a provider, or `auto`, the first of {@link automaticProviders} that runs all of a model. */
export type RequestedProvider = Provider | "auto";

/** All that can be asked for, in the order in which they are listed for users. */
export const requestedProviders: readonly RequestedProvider[] = [...providers, "auto"];

/** What `auto` tries, the first one first. The last one runs everywhere. */
export const automaticProviders = ["cuda", "webgpu", "cpu"] as const satisfies readonly Provider[];
