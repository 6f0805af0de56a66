import { UsageError } from "@evenodds/core";
import { Option } from "commander";
import type { AskedTask } from "../workflows/run-model.js";

/** Flags that say what a model predicts which does not record it. */
export interface TaskFlags {
  readonly oneLogit?: true;
  readonly regression?: true;
}

/** Returns the flag for models of other tools with one logit. */
export function oneLogitOption(): Option {
  return new Option("--one-logit", "the model's one output is the logit of the second of two classes, chosen above 0");
}

/** Returns what the flags say; undefined where they say nothing. Throws {@link UsageError} for both at once. */
export function askedTask({ oneLogit, regression }: TaskFlags): AskedTask | undefined {
  if (oneLogit && regression) {
    const expected = "one meaning of the output column";
    throw new UsageError({ argument: "--one-logit", expected, found: "--regression beside it", hint: "leave one out" });
  }
  if (oneLogit) return "binary";
  return regression ? "regression" : undefined;
}
