import type { ErrorGapReport, RegressionAttributeReport, RegressionReport } from "../../report/regression-report.js";
import type { Figure } from "../figures.js";
import { formatCount, formatPValue, plainPValue } from "../numbers.js";
import { binText, formatAmount, formatError, gapSentence, regressionSubject } from "../regression-words.js";
import { formatPlacement } from "../../session/placement.js";
import { arrangeErrorGroups } from "../arrange-groups.js";
import { rowSentence } from "../row-text.js";
import { smallMeaning } from "../small-cells.js";
import { gateFindings, verdictSentence } from "../verdict-text.js";
import { caveatSection, originCaption } from "./caveat-section.js";
import type { AttributeSummary, Description } from "./description.js";
import { headings, inText, quantileGapHeading, quantileHeading } from "./headings.js";
import { chanceSentence } from "./opening.js";
import { optionPieces } from "./option-pieces.js";
import { rowSection } from "./row-section.js";
import { selectionFigures, selectionText } from "./selection-figures.js";
import { regressionStabilitySentence } from "./stability-section.js";
import {
  figureTable,
  nameColumn,
  numberColumn,
  sentence,
  subsection,
  tablePiece,
  tables,
  textColumn,
  undefinedBecause,
  type Section,
  type Table,
} from "./section.js";

/** Cells that the summary shows. */
const mostCells = 16;

/** Returns what a report on a regression says. */
export function describeRegression(given: RegressionReport): Description {
  const report = { ...given, attributes: given.attributes.map(arrangeErrorGroups) };
  const { verdict, attributes, data, warnings, notes, seed, tool } = report;
  const stability = regressionStabilitySentence(report);
  const selection = data?.audited === undefined ? "" : `${selectionText(data.audited)}, `;
  return {
    kind: "Regression audit",
    subject: regressionSubject(report),
    verdict,
    sentence: verdictSentence(report),
    opening: openingSentences(report),
    gates: gateFindings(report),
    asides: [],
    get sections() {
      return [
        ...attributes.map((attribute) => attributeSection(attribute, report)),
        ...(stability === null ? [] : [{ title: "When the model runs again", pieces: [sentence(stability)] }]),
        caveatSection(report),
        {
          title: "Origin",
          pieces: [
            tablePiece(figureTable(originCaption, "what", originFigures(report))),
            ...optionPieces(report.options),
          ],
        },
      ];
    },
    summary: {
      attributes: attributes.map((attribute) => attributeSummary(attribute, report)),
      sentences: stability === null ? [] : [stability],
      warnings: warnings.map(({ message }) => message),
      notes,
      standingNotes: notes.length,
      output: null,
      origin: `${selection}seed ${seed}, ${tool.name} ${tool.version}`,
    },
  };
}

/** Who, how sure, what next: of the gate that made the verdict, else of the attribute with the smallest p-value. */
function openingSentences(report: RegressionReport): string[] {
  const { attributes, rules, verdict } = report;
  const gate = rules.find((one) => one.verdict === verdict);
  const p = ({ permutation }: RegressionAttributeReport) => permutation.pValue ?? 2;
  const lead =
    attributes.find(({ name }) => name === gate?.attribute) ?? [...attributes].sort((a, b) => p(a) - p(b))[0];
  if (lead === undefined) return [];
  const { name, meanError, bins, permutation, adjustedPValue } = lead;
  const several = attributes.length > 1 && adjustedPValue !== null;
  const pValue = several ? adjustedPValue : permutation.pValue;
  return [
    gapSentence(meanError, bins),
    chanceSentence({ pValue, reason: permutation.reason }, { name, attributes: several ? attributes.length : 1 }),
    gate === undefined ? "With a limit on this difference there would be a verdict." : "",
  ].filter((text) => text !== "");
}

function attributeSection(attribute: RegressionAttributeReport, report: RegressionReport): Section {
  const { name, meanError, bins } = attribute;
  return {
    title: ["By ", { name }],
    pieces: [
      { kind: "text", text: gapSentence(meanError, bins), isLead: true },
      { kind: "figures", figures: gapFigures(attribute, report) },
      sentence("Each gap is the largest of all label bins, in the unit of the label."),
      subsection("Errors by label and group", [
        sentence(`${smallMeaning(attribute, report.settings.minimumSupport)}.`),
        ...tables([errorTable(attribute, report)], "Errors of all cells"),
      ]),
      { kind: "section", section: rowSection(attribute, report.data) },
    ],
  };
}

