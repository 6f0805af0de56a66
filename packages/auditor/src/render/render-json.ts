import type { AuditReport } from "../report/audit-report.js";
import type { BaselineJudgement } from "../baseline/judge-baseline.js";
import type { ComparisonReport } from "../report/comparison-report.js";
import type { RegressionReport } from "../report/regression-report.js";
import { jsonPieces, jsonText } from "./display-text.js";

/**
 * Returns a report as JSON, indented by two blanks, with a line break at its end. Keys are in the order of the
 * report, so equal reports give equal bytes, and reading the text back and rendering it again changes nothing.
 *
 * A NaN or infinite number is a fault of evenodds and throws, because JSON would turn it into a null without reason.
 */
export function renderJson(report: AuditReport | RegressionReport | ComparisonReport | BaselineJudgement): string {
  return jsonText(report, finite);
}

/**
 * Returns {@link renderJson} in pieces, to be written one after the other: the four million rates of a thousand classes
 * and four groups are more than one text can hold.
 */
export function renderJsonPieces(
  report: AuditReport | RegressionReport | ComparisonReport | BaselineJudgement,
): Generator<string, void, undefined> {
  return jsonPieces(report, finite);
}

function finite(key: string, value: unknown): unknown {
  if (typeof value === "number" && !Number.isFinite(value)) throw new RangeError(`${key} of the report is ${value}`);
  return value;
}
