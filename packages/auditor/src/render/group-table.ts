import { maximum } from "@evenodds/core";
import type { AttributeReport, AuditReport } from "../report/audit-report.js";
import { displayText, fitWidth, textWidth } from "./display-text.js";
import { formatCount, formatRate } from "./numbers.js";
import { mainRates, type RateColumn } from "./main-rates.js";
import { markSmall, smallMark, smallMeaning } from "./small-cells.js";
import { sizeWord, undefinedRate } from "./size-words.js";
import { alignTable, wrapText } from "./text-layout.js";

const nameWidth = 22;
const classWidth = 10;
const mostGroups = 8;

/**
 * Returns the lines of a small table: a group per line, with its size and the rates that matter most. What does not fit
 * is said in a last line. Without labels the columns are selection rates.
 */
export function groupTable(attribute: AttributeReport, report: AuditReport, width: number): string[] {
  const columns = attribute.cells.length > 0 ? labelColumns(attribute, report) : selectionColumns(attribute);
  const groups = shownGroups(attribute);
  const table = [
    ["", ...groups.map(({ level }) => fitWidth(displayText(level), nameWidth))],
    [sizeWord(attribute), ...groups.map(({ n }) => formatCount(n))],
  ];
  const shown = chooseColumns(columns, { table, groups, width: width - 2 });
  const rows = table[0]!.map((_, row) => [
    ...table.map((column) => column[row]!),
    ...shown.map(({ texts, title }) => (row === 0 ? title : texts(groups)[row - 1]!)),
  ]);
  const hidden = [
    countMore(attribute.levels.length - groups.length, "group"),
    countMore(columns.length - shown.length, "rate"),
  ].flat();
  const marks = [
    ...(shown.some(({ isWorst }) => isWorst) ? ["* furthest apart"] : []),
    ...(rows.some((row) => row.some((text) => text.endsWith(smallMark)))
      ? [smallMeaning(attribute, report.settings.minimumSupport)]
      : []),
  ];
  const footer = [...marks, ...(hidden.length > 0 ? [`not shown: ${hidden.join(", ")}`] : [])].join("; ");
  return [
    ...alignTable(rows, { indent: "  ", right: [1] }),
    ...(footer === "" ? [] : wrapText(footer, { width, indent: "  " })),
  ];
}

interface Level {
  readonly level: string;
  readonly n: number;
}

interface Column {
  readonly title: string;
  readonly isWorst: boolean;
  readonly texts: (groups: readonly Level[]) => string[];
}

function labelColumns(attribute: AttributeReport, report: AuditReport): Column[] {
  return mainRates(attribute, report.classes).map((column) => ({
    title: `P(${shortClass(column.prediction)} | ${shortClass(column.label)})`,
    isWorst: column.groups.some(({ extreme }) => extreme !== null),
    texts: (groups) =>
      groups.map(({ level }) =>
        cellText(
          column.groups.find(({ cell }) => cell.group === level),
          attribute,
        ),
      ),
  }));
}

function cellText(group: RateColumn["groups"][number] | undefined, attribute: AttributeReport): string {
  if (group === undefined || group.cell.status === "empty") return undefinedRate(attribute);
  const { cell, rate, extreme } = group;
  const counts = markSmall(`${formatCount(rate.k)}/${formatCount(cell.n)}`, cell.status === "small");
  return `${formatRate(rate.rate)}${extreme === null ? " " : "*"} ${counts}`;
}

function selectionColumns(attribute: AttributeReport): Column[] {
  const { selectionRates } = attribute;
  const predictions = selectionRates[0]?.predictions ?? [];
  return predictions.map(({ prediction }, c) => ({
    title: `P(${shortClass(prediction)})`,
    isWorst: false,
    texts: (groups) =>
      groups.map(({ level }) => {
        const row = selectionRates.find(({ group }) => group === level);
        const rate = row?.predictions[c];
        if (row === undefined || rate === undefined || row.n === 0) return undefinedRate(attribute);
        return `${formatRate(rate.rate)} ${formatCount(rate.k)}/${formatCount(row.n)}`;
      }),
  }));
}

/** The largest groups and the two that make the gap, in their order. */
function shownGroups({ levels, equalizedOdds: { worst } }: AttributeReport): readonly Level[] {
  const must = [worst?.highest.group, worst?.lowest.group];
  const ranked = [...levels].sort(
    (a, b) => Number(must.includes(b.level)) - Number(must.includes(a.level)) || b.n - a.n,
  );
  const chosen = new Set(ranked.slice(0, mostGroups));
  return levels.filter((level) => chosen.has(level));
}

/** As many columns as fit, the one that makes the gap among them, in their order. */
function chooseColumns(
  columns: readonly Column[],
  space: { readonly table: readonly (readonly string[])[]; readonly groups: readonly Level[]; readonly width: number },
): Column[] {
  const widthOf = (texts: readonly string[]) => maximum(texts.map(textWidth)) + 2;
  let left = space.width - space.table.reduce((sum, texts) => sum + widthOf(texts), 0);
  const chosen = new Set<Column>();
  for (const column of [...columns].sort((a, b) => Number(b.isWorst) - Number(a.isWorst))) {
    const width = widthOf([column.title, ...column.texts(space.groups)]);
    if (width > left) break;
    left -= width;
    chosen.add(column);
  }
  return columns.filter((column) => chosen.has(column));
}

function shortClass(name: string): string {
  return fitWidth(displayText(name), classWidth);
}

function countMore(count: number, what: string): string[] {
  return count === 0 ? [] : [`${count} more ${count === 1 ? what : `${what}s`}`];
}
