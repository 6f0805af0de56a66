import type {
  AttributeComparison,
  CellChange,
  ChangeFinding,
  ComparisonReport,
  RightChange,
  RightRate,
} from "../../report/comparison-report.js";
import { formatCount, formatLevel, formatPValue, formatRate, plainPValue, withSign } from "../numbers.js";
import { nameColumn, numberColumn, tablePiece, tables, type Cell, type Section, type Table } from "./section.js";

/** What a comparison says, for every format alike. All texts are raw: whoever draws it escapes them. */
export interface DescribedComparison {
  readonly subject: string;
  readonly finding: ChangeFinding;
  /** Whether B is clearly right less often for some group with one true label. */
  readonly hasWorse: boolean;
  /** Both in the words of a head. */
  readonly word: string;
  /** What a reader must know: for each attribute how the gap has changed, who is behind it, and the cells in short. */
  readonly attributes: readonly {
    readonly name: string;
    readonly sentences: readonly string[];
    readonly cells: Table;
  }[];
  readonly sections: readonly Section[];
}

const findingWords = {
  larger: "LARGER GAP",
  smaller: "SMALLER GAP",
  unclear: "NO CLEAR CHANGE",
  undefined: "NOT COMPARED",
} as const satisfies Record<ChangeFinding, string>;

/** A group can become worse although no gap does, and while one becomes smaller. */
function headWords({ finding, hasWorse }: Pick<DescribedComparison, "finding" | "hasWorse">): string {
  if (!hasWorse || finding === "larger") return findingWords[finding];
  return `${finding === "unclear" ? "GAP UNCLEAR" : findingWords[finding]}, GROUPS WORSE`;
}

/** From the finding that weighs most. */
const byWeight: readonly ChangeFinding[] = ["larger", "undefined", "unclear", "smaller"];

/** Returns what a comparison says. */
export function describeComparison(report: ComparisonReport): DescribedComparison {
  const { a, b, data, attributes, settings, warnings, notes } = report;
  const finding = byWeight.find((one) => attributes.some(({ gap }) => gap.finding === one)) ?? "undefined";
  const hasWorse = attributes.some(({ cells }) => clearCells(cells, settings.alpha).some(isWorse));
  const on = data === null ? "" : ` on ${data.name}`;
  const list = (title: string, items: readonly string[]): Section[] =>
    items.length === 0 ? [] : [{ title, pieces: [{ kind: "list", items }] }];
  return {
    subject: `${b.file} (B) beside ${a.file} (A)${on}`,
    finding,
    hasWorse,
    word: headWords({ finding, hasWorse }),
    attributes: attributes.map((attribute) => ({
      name: attribute.name,
      sentences: attributeSentences(attribute, report),
      cells: changeTable([{ name: attribute.name }], attribute.cells, { isShort: true }),
    })),
    sections: [
      ...attributes.map((attribute) => attributeSection(attribute)),
      ...list(
        "Warnings",
        warnings.map(({ message }) => message),
      ),
      ...list("What to keep in mind", notes),
      {
        title: "Origin",
        pieces: [{ kind: "list", items: originLines(report) }],
      },
    ],
  };
}

/** Returns what is said of one attribute: its gap, how often each is right, and whose predictions have changed. */
export function attributeSentences(
  attribute: AttributeComparison,
  { settings, unit }: Pick<ComparisonReport, "settings" | "unit">,
): string[] {
  const { gap, test, accuracy, rows, changed } = attribute;
  const sentences: string[] = [];
  if (gap.a === null || gap.b === null || gap.change === null) {
    sentences.push(`The equalized odds difference cannot be compared: ${gap.reason}.`);
  } else {
    const [before, after] = [formatRate(gap.a), formatRate(gap.b)];
    const size = formatRate(Math.abs(gap.change));
    const than = gap.change === 0 ? "the same as A's" : `${size} ${gap.change > 0 ? "larger" : "smaller"} than A's`;
    const level = formatLevel(settings.alpha);
    const interval =
      gap.lower === null || gap.upper === null
        ? `no interval, because ${gap.reason}`
        : `${level} interval of the change ${formatSigned(gap.lower)} to ${formatSigned(gap.upper)}`;
    sentences.push(`B's equalized odds difference is ${after}, ${than} of ${before} (${interval}).`);
    sentences.push(findingSentence(attribute));
  }
  // Any change is at least as large as none.
  if (test.pValue !== null && gap.change !== null && gap.change !== 0) {
    const size = formatRate(Math.abs(gap.change));
    sentences.push(
      `If both were the same classifier, a change of ${size} or more would be chance with p ${formatPValue(test.pValue)}.`,
    );
  }
  const moved =
    changed === null ? "" : ` ${formatCount(changed)} of ${formatCount(rows.b)} predictions are not the same.`;
  sentences.push(`Accuracy is ${formatRate(accuracy.a)} in A and ${formatRate(accuracy.b)} in B.${moved}`);
  return [...sentences, ...cellSentences(attribute, { alpha: settings.alpha, unit })];
}

function findingSentence({ gap: { finding } }: AttributeComparison): string {
  switch (finding) {
    case "larger":
      return "The gap is larger in B, by more than chance explains.";
    case "smaller":
      return "The gap is smaller in B, by more than chance explains.";
    case "unclear":
      return "The data cannot tell whether the gap has changed.";
    case "undefined":
      return "Whether the gap has changed cannot be said.";
  }
}

/** Cells that are named in a sentence. */
const mostNamed = 3;

