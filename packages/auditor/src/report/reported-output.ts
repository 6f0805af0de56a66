import type { DecidedOutput } from "../inspect/output-kind/decide-output.js";
import type { KnownBy, OutputKind, OutputMeaning } from "../inspect/output-kind/output-kind.js";

/** What the output of the audited model was taken for. */
export interface ReportedOutput {
  readonly kind: OutputKind;
  readonly knownBy: KnownBy;
  /** The last operators of the model, the last one last, at most four. */
  readonly lastOperators: readonly string[];
  /**
   * The class of the one column is predicted above it (`one-logit`) or from it on (`one-probability`); null otherwise.
   */
  readonly threshold: number | null;
  /** The class of each column, in order; empty for class ids. */
  readonly columns: readonly string[];
}

/** Returns what a report says of a classifier's output. */
export function reportedOutput(
  { knownBy, operators, threshold }: DecidedOutput,
  { kind, classes }: { readonly kind: OutputKind; readonly classes: readonly string[] },
): ReportedOutput {
  const isOneColumn = kind === "one-logit" || kind === "one-probability";
  const columns = kind === "class-ids" ? [] : isOneColumn ? classes.slice(1, 2) : classes;
  return { kind, knownBy, lastOperators: operators, threshold, columns };
}

/** How the meaning of an output is known: `told by its last operators (MatMul, Softmax)`. */
export function knownByText({ knownBy, lastOperators }: Pick<ReportedOutput, "knownBy" | "lastOperators">): string {
  const operators = lastOperators.length === 0 ? "" : ` (${lastOperators.join(", ")})`;
  switch (knownBy) {
    case "metadata":
      return "recorded in its metadata";
    case "last-operators":
      return `told by its last operators${operators}`;
    case "flag":
      return `said on request${operators === "" ? "" : `; its last operators are${operators.replace(/[()]/g, "")}`}`;
  }
}

/** Which class is predicted: `predicted is the largest; columns a, b`. */
export function predictedText({ kind, threshold, columns }: ReportedOutput): string {
  if (kind === "class-ids") return "the class itself";
  if (threshold === null) return `the largest is predicted; columns: ${columns.join(", ")}`;
  return `${columns.join()} is predicted ${kind === "one-logit" ? `above ${threshold}` : `from ${threshold} on`}`;
}

/** Names of what an output means, as a reader knows them. */
export function meaningText(kind: OutputMeaning): string {
  return kind === "number"
    ? "the predicted number"
    : kind.replaceAll("-", " ").replace("log probabilities", "log-probabilities");
}
