import type { RegressionAttributeReport, RegressionReport } from "../../report/regression/regression-report.js";
import { displayText, fitWidth } from "../display-text.js";
import { formatCount } from "../numbers.js";
import { plainPalette, type Palette } from "../palette.js";
import { rowSentence } from "../row-text.js";
import { markSmall, smallMeaning } from "../small-cells.js";
import { alignTable, wrapText } from "../text-layout.js";
import { verdictWords } from "../verdict-text.js";
import {
  binText,
  formatAmount,
  formatError,
  gapSentence,
  pText,
  regressionSubject,
  regressionVerdict,
} from "./regression-words.js";

/** Cells of an attribute that are shown; the files of a report have them all. */
const mostCells = 16;

/** Returns a report on a regression as text of at most `width` columns (100 by default), the verdict first. */
export function renderRegressionText(
  report: RegressionReport,
  { width = 100, palette = plainPalette }: { readonly width?: number; readonly palette?: Palette } = {},
): string {
  const { verdict, warnings, notes, tool, seed } = report;
  const word = verdictWords[verdict];
  const [first = "", ...rest] = wrapText(`${word}  ${displayText(regressionVerdict(report))}`, { width, hang: "  " });
  const colour = { pass: palette.good, violated: palette.bad, inconclusive: palette.unsure, "no-gate": palette.unsure };
  const paragraphs = (texts: readonly string[], style: (line: string) => string) =>
    texts.flatMap((text) => wrapText(displayText(text), { width, hang: "  " }).map(style));
  return (
    [
      palette.strong(colour[verdict](word)) + first.slice(word.length),
      ...rest,
      "",
      palette.strong(fitWidth(displayText(regressionSubject(report)), width)),
      ...report.attributes.flatMap((attribute) => ["", ...attributeLines(attribute, report, { width, palette })]),
      ...(warnings.length === 0
        ? []
        : [
            "",
            ...paragraphs(
              warnings.map(({ message }) => `! ${message}`),
              palette.unsure,
            ),
          ]),
      "",
      ...paragraphs(notes, palette.muted),
      "",
      palette.muted(`seed ${seed}, ${tool.name} ${tool.version}`),
    ].join("\n") + "\n"
  );
}

function attributeLines(
  attribute: RegressionAttributeReport,
  report: RegressionReport,
  { width, palette }: { readonly width: number; readonly palette: Palette },
): string[] {
  const { name, meanError, errorQuantiles, permutation, adjustedPValue, bins } = attribute;
  const { value, status } = meanError;
  const facts = [
    `gap in mean error ${value === null ? "undefined" : formatAmount(value)}${status === "partial" ? " (partial)" : ""}`,
    ...(permutation.floor === null ? [] : [`noise floor ${formatAmount(permutation.floor)}`]),
    ...(permutation.pValue === null
      ? []
      : [`p ${pText(permutation.pValue, adjustedPValue, report.attributes.length > 1)}`]),
  ];
  const quantiles = errorQuantiles.map(
    ({ quantile, value: gap }) => `${quantile}: ${gap === null ? "undefined" : formatAmount(gap)}`,
  );
  const [head = "", ...more] = wrapText(`${displayText(name, 40)}: ${facts.join(", ")}`, { width, hang: "  " });
  const indented = (text: string) => wrapText(displayText(text), { width, indent: "  " });
  return [
    palette.strong(head),
    ...more,
    ...indented(gapSentence(meanError, bins)),
    ...indented(`Gaps of error quantiles: ${quantiles.join(", ")}.`),
    ...cellLines(bins, width),
    ...(bins.some(({ cells }) => cells.some(({ status }) => status === "small"))
      ? indented(`${smallMeaning(attribute, report.settings.minimumSupport)}.`)
      : []),
    ...indented(`${rowSentence(attribute)}.`),
  ];
}

function cellLines(bins: RegressionAttributeReport["bins"], width: number): string[] {
  const cells = bins.flatMap((bin) =>
    bin.cells.map(({ group, n, status, meanError, standardError }) => [
      binText(bin),
      displayText(group, 30),
      markSmall(formatCount(n), status === "small"),
      formatError(meanError),
      standardError === null ? "" : `± ${formatAmount(standardError)}`,
    ]),
  );
  const left = cells.length - mostCells;
  const shown = [["label", "group", "n", "mean error", ""], ...cells.slice(0, mostCells)];
  const lines = alignTable(shown, { indent: "  ", right: [2, 3] }).map((line) => fitWidth(line, width));
  return left > 0 ? [...lines, `  and ${formatCount(left)} more cells`] : lines;
}
