import type { AskedTask } from "../workflows/run-model.js";

/** Flags that say what a model predicts which does not record it. */
export interface TaskFlags {
  readonly oneLogit?: true;
  readonly regression?: true;
}

/** Returns what the flags say; undefined where they say nothing. */
export function askedTask({ oneLogit, regression }: TaskFlags): AskedTask | undefined {
  if (oneLogit) return "binary";
  return regression ? "regression" : undefined;
}
