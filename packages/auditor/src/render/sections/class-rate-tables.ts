import type { ClassRates, Rate } from "@evenodds/core";
import type { AttributeReport, AuditReport } from "../../report/audit-report.js";
import { auditedUnit } from "../../report/audited-unit.js";
import { formatCount, formatRate } from "../numbers.js";
import { smallMeaning } from "../small-cells.js";
import { undefinedRate } from "../size-words.js";
import { nameColumn, numberColumn, type DetailedCell, type TextTable } from "./section.js";

const rates = {
  TPR: "truePositiveRate",
  FPR: "falsePositiveRate",
  TNR: "trueNegativeRate",
  FNR: "falseNegativeRate",
  PPV: "positivePredictiveValue",
  NPV: "negativePredictiveValue",
} as const satisfies Record<string, keyof ClassRates>;

/** Returns what the columns of {@link classRateTables} mean. */
export function classRatesMeaning(attribute: AttributeReport, report: AuditReport): string {
  const unit = auditedUnit(report);
  return (
    `TPR: share of the ${unit}s of the class that are predicted it; FNR: that are not. FPR: share of the other ${unit}s that are ` +
    "predicted the class; TNR: that are not. PPV: share of the predictions of the class that are right; NPV: of the others. " +
    `${smallMeaning(attribute, report.settings.minimumSupport)}.`
  );
}

/**
 * Returns a table per class with six rates of every group, each with k/n; empty without labels. For two classes with a
 * named positive one only that one has a table, because the other is its mirror image.
 */
export function classRateTables(attribute: AttributeReport, report: AuditReport): TextTable[] {
  const { classRates } = attribute;
  const { classes, positiveClass } = report;
  const shown = classes.length === 2 && positiveClass !== null ? [positiveClass] : classes;
  if (classRates.length === 0) return [];
  return shown.map((name) => ({
    caption: `Class ${name} against the rest`,
    columns: [nameColumn("Group"), ...Object.keys(rates).map(numberColumn)],
    rows: classRates
      .filter((row) => row.class === name)
      .map((row) => [row.group, ...Object.values(rates).map((rate) => rateCell(row[rate], attribute))]),
  }));
}

function rateCell({ k, n, value, status }: Rate, attribute: AttributeReport): string | DetailedCell {
  if (value === null) return undefinedRate(attribute);
  return {
    value: formatRate(value),
    counts: `${formatCount(k)}/${formatCount(n)}`,
    isSmall: status === "small",
  };
}