function gapFigures(attribute: RegressionAttributeReport, { attributes }: RegressionReport): Figure[] {
  const { meanError, errorQuantiles, permutation, adjustedPValue } = attribute;
  const { pValue, floor, reason, draws } = permutation;
  const figure = (
    term: string,
    value: string | null,
    notes: { readonly why: string | null; readonly meaning: string },
  ) =>
    value === null
      ? { term, value: "undefined", note: notes.why ?? "nothing to compare" }
      : { term, value, note: notes.meaning };
  const gap = (term: string, one: ErrorGapReport, meaning: string) =>
    figure(term, one.value === null ? null : formatAmount(one.value), {
      why: one.reason,
      meaning: one.reason ?? meaning,
    });
  const adjusted =
    attributes.length > 1 && adjustedPValue !== null
      ? `; adjusted for ${formatCount(attributes.length)} attributes (Holm): ${plainPValue(adjustedPValue)}`
      : "";
  return [
    gap(headings.errorGap, meanError, "0 = equal; groups are compared where labels are alike"),
    figure(headings.noiseFloor, floor === null ? null : formatAmount(floor), {
      why: reason,
      meaning: "gap to expect by chance where errors do not depend on the group",
    }),
    figure(headings.pValue, pValue === null ? null : plainPValue(pValue), {
      why: reason,
      meaning: `permutation test within label bins, with ${formatCount(draws)} draws${adjusted}`,
    }),
    ...errorQuantiles.map((one) =>
      gap(quantileGapHeading(one.quantile), one, one.quantile === 0.5 ? "the median" : ""),
    ),
  ];
}

function errorTable({ bins }: RegressionAttributeReport, { settings }: RegressionReport): Table {
  return {
    caption: "Errors of every label bin and group",
    columns: [
      textColumn("label"),
      nameColumn("group"),
      ...(["size", "meanError", "standardError"] as const).map(numberColumn),
      ...settings.quantiles.map((quantile) => numberColumn(quantileHeading(quantile))),
    ],
    rows: bins.flatMap((bin) =>
      bin.cells.map(({ group, n, status, meanError, standardError, quantiles }) => [
        binText(bin),
        group,
        { value: formatCount(n), isSmall: status === "small" },
        meanError === null ? undefinedBecause("n = 0") : formatError(meanError),
        standardError === null ? undefinedBecause(`n = ${n}`) : formatAmount(standardError),
        ...quantiles.map((value) => (value === null ? undefinedBecause("n = 0") : formatError(value))),
      ]),
    ),
  };
}

function attributeSummary(attribute: RegressionAttributeReport, report: RegressionReport): AttributeSummary {
  const { name, meanError, errorQuantiles, permutation, adjustedPValue, bins } = attribute;
  const { floor, pValue } = permutation;
  const several = report.attributes.length > 1 && adjustedPValue !== null;
  const amount = (value: number | null) => (value === null ? "undefined" : formatAmount(value));
  const quantiles = errorQuantiles.map(({ quantile, value }) => `${quantile}: ${amount(value)}`);
  const table = errorTable(attribute, report);
  const makesGap = bins.flatMap((bin, b) =>
    bin.cells.map(({ group }) => b === meanError.bin && [meanError.highest, meanError.lowest].includes(group)),
  );
  return {
    name,
    facts: [
      `${inText(headings.errorGap)} ${amount(meanError.value)}${meanError.status === "partial" ? " (partial)" : ""}`,
      ...(floor === null ? [] : [`${inText(headings.noiseFloor)} ${formatAmount(floor)}`]),
      ...(pValue === null
        ? []
        : [`p ${formatPValue(pValue)}${several ? ` (adjusted ${plainPValue(adjustedPValue)})` : ""}`]),
    ],
    sentences: [
      gapSentence(meanError, bins),
      ...(quantiles.length === 0 ? [] : [`Gaps of error quantiles: ${quantiles.join(", ")}.`]),
      `${rowSentence(attribute, report.data)}.`,
    ],
    trust: [],
    further: [],
    evidence: null,
    reference: null,
    table: {
      ...table,
      counted: { row: "cell", column: "column" },
      order: table.rows.map((_, r) => r).sort((a, b) => Number(makesGap[b]) - Number(makesGap[a]) || a - b),
      mostRows: mostCells,
      fixed: 3,
      main: [],
      smallMeaning: smallMeaning(attribute, report.settings.minimumSupport),
    },
  };
}

function originFigures({ data, placement, settings, seed, tool }: RegressionReport): Figure[] {
  const figure = (term: string, value: string, note = ""): Figure => ({ term, value, note });
  return [
    ...(data === null ? [] : [figure("Data", data.name, `${formatCount(data.nodes)} rows`)]),
    ...(data?.files ?? []).map(({ file, sha256 }) => figure("File", file, `sha256 ${sha256}`)),
    ...selectionFigures(data?.audited),
    ...(placement === undefined ? [] : [figure("Executed operators", formatPlacement(placement))]),
    figure("Label bins", settings.labelBins === null ? "given edges" : `${settings.labelBins} of about equal size`),
    figure("Minimum support", `${settings.minimumSupport} rows`, "of a bin and group, for its error to be compared"),
    figure("Seed", String(seed)),
    figure("Made with", `${tool.name} ${tool.version}`),
  ];
}