function cellSentences(
  { cells }: AttributeComparison,
  { alpha, unit }: { readonly alpha: number; readonly unit: ComparisonReport["unit"] },
): string[] {
  const tested = cells.filter(({ adjustedPValue }) => adjustedPValue !== null);
  if (tested.length === 0) return [];
  const clear = clearCells(cells, alpha);
  const say = (word: string, some: readonly CellChange[]) => {
    if (some.length === 0) return [];
    const named = some.slice(0, mostNamed).map(cellWords).join("; ");
    const more = some.length > mostNamed ? `; and ${some.length - mostNamed} more` : "";
    return [`B is clearly right ${word} often for ${named}${more}.`];
  };
  const found = [
    ...say("less", clear.filter(isWorse)),
    ...say(
      "more",
      clear.filter((cell) => !isWorse(cell)),
    ),
  ];
  return found.length > 0 ? found : [`For no group with one true label is B clearly right on more or fewer ${unit}s.`];
}

/** Returns the cells that have changed beyond chance, the surest first. */
function clearCells(cells: readonly CellChange[], alpha: number): CellChange[] {
  return cells
    .filter(({ adjustedPValue }) => adjustedPValue !== null && adjustedPValue <= alpha)
    .sort((x, y) => x.pValue! - y.pValue!);
}

function isWorse({ a, b }: CellChange): boolean {
  return b.rate! < a.rate!;
}

function cellWords({ group, label, a, b, gained, lost, adjustedPValue }: CellChange): string {
  const moved = gained === null || lost === null ? "" : `, ${formatCount(gained)} gained and ${formatCount(lost)} lost`;
  return (
    `${group} with true label ${label} (${formatRate(a.rate)} to ${formatRate(b.rate)}${moved}, ` +
    `adjusted p ${formatPValue(adjustedPValue!)})`
  );
}

function attributeSection(attribute: AttributeComparison): Section {
  const { name, groups, labels, cells } = attribute;
  const transitions = transitionTable(name, cells);
  return {
    title: ["By ", { name }],
    pieces: [
      tablePiece(changeTable(["Groups of ", { name }], groups)),
      tablePiece(changeTable(["True labels, all groups of ", { name }, " together"], labels)),
      ...tables([cellTable(attribute)], `${formatCount(cells.length)} groups with one true label`),
      ...(transitions === null ? [] : tables([transitions], "Predictions that changed")),
    ],
  };
}

function cellTable({ name, cells }: AttributeComparison): Table {
  return changeTable(["Groups of ", { name }, " with one true label"], cells);
}

/** Columns without a value in any row are left out: a report knows no rows that only one of the two has right. */
function changeTable(
  caption: Table["caption"],
  changes: readonly RightChange[],
  { isShort = false }: { readonly isShort?: boolean } = {},
): Table {
  const knowsMoves = changes.some(({ gained }) => gained !== null);
  const isTested = changes.some(({ pValue }) => pValue !== null);
  const byLabel = changes.some(({ label }) => label !== null);
  const byGroup = changes.some(({ group }) => group !== null);
  const count = (value: number | null) => (value === null ? "undefined" : formatCount(value));
  return {
    caption,
    columns: [
      ...(byLabel ? [nameColumn("trueLabel")] : []),
      ...(byGroup ? [nameColumn("group")] : []),
      numberColumn("rightA"),
      numberColumn("rightB"),
      ...(knowsMoves
        ? [numberColumn("onlyB"), numberColumn("onlyA"), ...(isShort ? [] : [numberColumn("changedRows")])]
        : []),
      ...(isTested ? [...(isShort ? [] : [numberColumn("pValue")]), numberColumn("adjustedPValue")] : []),
    ],
    rows: changes.map(({ group, label, a, b, gained, lost, changed, pValue, adjustedPValue }) => [
      ...(byLabel ? [label ?? ""] : []),
      ...(byGroup ? [group ?? ""] : []),
      rateCell(a),
      rateCell(b),
      ...(knowsMoves ? [count(gained), count(lost), ...(isShort ? [] : [count(changed)])] : []),
      ...(isTested ? [...(isShort ? [] : [plainPValue(pValue)]), plainPValue(adjustedPValue)] : []),
    ]),
  };
}

function rateCell({ right, n, rate }: RightRate): Cell {
  return { value: formatRate(rate), counts: `${formatCount(right)}/${formatCount(n)}` };
}

function transitionTable(name: string, cells: readonly CellChange[]): Table | null {
  const rows = cells.flatMap(({ group, label, transitions }) =>
    (transitions ?? []).map((one) => [label, group, one.from, one.to, formatCount(one.rows)]),
  );
  if (rows.length === 0) return null;
  return {
    caption: ["Predictions that changed, by ", { name }],
    columns: [nameColumn("trueLabel"), nameColumn("group"), nameColumn("from"), nameColumn("to"), numberColumn("rows")],
    rows,
  };
}

function originLines({ a, b, data, split, seed, settings, tool }: ComparisonReport): string[] {
  const on = data?.files.map(({ file, sha256 }) => `${file}, sha256 ${sha256}`) ?? [];
  return [
    `A: ${a.file}, sha256 ${a.sha256}`,
    `B: ${b.file}, sha256 ${b.sha256}`,
    ...on,
    `${split === "all" ? "all nodes or rows" : `the ${split} part`}; minimum support ${settings.minimumSupport}; ` +
      `${settings.draws} draws, seed ${seed}; ${tool.name} ${tool.version}`,
  ];
}

/** Returns a bound with its sign. */
export function formatSigned(value: number): string {
  return withSign(formatRate(Math.abs(value)), value);
}
