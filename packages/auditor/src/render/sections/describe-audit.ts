import type { AttributeReport, AuditReport, ReportedClassOrder } from "../../report/audit-report.js";
import { knownByText, meaningText, predictedText } from "../../report/reported-output.js";
import {
  formatGap,
  formatInterval,
  formatLevel,
  formatPValue,
  formatRate,
  plainPValue,
  formatCount,
} from "../numbers.js";
import { formatPlacement } from "../../session/placement.js";
import { arrangeGroups } from "../arrange-groups.js";
import { rowSentence } from "../row-text.js";
import { gateFindings, verdictSentence } from "../verdict-text.js";
import { attributeSection } from "./attribute-section.js";
import { caveatSection, originCaption } from "./caveat-section.js";
import { clusterSentence } from "./cluster-section.js";
import { conditionSentence } from "./condition-section.js";
import { decisionSection, otherRuleSentences } from "./decision-section.js";
import type { AttributeSummary, Description, Summary, SummaryTable } from "./description.js";
import { graphSection, graphSentence } from "./graph-section.js";
import { headings, inText, intervalHeading, rateHeading, type Words } from "./headings.js";
import { leadingAttribute, openingSentences } from "./opening.js";
import { partingSentence } from "./parting-sentence.js";
import { groupEvidenceTable } from "./group-evidence-section.js";
import { referenceSummary } from "./reference-section.js";
import { scoreSentence } from "./score-section.js";
import {
  figureTable,
  tablePiece,
  type Phrase,
  type Piece,
  nameColumn,
  numberColumn,
  rateColumn,
  type Cell,
} from "./section.js";
import { optionPieces } from "./option-pieces.js";
import { stabilitySection, stabilitySentence } from "./stability-section.js";
import { selectionFigures, selectionText } from "./selection-figures.js";
import { weightSentence } from "./weight-section.js";
import { auditedUnit } from "../../report/audited-unit.js";
import { standingNotes } from "../../report/standing-notes.js";
import type { Figure } from "../figures.js";
import { mainRates } from "../main-rates.js";
import { sizeHeading, undefinedRate, smallMeaning } from "../small-cells.js";

/**
 * Returns what a report on a classifier says, attributes with the largest gap first, bands of numbers among groups in
 * their order.
 */
export function describeAudit(given: AuditReport): Description {
  const report = arrangeGroups(given);
  const attributes = worstFirst(report.attributes);
  return {
    kind: "Equalized odds audit",
    subject: subject(report),
    verdict: report.verdict,
    sentence: verdictSentence(report),
    opening: openingSentences(report),
    gates: gateFindings(report),
    asides: otherRuleSentences(report),
    get sections() {
      return [
        ...attributes.map((attribute) => attributeSection(attribute, report)),
        ...[decisionSection(report), stabilitySection(report), graphSection(report.graph)].filter(
          (section) => section !== null,
        ),
        caveatSection(report),
        { title: "Origin", pieces: [originPiece(report, originCaption), ...optionPieces(report.options)] },
      ];
    },
    summary: summaryOf(report, attributes),
  };
}

/** Returns what a report is about and was made with, as a table. */
export function originPiece(report: AuditReport, caption: Phrase): Piece {
  return tablePiece(figureTable(caption, "what", originFigures(report)));
}

function summaryOf(report: AuditReport, attributes: readonly AttributeReport[]): Summary {
  const { graph, model, data, provider, seed, tool, warnings, notes } = report;
  const output = model?.output;
  const lead = leadingAttribute(report);
  return {
    attributes: attributes.map((attribute) => attributeSummary(attribute, { report, isLead: attribute === lead })),
    sentences: [stabilitySentence(report), graphSentence(graph)].filter((text) => text !== null),
    warnings: warnings.map(({ message }) => message),
    notes,
    standingNotes: standingNotes({
      attributes: attributes.length,
      labelled: report.labelled,
      unit: auditedUnit(report),
    }).length,
    output:
      output === undefined
        ? null
        : `output: ${meaningText(output.kind)}, ${knownByText(output)}; ${predictedText(output)}`,
    origin: [
      ...(data?.audited === undefined ? [] : [selectionText(data.audited)]),
      ...(provider === null ? [] : [`provider ${provider}`]),
      `seed ${seed}`,
      `${tool.name} ${tool.version}`,
    ].join(", "),
  };
}

function attributeSummary(
  attribute: AttributeReport,
  { report, isLead }: { readonly report: AuditReport; readonly isLead: boolean },
): AttributeSummary {
  const { name, equalizedOdds } = attribute;
  return {
    name,
    facts: report.labelled ? labelledFacts(attribute, report) : selectionFacts(attribute),
    sentences: [
      // Of the leading attribute, the first sentences of the report say it.
      ...(report.labelled && !isLead ? [equalizedOdds.description] : []),
      ...(report.labelled ? [performanceSentence(attribute)] : []),
      `${rowSentence(attribute, report.data)}.`,
    ],
    trust: [partingSentence(attribute, report), clusterSentence(attribute, report), weightSentence(attribute)].filter(
      (text) => text !== null,
    ),
    further: [conditionSentence(attribute), scoreSentence(attribute)].filter((text) => text !== null),
    evidence: groupEvidenceTable(attribute, report.attributes.length),
    reference: referenceSummary(attribute, report),
    table: mainRateTable(attribute, report),
  };
}

