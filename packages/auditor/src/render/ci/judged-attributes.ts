import type { CellStatus } from "@evenodds/core";
import type { AttributeReport, AuditReport } from "../../report/audit-report.js";
import { auditedUnit, type AuditedUnit } from "../../report/audited-unit.js";
import type { RegressionAttributeReport, RegressionReport } from "../../report/regression-report.js";
import { binText, gapSentence } from "../regression-words.js";
import type { JudgedGate } from "../verdict-text.js";

/** What build servers are told of an attribute, whatever kind of report it is from. Texts are raw. */
export interface JudgedAttribute {
  readonly name: string;
  /** Whether its sizes are sums of weights. */
  readonly isWeighted: boolean;
  /** The metric that a limit would be about, and its value in a sentence. */
  readonly metric: JudgedGate["metric"];
  readonly sentence: string;
  /** By names that never change, because programs read them. */
  readonly figures: readonly {
    readonly name: string;
    readonly value: number | null;
    readonly reason: string | null;
  }[];
  readonly cells: readonly JudgedCell[];
}

export interface JudgedCell {
  readonly status: CellStatus;
  /** Its label as it is called in a sentence. */
  readonly where: string;
  readonly label: string;
  readonly group: string;
  readonly n: number;
}

/** Returns the attributes of a report of any kind, in its order. */
export function judgedAttributes(report: AuditReport | RegressionReport): JudgedAttribute[] {
  return "kind" in report ? report.attributes.map(ofRegression) : report.attributes.map(ofClassifier);
}

/** Returns what the rows of a report of any kind are called. */
export function judgedUnit(report: AuditReport | RegressionReport): AuditedUnit {
  return auditedUnit("kind" in report ? { model: null, data: report.data } : report);
}

function ofClassifier(attribute: AttributeReport): JudgedAttribute {
  const { name, rows, equalizedOdds, permutation, evidence, cells } = attribute;
  return {
    name,
    isWeighted: rows.weight !== undefined,
    metric: "equalizedOddsDifference",
    sentence: equalizedOdds.description,
    figures: [
      ...rowFigures(rows),
      { name: "equalizedOddsDifference", value: equalizedOdds.value, reason: equalizedOdds.reason },
      ...chanceFigures(permutation),
      { name: "lower", value: evidence.lower, reason: evidence.reason },
      { name: "upper", value: evidence.upper, reason: evidence.reason },
    ],
    cells: cells.map(({ status, label, group, n }) => {
      return { status, where: `Label ${JSON.stringify(label)}`, label, group, n };
    }),
  };
}

function ofRegression({ name, rows, meanError, permutation, bins }: RegressionAttributeReport): JudgedAttribute {
  return {
    name,
    isWeighted: rows.weight !== undefined,
    metric: "meanErrorGap",
    sentence: gapSentence(meanError, bins),
    figures: [
      ...rowFigures(rows),
      { name: "meanErrorGap", value: meanError.value, reason: meanError.reason },
      ...chanceFigures(permutation),
    ],
    cells: bins.flatMap((bin) => {
      const label = binText(bin);
      return bin.cells.map(({ status, group, n }) => ({ status, where: `Label bin ${label}`, label, group, n }));
    }),
  };
}

function rowFigures({ read, used, weight }: AttributeReport["rows"]): JudgedAttribute["figures"] {
  return [
    { name: "rows.read", value: read, reason: null },
    { name: "rows.used", value: used, reason: null },
    ...(weight === undefined ? [] : [{ name: "rows.weight", value: weight, reason: null }]),
  ];
}

function chanceFigures(test: {
  readonly floor: number | null;
  readonly pValue: number | null;
  readonly reason: string | null;
}): JudgedAttribute["figures"] {
  return [
    { name: "noiseFloor", value: test.floor, reason: test.reason },
    { name: "pValue", value: test.pValue, reason: test.reason },
  ];
}
