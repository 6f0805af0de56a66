import type { AuditedUnit } from "./audited-unit.js";
import { formatSize } from "./describe-gap.js";
import type { AttributeReport, ReportWarning } from "./audit-report.js";
import { quote } from "./quote.js";

/** Classes that one warning names. */
const namedClasses = 6;

/**
 * Codes of the warnings that belong beside a verdict, because a reader of it alone would be misled: equal rates of a
 * class that is never predicted, or of a prediction that never changes, are equal for want of any.
 */
export const verdictWarningCodes: readonly string[] = ["constant-prediction", "never-predicted"];

/**
 * Returns a warning of a prediction that is the same on all audited rows, or else of the classes that are the label of
 * some rows and the prediction of none. Without labels only the former can be told. A class counts as predicted where
 * it is in the rows of any attribute.
 */
export function predictionWarnings(attributes: readonly AttributeReport[], unit: AuditedUnit): ReportWarning[] {
  const isWeighted = attributes.some(({ rows }) => rows.weight !== undefined);
  const labelOf = (n: number) =>
    isWeighted ? `a weight of ${formatSize(n)}` : `${formatSize(n)} ${n === 1 ? "row" : "rows"}`;
  const rates = attributes.flatMap(({ selectionRates }) => selectionRates.flatMap(({ predictions }) => predictions));
  const predicted = new Set(rates.filter(({ k }) => k > 0).map(({ prediction }) => prediction));
  const declared = new Set(rates.map(({ prediction }) => prediction));
  if (predicted.size === 0) return [];
  const never = [...labelledRows(attributes)].filter(([name]) => !predicted.has(name));
  const listed = never.slice(0, namedClasses).map(([name, n]) => `${quote(name)} (the label of ${labelOf(n)})`);
  const names = listed.join(", ") + (never.length > listed.length ? ` and ${never.length - listed.length} more` : "");
  if (predicted.size === 1 && declared.size > 1) {
    const [constant] = predicted;
    const others = never.length === 0 ? "" : `; never predicted: ${names}`;
    const message = `every ${unit} is predicted ${quote(constant!)}: gaps are 0, and the model tells nothing apart${others}`;
    return [{ code: "constant-prediction", message }];
  }
  if (never.length === 0) return [];
  const message = `never predicted: ${names}; rates that are 0 in every group count as equal`;
  return [{ code: "never-predicted", message }];
}

/**
 * Rows of every label that has some, by its name. Attributes have different missing values; the largest number counts.
 */
function labelledRows(attributes: readonly AttributeReport[]): Map<string, number> {
  const most = new Map<string, number>();
  for (const { cells } of attributes) {
    const rows = new Map<string, number>();
    for (const { label, n } of cells) rows.set(label, (rows.get(label) ?? 0) + n);
    for (const [label, n] of rows) if (n > 0) most.set(label, Math.max(n, most.get(label) ?? 0));
  }
  return most;
}
