import type { AttributeReport, AuditReport } from "../../report/audit-report.js";
import type {
  BoundedFigure,
  ReferenceCell,
  ReferenceComparison,
  ReferenceReport,
} from "../../report/reference-report.js";
import { formatCount, formatLevel, formatSigned } from "../numbers.js";
import { smallMeaning } from "../small-cells.js";
import type { SummaryTable } from "./description.js";
import { rateHeading, type Words } from "./headings.js";
import {
  nameColumn,
  numberColumn,
  sentence,
  tables,
  textColumn,
  undefinedBecause,
  type Section,
  type Table,
} from "./section.js";

/** Rates that a page shows of every group; of more, those of right predictions. */
const mostRates = 30;

/** Returns every group beside the one that the reader has chosen; null where none was. */
export function referenceSection(attribute: AttributeReport, report: AuditReport): Section | null {
  const { reference } = attribute;
  if (reference === undefined) return null;
  const { settings, classes } = report;
  const rates = classes.length * (report.labelled ? classes.length : 1);
  const shown = rates <= mostRates ? everyRate(reference) : mainRates(reference, report);
  return {
    title: ["Beside ", { name: reference.group }, ", the reference group"],
    pieces: [
      sentence(
        `Differences and ratios of rates to those of the reference group, each with a ${formatLevel(settings.alpha)} interval ` +
          `of its own (Newcombe, Koopman): of many intervals, some miss by chance. ${smallMeaning(attribute, settings.minimumSupport)}.`,
      ),
      ...(attribute.clusters === null ? [] : [sentence("The intervals take rows as independent, not by cluster.")]),
      ...(rates <= mostRates
        ? []
        : [sentence(`Of ${formatCount(rates)} rates of each group, some are shown. All are in the report as JSON.`)]),
      ...tables([referenceTable(shown)], "All differences and ratios"),
    ],
  };
}

/** Returns the same where there is room for little: the largest ratios first; null where no group was chosen. */
export function referenceSummary(attribute: AttributeReport, report: AuditReport): SummaryTable | null {
  const { reference } = attribute;
  if (reference === undefined) return null;
  const shown = mainRates(reference, report);
  const table = referenceTable(shown);
  const size = ({ comparison }: ShownRate) => Math.abs(comparison.difference.value ?? 0);
  return {
    ...table,
    counted: { row: "rate", column: "column" },
    order: shown.map((_, r) => r).sort((a, b) => size(shown[b]!) - size(shown[a]!)),
    mostRows: Math.max(3, Math.floor(8 / report.attributes.length)),
    fixed: 2,
    main: [2, 3],
    smallMeaning: smallMeaning(attribute, report.settings.minimumSupport),
  };
}

interface ShownRate {
  readonly cell: ReferenceCell;
  readonly comparison: ReferenceComparison;
}

function everyRate(reference: ReferenceReport): ShownRate[] {
  return tableCells(reference).flatMap((cell) => cell.predictions.map((comparison) => ({ cell, comparison })));
}

/** The rates of right predictions and of the positive class; without labels those of the positive class, or all. */
function mainRates(reference: ReferenceReport, { classes, positiveClass }: AuditReport): ShownRate[] {
  return tableCells(reference).flatMap((cell) => {
    const wanted = classes.flatMap((name, p) => {
      const isMain =
        cell.label === null && positiveClass === null ? true : name === cell.label || name === positiveClass;
      return isMain ? [p] : [];
    });
    const { predictions } = cell;
    return wanted.map((p) => ({ cell, comparison: predictions[p]! }));
  });
}

function tableCells({ cells, selectionRates }: ReferenceReport): readonly ReferenceCell[] {
  return cells.length > 0 ? cells : selectionRates;
}

function referenceTable(shown: readonly ShownRate[]): Table {
  return {
    caption: "Differences and ratios of rates",
    columns: [
      nameColumn("group"),
      textColumn("rate"),
      textColumn("difference"),
      textColumn("ratio"),
      numberColumn("rows"),
      numberColumn("referenceCounts"),
    ],
    rows: shown.map(({ cell, comparison }) => {
      const { k, referenceK, difference, ratio, prediction } = comparison;
      const isSmall = cell.status === "small";
      const missing = cell.status === "empty" ? "n = 0" : null;
      const rate = plainWords(rateHeading(prediction, cell.label));
      return [
        cell.group,
        rate,
        missing === null ? { value: differenceText(difference), isSmall } : undefinedBecause(missing),
        missing === null ? { value: ratioText(ratio), isSmall } : undefinedBecause(missing),
        `${formatCount(k)}/${formatCount(cell.n)}`,
        `${formatCount(referenceK)}/${formatCount(cell.referenceN)}`,
      ];
    }),
  };
}

function plainWords(words: Words): string {
  return words.map((part) => (typeof part === "string" ? part : part.name)).join("");
}

/** `−0.175 (−0.273 to −0.078)` */
function differenceText({ value, lower, upper }: BoundedFigure): string {
  return `${formatSigned(value!)} (${lower === null || upper === null ? "no interval" : `${formatSigned(lower)} to ${formatSigned(upper)}`})`;
}

/** `0.781 (0.676 to 0.894)` */
function ratioText({ value, lower, upper }: BoundedFigure): string {
  const bounds =
    lower === null
      ? "no interval"
      : upper === null
        ? `${formatRatio(lower)} or more`
        : `${formatRatio(lower)} to ${formatRatio(upper)}`;
  return value === null ? `undefined (rate 0; ${bounds})` : `${formatRatio(value)} (${bounds})`;
}

/** Three decimals, and two digits at least of what is smaller. */
function formatRatio(ratio: number): string {
  return ratio === 0 || ratio >= 0.01 ? ratio.toFixed(3) : ratio.toPrecision(2);
}
