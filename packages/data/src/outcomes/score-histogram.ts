import { UsageError, crossedCodes, crossedLevels, type ExclusionReason } from "@evenodds/core";
import { amountMeasures, type Measures, doubleOf, sqlShare } from "./count/measures.js";
import { checkedRows, checkUsed, checkCellNumber } from "./count/check-rows.js";
import { codeAttribute, codesOf, codesOver, namesIn, type CodedKey } from "./count/code-keys.js";
import { type GroupKey, groupKeys } from "./count/group-key.js";
import type { KeyRequest } from "./count/key-request.js";
import { checkMissing, levelNames, type Domain } from "./count/level-names.js";
import { planRequest, type OutcomePlan, type PlannedTable } from "./count/plan-request.js";
import { scanCells, type Cells } from "./count/scan-cells.js";
import { scanOddTexts, scanTable } from "./count/scan-table.js";
import { scoreAxis, type ScoreAxis } from "./count/score-axis.js";
import { scoreClasses } from "./count/score-classes.js";
import type { OutcomeRequest } from "./outcome-request.js";
import type { OutcomeSource } from "./outcome-source.js";
import type { AttributeScores, ScoreHistogram } from "./attribute-scores.js";
import type { GroupableTable } from "./source/groupable-table.js";
import { wantedColumns } from "./source/wanted-columns.js";
import { withGroupableTable } from "./source/with-groupable-table.js";
import type { TablePart } from "../source/open-table.js";

/** What of an `OutcomeRequest` a histogram of scores needs; label and score are not optional. */
export type ScoreRequest = Omit<
  OutcomeRequest,
  "prediction" | "threshold" | "condition" | "cluster" | "label" | "score"
> & {
  readonly label: NonNullable<OutcomeRequest["label"]>;
  readonly score: NonNullable<OutcomeRequest["score"]>;
};

/**
 * Counts scores by group and label, for every sensitive attribute and crossing: each distinct score by itself where
 * there are at most 10,000, else in `bins` bins of equal width. Labels have two classes; which is positive is told or
 * follows as in `OutcomeRequest`. Rows, weights, missing values and errors: as in `countOutcomesFrom`.
 *
 * `bins` is 3,000 by default, so that bins of a calibration curve (10, 15, 20, 25, 30 of them) consist of whole ones.
 */
export async function scoreHistogram(
  source: OutcomeSource,
  request: ScoreRequest,
  { bins = 3000 }: { readonly bins?: number | undefined } = {},
): Promise<ScoreHistogram> {
  if (!Number.isSafeInteger(bins) || bins < 1) {
    throw new UsageError({ argument: "bins", expected: "a whole number of 1 or more", found: String(bins) });
  }
  const plan = planRequest(request, { threshold: "unused" });
  for (const { argument, role, whenMissing } of plan.keys) {
    if (whenMissing !== "own-group" || (role !== "label" && role !== "score")) continue;
    throw new UsageError({ argument, expected: "exclude or fail for missing values", found: whenMissing });
  }
  const wanted = wantedColumns(plan, source);
  const { result, files } = await withGroupableTable(source, {
    wanted: wanted.columns,
    work: async (table) => countScores(table, { plan, request, bins, measures: await amountMeasures(table, wanted) }),
  });
  return { ...result, files };
}

interface ScoreOptions {
  readonly plan: OutcomePlan;
  readonly request: ScoreRequest;
  readonly bins: number;
  readonly measures: Measures;
}

