import { InputError } from "@evenodds/core";
import type { AttributeReport, AuditReport } from "../report/audit-report.js";
import { auditedUnit } from "../report/audited-unit.js";
import { formatGap, formatInterval, formatLevel, formatRate, plainPValue } from "./numbers.js";
import { headings, intervalHeading } from "./sections/headings.js";
import { verdictWords } from "./verdict-text.js";

/** A report under the name by which it is compared. */
export interface NamedReport {
  readonly name: string;
  readonly report: AuditReport;
}

/** One line of a comparison: what is compared, and its value in every report. Texts are raw: renderers escape them. */
export interface SideBySideRow {
  readonly term: string;
  readonly values: readonly string[];
}

/**
 * Returns the figures of several audits of one attribute side by side: verdict, performance, gap with all that it has
 * to be compared with. Values that do not exist read `undefined`.
 *
 * Throws {@link InputError} where a report lacks the attribute, or where the audits are not of the same nodes.
 */
export function sideBySide(reports: readonly NamedReport[], attribute: string): SideBySideRow[] {
  const found = reports.map(({ name, report }) => ({ name, report, of: attributeOf(report, { attribute, name }) }));
  checkSameNodes(found);
  const row = (term: string, value: (part: (typeof found)[number]) => string): SideBySideRow => ({
    term,
    values: found.map(value),
  });
  const level = formatLevel(reports[0]?.report.settings.alpha ?? 0.05);
  const areNodes = reports.every(({ report }) => auditedUnit(report) === "node");
  const audited = areNodes ? "Nodes audited" : "Rows audited";
  return [
    row("Verdict", ({ report }) => verdictWords[report.verdict]),
    row(headings.accuracy, ({ of }) => formatRate(of.performance.accuracy)),
    row(headings.f1Macro, ({ of }) => formatRate(of.performance.f1.macro)),
    row(headings.f1Weighted, ({ of }) => formatRate(of.performance.f1.weighted)),
    row(headings.equalizedOdds, ({ of, report }) => formatGap(of.equalizedOdds.value, report.settings.maxGap)),
    row(headings.noiseFloor, ({ of }) => formatRate(of.permutation.floor)),
    row(headings.pValue, ({ of }) => plainPValue(of.permutation.pValue)),
    row(intervalHeading(level), ({ of: { evidence } }) =>
      evidence.lower === null || evidence.upper === null
        ? "undefined"
        : formatInterval({ lower: evidence.lower, upper: evidence.upper }),
    ),
    row(headings.demographicParity, ({ of }) => formatRate(of.demographicParityDifference.value)),
    row(audited, ({ of }) => `${of.rows.used}`),
  ];
}

function attributeOf(
  report: AuditReport,
  { attribute, name }: { readonly attribute: string; readonly name: string },
): AttributeReport {
  const found = report.attributes.find((one) => one.name === attribute);
  if (found !== undefined) return found;
  throw new InputError({
    argument: `report ${JSON.stringify(name)}`,
    expected: `an audit of the attribute ${JSON.stringify(attribute)}`,
    found: report.attributes.map((one) => one.name).join(", "),
  });
}

/** Equal cell sizes are what makes gaps, noise floors and intervals comparable. */
function checkSameNodes(found: readonly { readonly name: string; readonly of: AttributeReport }[]): void {
  const sizes = ({ cells }: AttributeReport) => JSON.stringify(cells.map(({ label, group, n }) => [label, group, n]));
  const other = found.find(({ of }) => sizes(of) !== sizes(found[0]!.of));
  if (other === undefined) return;
  throw new InputError({
    argument: `report ${JSON.stringify(other.name)}`,
    expected: `as many nodes of each group and label as in ${JSON.stringify(found[0]!.name)}`,
    found: "other numbers",
    hint: "audit both models on the same nodes",
  });
}
