import type { AttributeReport, AuditReport } from "../../report/audit-report.js";
import { gapFigures, otherFigures, performanceFigures } from "../figures.js";
import { formatCount, formatLevel, formatRate } from "../numbers.js";
import { sizeHeading } from "../size-words.js";
import { classRatesMeaning, classRateTables } from "./class-rate-tables.js";
import { clusterSection } from "./cluster-section.js";
import { conditionSection } from "./condition-section.js";
import { rateSection } from "./rate-section.js";
import { rowSection } from "./row-section.js";
import { scoreSection } from "./score-section.js";
import { figureTable, nameColumn, numberColumn, sentence, subsection, tablePiece } from "./section.js";
import type { Piece, Section, Table } from "./section.js";
import { weightSection } from "./weight-section.js";

/** Returns everything about one sensitive attribute, from the gap in a sentence to the account of its rows. */
export function attributeSection(attribute: AttributeReport, report: AuditReport): Section {
  const isLabelled = attribute.cells.length > 0;
  const sections = [
    rateSection(attribute, report),
    clusterSection(attribute, report),
    weightSection(attribute),
    conditionSection(attribute, report),
    scoreSection(attribute, report),
  ].filter((section) => section !== null);
  return {
    title: ["By ", { name: attribute.name }],
    pieces: [
      { kind: "text", text: attribute.equalizedOdds.description, isLead: true },
      { kind: "figures", figures: gapFigures(attribute, report) },
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
