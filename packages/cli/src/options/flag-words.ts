import type { AuditReport, ComparisonReport, RegressionReport } from "@evenodds/auditor";
import { kebabName } from "@evenodds/core";

/** What the library says of options that the command line has other words for. */
const ownFlags = {
  "An audit with ‘cluster’": "evenodds audit --cluster",
  "‘header: false’": "--no-header",
  "‘outputKind: one-logit’": "--one-logit",
  "‘outputKind: number’": "--regression",
};

/**
 * Returns a message in the words of the command line: `‘missingValues’`, as functions of the library name their
 * options, becomes `--missing-values`. Texts in double quotes are names in the data, and stay.
 */
export function flagWords(message: string): string {
  const own = Object.entries(ownFlags).reduce((text, [option, flag]) => text.replaceAll(option, flag), message);
  return own.replace(/"(?:[^"\\]|\\.)*"|‘([a-z]+(?:[A-Z][a-z]*)*)’/g, (text, name?: string) =>
    name === undefined ? text : `--${kebabName(name)}`,
  );
}

/** Returns a report with its warnings and notes in the words of the command line. */
export function reportInFlagWords<R extends AuditReport | RegressionReport | ComparisonReport>(report: R): R {
  return {
    ...report,
    warnings: report.warnings.map(({ code, message }) => ({ code, message: flagWords(message) })),
    notes: report.notes.map(flagWords),
  };
}
