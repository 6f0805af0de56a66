import type { Disparity } from "@evenodds/core";
import type { AttributeReport, AuditReport, GateReport, PredictionRate } from "../../report/audit-report.js";
import { auditedUnit } from "../../report/audited-unit.js";
import { describeGap, formatSize } from "../../report/describe-gap.js";
import { gatedDisparity } from "../../report/gated-disparity.js";
import { quote } from "../../report/quote.js";
import type { RegressionAttributeReport, RegressionReport } from "../../report/regression-report.js";
import { formatInterval, formatLevel, formatRate } from "../numbers.js";
import { binText, formatError, gapSentence } from "../regression-words.js";

/** Groups that are listed one by one; the report lists them all. */
const mostGroups = 50;

/**
 * Returns what a gate of a report is about, a line each: which groups lie furthest apart, and where, then the figure of
 * every group in that place, with its counts. Plain text, in which names are quoted as in JSON.
 */
export function gateDetail(
  report: AuditReport | RegressionReport,
  gate: (AuditReport | RegressionReport)["rules"][number],
): string[] {
  if ("kind" in report) {
    const attribute = report.attributes.find(({ name }) => name === gate.attribute);
    return attribute === undefined ? [] : ofRegression(attribute);
  }
  const attribute = report.attributes.find(({ name }) => name === gate.attribute);
  const found = attribute && gatedDisparity[(gate as GateReport).metric](attribute);
  return attribute === undefined || found === undefined ? [] : ofClassifier(attribute, { found, report });
}

function ofClassifier(
  { cells, selectionRates, rows }: AttributeReport,
  { found, report }: { readonly found: Disparity; readonly report: AuditReport },
): string[] {
  const weighted = rows.weight !== undefined;
  const gap = describeGap(found, { unit: auditedUnit(report), weighted });
  if (found.worst === null) return [gap];
  const { label, prediction } = found.worst;
  // Rates that look at no single label are selection rates.
  const of = label === null ? selectionRates : cells.filter((cell) => cell.label === label);
  const { alpha, minimumSupport } = report.settings;
  const lines = of.map(({ group, n, predictions }) => {
    const rate = predictions.find((one) => one.prediction === prediction);
    return `group ${quote(group)}: ${rateText(rate, { n, alpha })}${n < minimumSupport ? ", too few to be compared" : ""}`;
  });
  const given = label === null ? "" : ` given label ${quote(label)}`;
  return [gap, `Prediction ${quote(prediction)}${given}, by group:`, ...firstOf(lines)];
}

function rateText(
  { k, rate, lower, upper }: PredictionRate = { prediction: "", k: 0, rate: null, lower: null, upper: null },
  { n, alpha }: { readonly n: number; readonly alpha: number },
): string {
  const interval =
    lower === null || upper === null ? "" : `, ${formatLevel(alpha)} interval ${formatInterval({ lower, upper })}`;
  return `${formatRate(rate)} (${formatSize(k)} of ${formatSize(n)}${interval})`;
}

function ofRegression({ meanError, bins }: RegressionAttributeReport): string[] {
  const gap = gapSentence(meanError, bins);
  const bin = meanError.bin === null ? undefined : bins[meanError.bin];
  if (bin === undefined) return [gap];
  const lines = bin.cells.map(({ group, n, meanError: error, status }) => {
    const few = status === "ok" ? "" : ", too few to be compared";
    return `group ${quote(group)}: ${formatError(error)} (n = ${formatSize(n)})${few}`;
  });
  return [gap, `Mean error among labels from ${binText(bin)}, by group:`, ...firstOf(lines)];
}

function firstOf(lines: readonly string[]): string[] {
  const more = lines.length - mostGroups;
  return more <= 0 ? [...lines] : [...lines.slice(0, mostGroups), `${more} more groups are in the report.`];
}