async function countScores(table: GroupableTable, options: ScoreOptions): Promise<Omit<ScoreHistogram, "files">> {
  const { plan, request, bins, measures } = options;
  const column = table.at[plan.prediction]!;
  const keys = groupKeys(table, plan).slice(0, plan.prediction);
  const plain = { count: measures.count, sums: [] };
  const { domains } = await scanTable(table, { keys, measures: plain });
  const rows = checkedRows(table, { domain: domains[0]! });
  const attributes = plan.keys.slice(0, request.sensitive.length).map((key, i) => codeAttribute(key, domains[i]!));
  const { classes, label } = codeLabels(plan.keys[plan.label!]!, { domain: domains[plan.label!]!, request });
  const axis = await scoreAxis(table, {
    column,
    argument: plan.keys[plan.prediction]!.argument,
    bins,
    count: measures.count,
  });
  if (axis.someMissing) await checkOddScores(table, { plan, axis, measures: plain });
  checkCellNumber(plan.tables, { attributes, cellsPerGroup: 3 * classes.length * axis.scores.length });
  const context = {
    plan,
    keys,
    attributes,
    label,
    axis,
    measures: scoreMeasures(table, { column, axis, measures }),
    weighted: measures.sums.length > 0,
  };
  const counted = await countTables(table, context);
  const { exact, scores, borders } = axis;
  const { name, joined, excluded } = table;
  const left = excluded.unlabelled + excluded["missing-attribute"];
  return { name, read: rows + left, classes, exact, scores, borders, attributes: counted, joined };
}

/** Codes of the labels: 0 = negative, 1 = positive. */
function codeLabels(
  key: KeyRequest,
  { domain, request }: { readonly domain: Domain; readonly request: ScoreRequest },
): { readonly classes: readonly [string, string]; readonly label: CodedKey } {
  const names = levelNames(domain, { key });
  checkMissing(domain, { key, names });
  const { positive, negative } = request;
  const classes = scoreClasses(key.levels?.map(({ name }) => name) ?? namesIn(names), { positive, negative });
  return { classes, label: codesOver(classes, [{ key, names }])[0]! };
}

/**
 * Looks at what is not a finite number among scores: a text that is not "missing" is an error, the rest has a policy.
 */
async function checkOddScores(
  table: GroupableTable,
  { plan, axis, measures }: { readonly plan: OutcomePlan; readonly axis: ScoreAxis; readonly measures: Measures },
): Promise<void> {
  const key = { ...plan.keys[plan.prediction]!, borders: [] };
  const domain = await scanOddTexts(table, { key: axis.key, measures });
  checkMissing(domain, { key, names: levelNames(domain, { key }) });
}

interface Context {
  readonly plan: OutcomePlan;
  readonly keys: readonly GroupKey[];
  readonly attributes: readonly CodedKey[];
  readonly label: CodedKey;
  readonly axis: ScoreAxis;
  readonly measures: Measures;
  readonly weighted: boolean;
}

/** Above this many groups of all attributes together, each table is counted by itself. */
const mostCells = 200_000;

/** Counts every planned table, in one scan where the groups of all attributes together are few. */
async function countTables(table: GroupableTable, context: Context): Promise<AttributeScores[]> {
  const { plan, keys, attributes, axis, measures } = context;
  const scan = (chosen: readonly number[]) =>
    scanCells(table, {
      keys: [...chosen.map((i) => keys[i]!), keys[plan.label!]!, axis.key],
      measures,
      most: Infinity,
    });
  const groups = attributes.reduce((product, { levels }) => product * levels.length, 1);
  const all = attributes.map((_, i) => i);
  const shared = 2 * groups * axis.scores.length <= mostCells ? await scan(all) : undefined;
  const counted: AttributeScores[] = [];
  for (const planned of plan.tables) {
    const cells = shared ?? (await scan(planned.attributes));
    const values = planned.attributes.map((i, at) => cells.values[shared === undefined ? at : i]!);
    counted.push(tabulatePlanned(planned, { ...context, cells, values, excluded: table.excluded }));
  }
  return counted;
}

function tabulatePlanned(
  planned: PlannedTable,
  context: Context & {
    readonly cells: Cells;
    /** Of each attribute of the table. */
    readonly values: Cells["values"];
    readonly excluded: GroupableTable["excluded"];
  },
): AttributeScores {
  const { plan, axis, cells, values, excluded, weighted } = context;
  const attributes = planned.attributes.map((i) => context.attributes[i]!);
  const codes = attributes.map((key, i) => codesOf(key, values[i]!));
  const levels = attributes.map((attribute) => attribute.levels);
  const score = Int32Array.from(cells.values.at(-1)!, (value) => (value === null ? -1 : axis.indexOf(Number(value))));
  const counted = tabulateScores(
    {
      group: crossedCodes(codes, levels),
      label: codesOf(context.label, cells.values.at(-2)!),
      score,
      rows: cells.rows,
      amounts: scoreAmounts(cells, { axis, score, weighted }),
    },
    { groups: crossedLevels(levels), classes: 2, scores: axis.scores.length, excluded },
  );
  checkUsed(planned.name, counted);
  return { name: planned.name, attributes: planned.attributes.map((i) => plan.keys[i]!.name), ...counted };
}

