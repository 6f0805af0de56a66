import type { RegressionAttributeReport, RegressionReport } from "../../report/regression/regression-report.js";
import { formatCount } from "../numbers.js";
import { rowSentence } from "../row-text.js";
import { smallMeaning } from "../small-cells.js";
import { headings, quantileHeading } from "../sections/headings.js";
import {
  nameColumn,
  numberColumn,
  sentence,
  tables,
  textColumn,
  undefinedBecause,
  type Cell,
  type Section,
  type Table,
} from "../sections/section.js";
import { binText, formatAmount, formatError, gapSentence, pText } from "./regression-words.js";

/** Returns what Markdown and HTML say of every attribute of a regression. */
export function regressionSections(report: RegressionReport): Section[] {
  return report.attributes.map((attribute) => ({
    title: `By ${attribute.name}`,
    pieces: [
      sentence(gapSentence(attribute.meanError, attribute.bins)),
      { kind: "table", table: figureTable(attribute, report) },
      ...tables([errorTable(attribute, report)], "Errors by label and group"),
      sentence(`${smallMeaning(attribute, report.settings.minimumSupport)}.`),
      sentence(`${rowSentence(attribute)}.`),
    ],
  }));
}

/** Returns where the report comes from and how it was made. */
export function regressionOrigin({ data, settings, seed, tool }: RegressionReport): Section {
  const rows: (string | Cell)[][] = [
    ...(data === null ? [] : [["Data", data.name, `${formatCount(data.nodes)} rows`]]),
    ...(data?.files ?? []).map(({ file, sha256 }) => ["File", file, `sha256 ${sha256}`]),
    ["Label bins", settings.labelBins === null ? "given edges" : `${settings.labelBins} of about equal size`, ""],
    ["Minimum support", `${settings.minimumSupport} rows`, "of a bin and group, for its error to be compared"],
    ["Seed", String(seed), ""],
    ["Made with", `${tool.name} ${tool.version}`, ""],
  ];
  const columns = (["what", "value", "details"] as const).map(textColumn);
  return {
    title: "Origin",
    pieces: [{ kind: "table", table: { caption: "Where this report comes from", columns, rows } }],
  };
}

function figureTable(attribute: RegressionAttributeReport, report: RegressionReport): Table {
  const { meanError, errorQuantiles, permutation, adjustedPValue } = attribute;
  const several = report.attributes.length > 1;
  const value = ({ value, reason }: { readonly value: number | null; readonly reason: string | null }) =>
    value === null ? undefinedBecause(reason) : { value: formatAmount(value), detail: reason ?? "" };
  const { pValue, floor, reason } = permutation;
  return {
    caption: "Gaps, the largest of all label bins, in the unit of the label",
    columns: [textColumn("figure"), numberColumn("value"), textColumn("meaning")],
    rows: [
      ["Gap in mean error", value(meanError), "0 = equal; groups are compared where labels are alike"],
      [
        headings.noiseFloor,
        floor === null ? undefinedBecause(reason) : formatAmount(floor),
        "the gap to expect where errors do not depend on the group",
      ],
      [
        headings.pValue,
        pValue === null ? undefinedBecause(reason) : pText(pValue, adjustedPValue, several),
        "of the permutation test within label bins",
      ],
      ...errorQuantiles.map((gap) => [
        `Gap in error quantile ${gap.quantile}`,
        value(gap),
        gap.quantile === 0.5 ? "the median" : "",
      ]),
    ],
  };
}

function errorTable({ bins }: RegressionAttributeReport, { settings }: RegressionReport): Table {
  return {
    caption: "Errors by label and group",
    columns: [
      textColumn("label"),
      nameColumn("group"),
      numberColumn("size"),
      numberColumn("meanError"),
      numberColumn("standardError"),
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
