/** What `openEngine` takes. */
export const engineNames = ["auto", "wasm"] as const;
export type EngineName = (typeof engineNames)[number];
