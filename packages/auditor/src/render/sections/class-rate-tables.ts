import type { ClassRates, Rate } from "@evenodds/core";
import type { AttributeReport, AuditReport } from "../../report/audit-report.js";
import { auditedUnit } from "../../report/audited-unit.js";
import { formatCount, formatRate } from "../numbers.js";
import { smallMeaning, undefinedRate } from "../small-cells.js";
import { headings, type Heading } from "./headings.js";
import { nameColumn, numberColumn, type Cell, type Table } from "./section.js";

const rates = {
  tpr: "truePositiveRate",
  fpr: "falsePositiveRate",
  tnr: "trueNegativeRate",
  fnr: "falseNegativeRate",
  ppv: "positivePredictiveValue",
  npv: "negativePredictiveValue",
} as const satisfies Partial<Record<Heading, keyof ClassRates>>;

const shownRates = Object.keys(rates) as (keyof typeof rates)[];

/** Returns what the columns of {@link classRateTables} mean. */
export function classRatesMeaning(attribute: AttributeReport, report: AuditReport): string {
  const unit = auditedUnit(report);
  const { tpr, fpr, tnr, fnr, ppv, npv } = headings;
  return (
    `${tpr}: share of the ${unit}s of the class that are predicted it; ${fnr}: that are not. ${fpr}: share of the other ${unit}s ` +
    `that are predicted the class; ${tnr}: that are not. ${ppv}: share of the predictions of the class that are right; ${npv}: of ` +
    "the others. " +
    `${smallMeaning(attribute, report.settings.minimumSupport)}.`
  );
}

/**
 * Returns a table per class with six rates of every group, each with k/n; empty without labels. For two classes with a
 * named positive one only that one has a table, because the other is its mirror image.
 */
export function classRateTables(attribute: AttributeReport, report: AuditReport): Table[] {
  const { classRates } = attribute;
  const { classes, positiveClass } = report;
  const shown = classes.length === 2 && positiveClass !== null ? [positiveClass] : classes;
  if (classRates.length === 0) return [];
  return shown.map((name) => ({
    caption: `Class ${name} against the rest`,
    columns: [nameColumn("group"), ...shownRates.map(numberColumn)],
    rows: classRates
      .filter((row) => row.class === name)
      .map((row) => [row.group, ...shownRates.map((rate) => rateCell(row[rates[rate]], attribute))]),
  }));
}

function rateCell({ k, n, value, status }: Rate, attribute: AttributeReport): string | Cell {
  if (value === null) return undefinedRate(attribute);
  return {
    value: formatRate(value),
    counts: `${formatCount(k)}/${formatCount(n)}`,
    isSmall: status === "small",
  };
}
