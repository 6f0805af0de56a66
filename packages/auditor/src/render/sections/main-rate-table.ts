import type { AttributeReport, AuditReport } from "../../report/audit-report.js";
import { mainRates, type RateColumn } from "../main-rates.js";
import { formatCount, formatRate } from "../numbers.js";
import { sizeHeading, undefinedRate } from "../size-words.js";
import { smallMeaning } from "../small-cells.js";
import type { SummaryTable } from "./description.js";
import { rateHeading, type Words } from "./headings.js";
import { nameColumn, numberColumn, rateColumn, type Cell } from "./section.js";

/**
 * Returns the groups of an attribute with their sizes and the rates that matter most; without labels, how often each is
 * predicted what. The two groups that make the gap come first, then the largest ones.
 */
export function mainRateTable(attribute: AttributeReport, report: AuditReport): SummaryTable {
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
  return mainRates(attribute, classes).map(({ prediction, label, groups }) => ({
    heading: rateHeading(prediction, label),
    isWorst: groups.some(({ extreme }) => extreme !== null),
    cell: (level) => {
      const found: RateColumn["groups"][number] | undefined = groups.find(({ cell }) => cell.group === level);
      if (found === undefined || found.cell.status === "empty") return undefinedRate(attribute);
      const { cell, rate, extreme } = found;
      return {
        value: formatRate(rate.rate),
        counts: `${formatCount(rate.k)}/${formatCount(cell.n)}`,
        isSmall: cell.status === "small",
        isExtreme: extreme !== null,
      };
    },
  }));
}

function selectionColumns(attribute: AttributeReport): ShownRate[] {
  const { selectionRates } = attribute;
  const predictions = selectionRates[0]?.predictions ?? [];
  return predictions.map(({ prediction }, c) => ({
    heading: rateHeading(prediction),
    isWorst: false,
    cell: (level) => {
      const row = selectionRates.find(({ group }) => group === level);
      const rate = row?.predictions[c];
      if (row === undefined || rate === undefined || row.n === 0) return undefinedRate(attribute);
      return { value: formatRate(rate.rate), counts: `${formatCount(rate.k)}/${formatCount(row.n)}` };
    },
  }));
}
