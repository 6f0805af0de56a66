/** Engines that can be asked for by name. */
export const concreteEngineNames = ["tensorflow", "tensorflow-gpu", "wasm"] as const;
export type ConcreteEngineName = (typeof concreteEngineNames)[number];

/** What `openEngine` takes: a name, or `auto` for the fastest that runs here. */
export const engineNames = ["auto", ...concreteEngineNames] as const;
export type EngineName = (typeof engineNames)[number];
