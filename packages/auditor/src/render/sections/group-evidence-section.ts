import type { AttributeReport, AuditReport } from "../../report/audit-report.js";
import type { ComparedCell, GroupEvidence } from "../../statistics/dependence/group-evidence.js";
import { formatCount, formatLevel, formatRate, formatSigned, plainPValue } from "../numbers.js";
import { sizeHeading } from "../small-cells.js";
import type { SummaryTable } from "./description.js";
import { intervalHeading } from "./headings.js";
import {
  nameColumn,
  numberColumn,
  sentence,
  tablePiece,
  textColumn,
  undefinedBecause,
  type Section,
} from "./section.js";

/** Groups that reports for people list; all of them are in the report as JSON. */
const mostGroups = 10;

/**
 * Returns the groups of an attribute, those with the strongest evidence of being treated differently first: by their
 * p-value, among equal ones by how far they are from the rest, in all labels or in their strongest cell; the worse of
 * two that mirror each other first. Groups without rows come last.
 */
export function byEvidence(groups: readonly GroupEvidence[]): readonly GroupEvidence[] {
  const p = ({ pValue }: GroupEvidence) => pValue ?? 2;
  // Both are about half of a χ² of one degree of freedom.
  const size = ({ z, cell }: GroupEvidence) => Math.max((z ?? 0) ** 2 / 2, cell?.deviance ?? 0);
  // Mirrored figures differ by rounding.
  const larger = (a: GroupEvidence, b: GroupEvidence) =>
    Math.abs(size(a) - size(b)) <= 1e-9 * (size(a) + size(b)) ? 0 : size(b) - size(a);
  const signed = ({ common }: GroupEvidence) => common?.difference ?? 0;
  return [...groups].sort(
    (a, b) => Number(b.n > 0) - Number(a.n > 0) || p(a) - p(b) || larger(a, b) || signed(a) - signed(b),
  );
}

/**
 * Returns the table of groups by evidence; null without labels. Ten groups are shown at most, fewer of each of several
 * attributes.
 */
export function groupEvidenceTable(attribute: AttributeReport, attributes = 1): SummaryTable | null {
  if (attribute.groups.length === 0) return null;
  const rows = byEvidence(attribute.groups).map((group) => [
    group.group,
    formatCount(group.n),
    commonText(group),
    group.cell === null ? undefinedBecause("no rate can differ") : cellText(group.cell),
    group.pValue === null ? undefinedBecause(attribute.dependence.reason) : plainPValue(group.pValue),
  ]);
  return {
    caption: "Groups beside all others together, by evidence",
    columns: [
      nameColumn("group"),
      numberColumn(sizeHeading(attribute)),
      numberColumn("rightBesideRest"),
      textColumn("furthestRate"),
      numberColumn("adjustedPValue"),
    ],
    rows,
    counted: { row: "group", column: "column" },
    order: rows.map((_, r) => r),
    mostRows: Math.max(3, Math.floor(mostGroups / attributes)),
    fixed: 3,
    main: [4],
    smallMeaning: "",
  };
}

/** Returns what stands out group by group, before any other table; null without labels. */
export function groupEvidenceSection(attribute: AttributeReport, { settings }: AuditReport): Section | null {
  const table = groupEvidenceTable(attribute);
  if (table === null) return null;
  const { rows, ...rest } = table;
  const more = rows.length - mostGroups;
  return {
    title: "Groups by evidence",
    pieces: [
      sentence(
        "How much more (+) or less (−) often a group is predicted right than all others with the same true label: the " +
          `common difference over labels (Mantel–Haenszel), with a ${intervalHeading(formatLevel(settings.alpha))}. Beside it the rate ` +
          "that is furthest from that of the others. p is adjusted for all groups. The others include groups that are " +
          "themselves treated differently, and a common difference says nothing where labels differ in opposite directions.",
      ),
      tablePiece({ ...rest, rows: rows.slice(0, mostGroups) }),
      ...(more > 0 ? [sentence(`${formatCount(more)} more groups are in the report as JSON.`)] : []),
    ],
  };
}

/** Returns `−0.098 (−0.116 to −0.080)`. */
function commonText({ common, n }: GroupEvidence) {
  if (common === null) return undefinedBecause(n === 0 ? "n = 0" : "no label with others");
  const { difference, lower, upper } = common;
  if (lower === null || upper === null) return `${formatSigned(difference)} (nothing varies)`;
  return `${formatSigned(difference)} (${formatSigned(lower)} to ${formatSigned(upper)})`;
}

/** Returns `P(good | bad) 0.702 against 0.858`. */
function cellText({ label, prediction, group, rest }: ComparedCell): string {
  return `P(${prediction} | ${label}) ${formatRate(group.k / group.n)} against ${formatRate(rest.k / rest.n)}`;
}

/** Whether the evidence against equal treatment of a group holds at this level. */
export function standsOut({ pValue }: GroupEvidence, alpha: number): boolean {
  return pValue !== null && pValue <= alpha;
}
