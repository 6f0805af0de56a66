import type { OutputKind, OutputMeaning } from "@evenodds/auditor";
import { UsageError } from "@evenodds/core";

/**
 * Flags about the output of a model that does not record what it is, and about operators that are known to be wrong.
 */
export interface OutputFlags {
  readonly outputKind?: OutputKind;
  readonly oneLogit?: true;
  readonly regression?: true;
  readonly trustScatter?: true;
}

/**
 * Returns what the flags say that the output is; undefined where they say nothing. `--one-logit` is short for
 * `--output-kind one-logit`. Throws {@link UsageError} where it is given with another kind.
 */
export function askedKind({ outputKind, oneLogit, regression }: OutputFlags): OutputMeaning | undefined {
  if (oneLogit && outputKind !== undefined && outputKind !== "one-logit") {
    const expected = "one meaning of the output";
    throw new UsageError({
      argument: "--one-logit",
      expected,
      found: `--output-kind ${outputKind}`,
      hint: "leave one out",
    });
  }
  if (oneLogit) return "one-logit";
  return regression ? "number" : outputKind;
}
