import type { AttributeReport, AuditReport, CellReport, PredictionRate } from "../../report/audit-report.js";
import { gapFigures, otherFigures, performanceFigures } from "../figures.js";
import { formatCount, formatLevel, formatRate, formatInterval } from "../numbers.js";
import { sizeHeading, undefinedRate, smallMeaning } from "../small-cells.js";
import { classRatesMeaning, classRateTables } from "./class-rate-tables.js";
import { clusterSection } from "./cluster-section.js";
import { conditionSection } from "./condition-section.js";
import { groupEvidenceSection } from "./group-evidence-section.js";
import { partingSentence } from "./parting-sentence.js";
import { referenceSection } from "./reference-section.js";
import { rowSection } from "./row-section.js";
import { scoreSection } from "./score-section.js";
import {
  figureTable,
  nameColumn,
  numberColumn,
  sentence,
  subsection,
  tablePiece,
  type Piece,
  type Section,
  type Table,
  rateColumn,
  tables,
  type Cell,
  type Phrase,
} from "./section.js";
import { weightSection } from "./weight-section.js";
import { auditedUnit } from "../../report/audited-unit.js";
import { cellsByLabel, mainRates, type RateColumn } from "../main-rates.js";
import { headings, predictedHeading } from "./headings.js";

/** Returns everything about one sensitive attribute, from the gap in a sentence to the account of its rows. */
export function attributeSection(attribute: AttributeReport, report: AuditReport): Section {
  const isLabelled = attribute.cells.length > 0;
  const sections = [
    referenceSection(attribute, report),
    rateSection(attribute, report),
    clusterSection(attribute, report),
    weightSection(attribute),
    conditionSection(attribute, report),
    scoreSection(attribute, report),
  ].filter((section) => section !== null);
  const [parting, evidence] = [partingSentence(attribute, report), groupEvidenceSection(attribute, report)];
  return {
    title: ["By ", { name: attribute.name }],
    pieces: [
      { kind: "text", text: attribute.equalizedOdds.description, isLead: true },
      { kind: "figures", figures: gapFigures(attribute, report) },
      ...(parting === null ? [] : [sentence(parting)]),
      ...(evidence === null ? [] : [{ kind: "section" as const, section: evidence }]),
      ...(isLabelled ? [gapPicture(attribute, report)] : []),
      subsection("Groups", [tablePiece(groupTable(attribute))]),
      ...(isLabelled ? [subsection("Performance", [{ kind: "figures", figures: performanceFigures(attribute) }])] : []),
      ...sections.map((section): Piece => ({ kind: "section", section })),
      { kind: "fold", summary: "Other figures", pieces: otherPieces(attribute, report) },
      { kind: "section", section: rowSection(attribute, report.data) },
    ],
  };
}

function gapPicture(attribute: AttributeReport, { settings }: AuditReport): Piece {
  return {
    kind: "gap-chart",
    title: "The gap beside what chance alone would show",
    note:
      `Bar: ${formatLevel(settings.alpha)} interval of the measured gap. Noise floor: the gap to expect from a model that ` +
      "treats all groups alike, with these counts.",
    attribute,
    limit: settings.maxGap,
  };
}

function groupTable(attribute: AttributeReport): Table {
  const { levels, performance } = attribute;
  const total = levels.reduce((sum, { n }) => sum + n, 0);
  return {
    caption: "Size and accuracy of every group",
    columns: [nameColumn("group"), ...([sizeHeading(attribute), "share", "accuracy"] as const).map(numberColumn)],
    rows: levels.map(({ level, n }, i) => [
      level,
      formatCount(n),
      formatRate(total === 0 ? null : n / total),
      formatRate(performance.byGroup[i]?.accuracy ?? null),
    ]),
  };
}