function labelledFacts(attribute: AttributeReport, report: AuditReport): string[] {
  const { equalizedOdds, permutation, evidence, adjustedPValue, dependence } = attribute;
  const { maxGap, alpha } = report.settings;
  const { lower, upper } = evidence;
  const several = report.attributes.length > 1 && adjustedPValue !== null;
  const adjusted = several ? ` (adjusted ${plainPValue(adjustedPValue)})` : "";
  const partial = equalizedOdds.status === "partial" ? " (partial)" : "";
  return [
    `${inText(headings.equalizedOdds)} ${formatGap(equalizedOdds.value, maxGap)}${partial}`,
    ...(permutation.floor === null ? [] : [`${inText(headings.noiseFloor)} ${formatRate(permutation.floor)}`]),
    ...(permutation.pValue === null ? [] : [`p ${formatPValue(permutation.pValue)}${adjusted}`]),
    ...(lower === null || upper === null
      ? []
      : [`${intervalHeading(formatLevel(alpha))} ${formatInterval({ lower, upper })}`]),
    ...(dependence.pValue === null ? [] : [`${inText(headings.dependence)} p ${formatPValue(dependence.pValue)}`]),
  ];
}

/** Without labels, the figures that exist. */
function selectionFacts({ demographicParityDifference, demographicParityRatio }: AttributeReport): string[] {
  return [
    `${inText(headings.demographicParity)} ${formatRate(demographicParityDifference.value)}`,
    `${inText(headings.demographicParityRatio)} ${formatRate(demographicParityRatio.value)}`,
  ];
}

/** `Accuracy 0.700, F1 macro 0.698, F1 weighted 0.701; demographic parity difference 0.071.` */
function performanceSentence({ performance, demographicParityDifference }: AttributeReport): string {
  const { accuracy, f1 } = performance;
  const plain = (heading: string) => heading.replace(",", "");
  const scores =
    `${headings.accuracy} ${formatRate(accuracy)}, ${plain(headings.f1Macro)} ${formatRate(f1.macro)}, ` +
    `${plain(headings.f1Weighted)} ${formatRate(f1.weighted)}`;
  return `${scores}; ${inText(headings.demographicParity)} ${formatRate(demographicParityDifference.value)}.`;
}

/** Returns what a report is about and was made with, for its end. */
export function originFigures(report: AuditReport): Figure[] {
  const { model, data, settings } = report;
  const unit = auditedUnit(report);
  const figures: Figure[] = [];
  const add = (term: string, value: string, note = "") => figures.push({ term, value, note });
  if (model !== null) {
    add("Model", model.file, `sha256 ${model.sha256}`);
    if (model.producer !== null) add("Produced by", model.producer);
    if (model.features !== undefined) {
      const { count, matchedBy, source, sha256 } = model.features;
      const how =
        matchedBy === "name" ? `by name, from the model's ${source ?? "metadata"}` : "by position, not checked";
      add("Features", `${formatCount(count)}, ${how}`, `sha256 of their names ${sha256}`);
    }
    if (model.classOrder !== undefined) add("Classes of the columns", classOrderText(model.classOrder));
    if (model.output !== undefined) {
      const { output } = model;
      add("Output", meaningText(output.kind), `${knownByText(output)}; ${predictedText(output)}`);
    }
    if (model.provenance !== null) {
      const { method, seed, epochs, engine, sensitive, graph } = model.provenance;
      add(
        "Training",
        `${method}, ${formatCount(epochs)} epochs, seed ${seed}, engine ${engine}`,
        `on ${graph.name} (sha256 ${graph.sha256})${sensitive === null ? "" : `, with attribute ${sensitive}`}`,
      );
    }
  }
  if (data !== null) {
    const arcs = data.arcs === null ? "" : `, ${formatCount(data.arcs)} arcs`;
    const counted = data.countColumn === undefined ? "" : ` counted by ${JSON.stringify(data.countColumn)}`;
    add("Data", data.name, `${formatCount(data.nodes)} ${unit}s${counted}${arcs}`);
    for (const { file, sha256 } of data.files) add("File", file, `sha256 ${sha256}`);
    for (const figure of selectionFigures(data.audited)) figures.push(figure);
  }
  if (report.provider !== null) add("Provider", report.provider, placementNote(report.placement));
  add(`Audited ${unit}s`, report.split === "all" ? "all" : `split ${report.split}`, trainingNote(report.trainingNodes));
  if (report.positiveClass !== null) add("Positive class", report.positiveClass);
  const isWeighted = report.attributes.some(({ rows }) => rows.weight !== undefined);
  const support = isWeighted ? `a weight of ${settings.minimumSupport}` : `${settings.minimumSupport} rows`;
  add("Minimum support", support, "of a group and label, for its rates to be compared");
  add("Seed", String(report.seed));
  add("Made with", `${report.tool.name} ${report.tool.version}`);
  return figures;
}

