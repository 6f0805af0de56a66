import { findingText, type ModelDescription, type ReportWarning } from "@evenodds/auditor";
import { ModelError } from "@evenodds/core";

/**
 * Throws {@link ModelError} for a model with operators that are known to give wrong predictions or none, unless they
 * are scatters that are trusted.
 */
export function refuseFindings(
  { findings }: Pick<ModelDescription, "findings">,
  { trustScatter = false }: { readonly trustScatter?: boolean | undefined },
): void {
  const isTrusted = (code: string) => trustScatter && code === "overwriting-scatter";
  const wrong = findings.filter(({ code, severity }) => severity === "error" && !isTrusted(code));
  const [first] = wrong;
  if (first === undefined) return;
  throw new ModelError({
    argument: "operators of the model",
    expected: "none that is known to be wrong",
    found: wrong.map(findingText).join("; "),
    hint: first.remedy,
  });
}

/**
 * Returns what a report has to say about operators of the model. What evenodds avoids by itself is a note of the run.
 */
export function findingWarnings({ findings }: Pick<ModelDescription, "findings">): ReportWarning[] {
  return findings
    .filter(({ severity }) => severity !== "handled")
    .map(({ code, severity, ...finding }) => ({
      code,
      message: `the model has ${findingText(finding)}${severity === "error" ? " (trusted on request)" : ""}`,
    }));
}