function otherPieces(attribute: AttributeReport, report: AuditReport): Piece[] {
  const rates = classRateTables(attribute, report);
  return [
    tablePiece(figureTable("Other disparities", "figure", otherFigures(attribute, report))),
    ...(rates.length === 0 ? [] : [sentence(classRatesMeaning(attribute, report))]),
    ...rates.map(tablePiece),
  ];
}

/** Returns the rates of every prediction: given the true label where there are labels, else of each group. */
export function rateSection(attribute: AttributeReport, report: AuditReport): Section {
  const { cells, selectionRates } = attribute;
  const { classes, settings } = report;
  if (cells.length === 0) {
    const table = rateTable("How often each group gets each prediction", selectionRates, { attribute, classes });
    return { title: "Predictions by group", pieces: [tablePiece(table)] };
  }
  const explained = sentence(
    `How often ${auditedUnit(report)}s with this true label get this prediction, with ` +
      `${formatLevel(settings.alpha)} Wilson intervals and counts. ${smallMeaning(attribute, settings.minimumSupport)}.`,
  );
  const columns = mainRates(attribute, classes);
  const rates = cells.length * classes.length;
  if (rates > mostRates) {
    return {
      title: "Rates by true label",
      pieces: [
        explained,
        sentence(
          `Of ${formatCount(rates)} rates, those of the right predictions and of the largest gap are shown. All of them ` +
            `are in the report as JSON.`,
        ),
        ...tables([mainTable(columns, attribute)], "Rates with counts"),
      ],
    };
  }
  const byLabel = cellsByLabel(cells);
  const all = classes.map((label) =>
    rateTable([`${headings.trueLabel} `, { name: label }], byLabel.get(label) ?? [], { attribute, classes, label }),
  );
  return {
    title: "Rates by true label",
    pieces: [explained, { kind: "rate-charts", columns, attribute }, ...tables(all, "All rates with counts")],
  };
}

/** Rates of one attribute that a page for people shows: beyond that, nobody reads them and few programs open it. */
const mostRates = 200_000;

function mainTable(columns: readonly RateColumn[], attribute: AttributeReport): Table {
  return {
    caption: "Rates of the right predictions and of the largest gap",
    columns: [
      nameColumn("trueLabel"),
      nameColumn("predicted"),
      nameColumn("group"),
      numberColumn(sizeHeading(attribute)),
      rateColumn("value"),
    ],
    rows: columns.flatMap(({ label, prediction, groups }) =>
      groups.map(({ cell: { group, n, status }, rate }) => [
        label,
        prediction,
        group,
        { value: formatCount(n), isSmall: status === "small" },
        rateCell(rate, { n, attribute, isRight: prediction === label }),
      ]),
    ),
  };
}

interface RatedGroup {
  readonly group: string;
  readonly n: number;
  readonly status?: CellReport["status"];
  readonly predictions: readonly PredictionRate[];
}

function rateTable(
  caption: Phrase,
  groups: readonly RatedGroup[],
  of: { readonly attribute: AttributeReport; readonly classes: readonly string[]; readonly label?: string },
): Table {
  const { attribute, classes, label } = of;
  return {
    caption,
    columns: [
      nameColumn("group"),
      numberColumn(sizeHeading(attribute)),
      ...classes.map((one) => rateColumn(predictedHeading(one))),
    ],
    rows: groups.map(({ group, n, status, predictions }) => [
      group,
      { value: formatCount(n), isSmall: status === "small" },
      ...predictions.map((rate) => rateCell(rate, { n, attribute, isRight: rate.prediction === label })),
    ]),
  };
}

function rateCell(
  { k, rate, lower, upper }: PredictionRate,
  of: { readonly n: number; readonly attribute: AttributeReport; readonly isRight: boolean },
): string | Cell {
  if (rate === null) return undefinedRate(of.attribute);
  return {
    value: formatRate(rate),
    detail: lower === null || upper === null ? "no interval" : formatInterval({ lower, upper }),
    counts: `${formatCount(k)}/${formatCount(of.n)}`,
    isRight: of.isRight,
  };
}