function placementNote(placement: AuditReport["placement"]): string {
  return placement === undefined ? "" : `executed operators: ${formatPlacement(placement)}`;
}

function classOrderText({ matchedBy, source }: ReportedClassOrder): string {
  switch (matchedBy) {
    case "names":
      return `by name, from the model's ${source ?? "metadata"}`;
    case "numbers":
      return "labels as numbers of columns";
    case "card":
      return "in the order in which they are listed, not checked";
    case "none":
      return "called by the numbers of their columns";
  }
}

function trainingNote(nodes: number | null): string {
  if (nodes === null) return "whether the model was trained on some of them is not known";
  return nodes === 0 ? "none of them was used for training" : `${formatCount(nodes)} of them were used for training`;
}

/**
 * Returns the groups of an attribute with their sizes and the rates that matter most; without labels, how often each is
 * predicted what. The two groups that make the gap come first, then the largest ones.
 */
function mainRateTable(attribute: AttributeReport, report: AuditReport): SummaryTable {
  const { levels, cells, equalizedOdds } = attribute;
  const columns = cells.length > 0 ? labelColumns(attribute, report) : selectionColumns(attribute);
  const { worst } = equalizedOdds;
  const makesGap = (g: number) => Number([worst?.highest.group, worst?.lowest.group].includes(levels[g]!.level));
  return {
    caption: "Groups",
    columns: [
      nameColumn("group"),
      numberColumn(sizeHeading(attribute)),
      ...columns.map(({ heading }) => rateColumn(heading)),
    ],
    rows: levels.map(({ level, n }) => [level, formatCount(n), ...columns.map(({ cell }) => cell(level))]),
    counted: { row: "group", column: "rate" },
    order: levels.map((_, g) => g).sort((a, b) => makesGap(b) - makesGap(a) || levels[b]!.n - levels[a]!.n),
    mostRows: 8,
    fixed: 2,
    main: columns.flatMap(({ isWorst }, c) => (isWorst ? [c + 2] : [])),
    smallMeaning: smallMeaning(attribute, report.settings.minimumSupport),
  };
}

interface ShownRate {
  readonly heading: Words;
  readonly isWorst: boolean;
  readonly cell: (group: string) => string | Cell;
}

function labelColumns(attribute: AttributeReport, { classes }: AuditReport): ShownRate[] {
  return mainRates(attribute, classes).map(({ prediction, label, groups }) => {
    const byGroup = new Map(groups.map((one) => [one.cell.group, one]));
    return {
      heading: rateHeading(prediction, label),
      isWorst: groups.some(({ extreme }) => extreme !== null),
      cell: (level) => {
        const found = byGroup.get(level);
        if (found === undefined || found.cell.status === "empty") return undefinedRate(attribute);
        const { cell, rate, extreme } = found;
        return {
          value: formatRate(rate.rate),
          counts: `${formatCount(rate.k)}/${formatCount(cell.n)}`,
          isSmall: cell.status === "small",
          isExtreme: extreme !== null,
        };
      },
    };
  });
}

function selectionColumns(attribute: AttributeReport): ShownRate[] {
  const { selectionRates } = attribute;
  const predictions = selectionRates[0]?.predictions ?? [];
  const byGroup = new Map(selectionRates.map((row) => [row.group, row]));
  return predictions.map(({ prediction }, c) => ({
    heading: rateHeading(prediction),
    isWorst: false,
    cell: (level) => {
      const row = byGroup.get(level);
      const rate = row?.predictions[c];
      if (row === undefined || rate === undefined || row.n === 0) return undefinedRate(attribute);
      return { value: formatRate(rate.rate), counts: `${formatCount(rate.k)}/${formatCount(row.n)}` };
    },
  }));
}

/** Returns what was audited: `german.onnx on german, split test`. */
export function subject({ model, data, split }: AuditReport): string {
  const names = [model?.file ?? "predictions", ...(data === null ? [] : [data.name])].join(" on ");
  return split === "all" ? names : `${names}, split ${split}`;
}

/** Returns attributes with the largest gap first, those without a gap last. */
export function worstFirst(attributes: readonly AttributeReport[]): readonly AttributeReport[] {
  const gap = ({ equalizedOdds }: AttributeReport) => equalizedOdds.value ?? -1;
  return [...attributes].sort((a, b) => gap(b) - gap(a));
}