/** Cells of a scan by group, label and score; −1 = missing. */
interface ScoreCells {
  readonly group: Int32Array;
  readonly label: Int32Array;
  /** Position of the score. */
  readonly score: Int32Array;
  readonly rows: Float64Array;
  /** Rows or weights, their sums of scores and of squared scores. */
  readonly amounts: readonly [Float64Array, Float64Array, Float64Array];
}

/** Adds up cells to `[groups, classes, scores]`. Reasons have the order of core's `countOutcomes`. */
function tabulateScores(
  { group, label, score, rows, amounts }: ScoreCells,
  size: {
    readonly groups: readonly string[];
    readonly classes: number;
    readonly scores: number;
    readonly excluded: GroupableTable["excluded"];
  },
): Omit<AttributeScores, "name" | "attributes"> {
  const { groups, classes, scores } = size;
  const tables = amounts.map(() => new Float64Array(groups.length * classes * scores));
  const out = { ...size.excluded, "non-finite-prediction": 0 };
  let used = 0;
  for (let i = 0; i < rows.length; i++) {
    if (label[i]! < 0) out.unlabelled += rows[i]!;
    else if (group[i]! < 0) out["missing-attribute"] += rows[i]!;
    else if (score[i]! < 0) out["non-finite-prediction"] += rows[i]!;
    else {
      used += rows[i]!;
      const at = (group[i]! * classes + label[i]!) * scores + score[i]!;
      for (let m = 0; m < tables.length; m++) tables[m]![at]! += amounts[m]![i]!;
    }
  }
  const excluded: Partial<Record<ExclusionReason, number>> = Object.fromEntries(
    Object.entries(out).filter(([, count]) => count > 0),
  );
  const read = used + Object.values(out).reduce((sum, count) => sum + count, 0);
  return { groups, counts: tables[0]!, sums: tables[1]!, squares: tables[2]!, read, used, excluded };
}

/** What is summed in each cell of a histogram: weights, and in bins scores and squared scores, weighted or not. */
function scoreMeasures(
  table: GroupableTable,
  { column, axis, measures }: { readonly column: number; readonly axis: ScoreAxis; readonly measures: Measures },
): Measures {
  const weight = measures.sums.slice(0, 1);
  if (axis.exact) return { count: measures.count, sums: weight };
  const { scale } = axis;
  // Scores that are not finite are excluded, but a CAST of them to an integer would be an error.
  const score = (part: TablePart) => {
    const double = doubleOf(table, part, column);
    return `(CASE WHEN ${table.engine.dialect.isFinite(double)} THEN ${sqlShare(double, { dialect: table.engine.dialect, scale })} ELSE 0 END)`;
  };
  const weighted = (part: TablePart) => [...weight.map(({ term }) => term(part)), score(part)].join(" * ");
  const unit = weight[0]?.scale ?? 1;
  return {
    count: measures.count,
    sums: [
      ...weight,
      { term: weighted, scale: unit * scale },
      { term: (part) => `${weighted(part)} * ${score(part)}`, scale: unit * scale ** 2 },
    ],
  };
}

/** Returns rows or weights of each cell, their sums of scores and of squared scores. */
function scoreAmounts(
  { rows, sums }: Cells,
  { axis, score, weighted }: { readonly axis: ScoreAxis; readonly score: Int32Array; readonly weighted: boolean },
): readonly [Float64Array, Float64Array, Float64Array] {
  const counts = weighted ? sums[0]! : rows;
  if (!axis.exact) return [counts, sums.at(-2)!, sums.at(-1)!];
  const value = (cell: number) => axis.scores[score[cell]!] ?? 0;
  return [counts, counts.map((count, i) => count * value(i)), counts.map((count, i) => count * value(i) ** 2)];
}
