/**
 * Where a model runs, and what ONNX Runtime calls that. The one that is asked for runs, or an error says why it cannot;
 * there is no falling back.
 */
export const providerNames = { cpu: "CPUExecutionProvider", cuda: "CUDAExecutionProvider" } as const;

export type Provider = keyof typeof providerNames;

/** All providers, in the order in which they are listed for users. */
export const providers = Object.keys(providerNames) as readonly Provider[];

/** The provider of a run for which none was asked: the one that every machine has. */
export const defaultProvider = "cpu" satisfies Provider;
