import {
  UsageError,
  checkCounts,
  crossedCodes,
  crossedLevels,
  predictionCounts,
  type ExclusionReason,
  type OutcomeCounts,
} from "@evenodds/core";
import { withSmallGroups } from "./count/with-small-groups.js";
import { amountMeasures, type Measures } from "./count/measures.js";
import { codeClasses, type CodedClasses } from "./count/code-classes.js";
import { countClusters } from "./count/count-clusters.js";
import { checkedRows, checkUsed, checkCellNumber } from "./count/check-rows.js";
import { codeAttribute, codesOf, type CodedKey } from "./count/code-keys.js";
import { type GroupKey, groupKeys } from "./count/group-key.js";
import { levelNames } from "./count/level-names.js";
import { planRequest, type OutcomePlan, type PlannedTable } from "./count/plan-request.js";
import { probeTable, scanTable, type Scan } from "./count/scan-table.js";
import { attributeWarnings, thresholdWarnings, unknownRows } from "./count/table-warnings.js";
import type { AttributeOutcomes, CountedOutcomes, CountedRows } from "./counted-outcomes.js";
import type { OutcomeRequest } from "./outcome-request.js";
import type { OutcomeSource } from "./outcome-source.js";
import { nothingExcluded, type GroupableTable } from "./source/groupable-table.js";
import { countColumnOf, wantedColumns } from "./source/wanted-columns.js";
import { withGroupableTable } from "./source/with-groupable-table.js";

/**
 * Counts how many rows have which group, label and prediction, for every sensitive attribute and every crossing of them
 * that is asked for. Rows stay in DuckDB (or another engine), which groups them in one scan; only groups travel.
 *
 * Values are categories in the spelling of core's `canonicalLevel`, so 1, "1" and 1.0 are one level in every format.
 * Every row that is read is used or excluded for one reason, for each attribute by itself. With weights, counts are
 * sums of weights, and `weights` has rows and squares; sums do not depend on the order of rows. Clusters cost one more
 * scan for each attribute.
 *
 * One group only is a result like any other. Throws {@link InputError} for whatever cannot be read or decided (see the
 * options), for a table without rows and an attribute for which no row is left; `UsageError` for a request that
 * contradicts itself.
 *
 * @example
 * const { attributes } = await countOutcomesFrom(
 *   { predictions: "predictions.csv" },
 *   { sensitive: ["sex", { column: "age", bins: [30, 50] }], label: "y", prediction: "yhat", crossed: "all" },
 * );
 */
export async function countOutcomesFrom(source: OutcomeSource, request: OutcomeRequest): Promise<CountedOutcomes> {
  const plan = planRequest(request);
  const wanted = wantedColumns(plan, source);
  const { result, files } = await withGroupableTable(source, {
    wanted: wanted.columns,
    work: async (table) => {
      checkDistinctColumns(table, plan);
      const measures = await amountMeasures(table, wanted);
      const keys = groupKeys(table, plan);
      const shown = withSmallGroups(table, { plan, keys, marked: wanted.small });
      return countTable(shown, { plan, keys, request, measures, cluster: wanted.cluster });
    },
  });
  return { ...result, countColumn: countColumnOf(source), files };
}

async function countTable(
  table: GroupableTable,
  options: {
    readonly plan: OutcomePlan;
    readonly keys: readonly GroupKey[];
    readonly request: OutcomeRequest;
    readonly measures: Measures;
    /** Which of the wanted columns has the clusters. */
    readonly cluster: number | undefined;
  },
): Promise<Omit<CountedOutcomes, "files" | "countColumn">> {
  const { plan, keys, request, measures } = options;
  const first = await probeTable(table, { keys, measures });
  first?.forEach((domain, i) => levelNames(domain, { key: plan.keys[i]! }));
  const scan = await scanTable(table, { keys, measures });
  const rows = scan.small + checkedRows(table, { domain: scan.domains[0]!, small: scan.small });
  const left = table.excluded.unlabelled + table.excluded["missing-attribute"];
  const attributes = plan.keys.slice(0, request.sensitive.length).map((key, i) => codeAttribute(key, scan.domains[i]!));
  const condition =
    plan.condition === undefined ? undefined : codeAttribute(plan.keys[plan.condition]!, scan.domains[plan.condition]!);
  const domain = (index: number) => ({ key: plan.keys[index]!, domain: scan.domains[index]! });
  const coded = codeClasses(
    { label: plan.label === undefined ? undefined : domain(plan.label), prediction: domain(plan.prediction) },
    { positive: request.positive, negative: request.negative },
  );
  const perGroup = coded.classes.length ** (coded.label === undefined ? 1 : 2) * (1 + (condition?.levels.length ?? 0));
  checkCellNumber(plan.tables, { attributes, cellsPerGroup: perGroup });
  const clusterColumn = options.cluster === undefined ? undefined : table.at[options.cluster];
  const context = { table, plan, keys, measures, scan, attributes, condition, coded, clusterColumn };
  const counted: AttributeOutcomes[] = [];
  const unknown = attributes.map((codes, i) => unknownRows(codes, scan.domains[i]!));
  let withoutCluster = 0;
  for (const planned of plan.tables) {
    const { clusters, ...outcomes } = await countPlanned(planned, context);
    counted.push({ ...outcomes, unknown: planned.attributes.map((i) => unknown[i]!), clusters: clusters?.counts });
    withoutCluster = clusters?.without ?? 0;
  }
  const groupings = [...attributes, ...(condition === undefined ? [] : [condition])];
  const score = { ...domain(plan.prediction), column: table.at[plan.prediction]! };
  const within = counted[0]!.within.reduce((sum, { counts }) => sum + counts.read, 0);
  return {
    name: table.name,
    read: rows + left,
    classes: coded.classes,
    positive: coded.positive,
    attributes: counted,
    withoutCondition: condition === undefined ? 0 : rows + left - scan.small - within,
    withoutCluster,
    joined: table.joined,
    warnings: [
      ...groupings.flatMap((codes, i) => attributeWarnings({ ...domain(i), coded: codes })),
      ...coded.warnings,
      ...(await thresholdWarnings(table, score)),
    ],
  };
}

interface Context {
  readonly table: GroupableTable;
  readonly plan: OutcomePlan;
  readonly keys: readonly GroupKey[];
  readonly measures: Measures;
  readonly scan: Scan;
  readonly attributes: readonly CodedKey[];
  readonly condition: CodedKey | undefined;
  readonly coded: CodedClasses;
  readonly clusterColumn: number | undefined;
}

type PlannedOutcomes = Omit<AttributeOutcomes, "clusters" | "unknown"> & {
  readonly clusters: Awaited<ReturnType<typeof countClusters>> | undefined;
};

async function countPlanned(planned: PlannedTable, context: Context): Promise<PlannedOutcomes> {
  const { plan, scan, condition, coded } = context;
  const excluded = { ...context.table.excluded, "small-group": scan.small };
  const attributes = planned.attributes.map((i) => context.attributes[i]!);
  const chosen = [
    ...planned.attributes.map((key) => ({ key, codes: context.attributes[key]! })),
    { key: plan.prediction, codes: coded.prediction },
    ...(coded.label === undefined ? [] : [{ key: plan.label!, codes: coded.label }]),
    ...(condition === undefined ? [] : [{ key: plan.condition!, codes: condition }]),
  ];
  const { values, rows, sums } = await scan.cellsOf(chosen.map(({ key }) => key));
  const codes = chosen.map(({ codes }, i) => codesOf(codes, values[i]!));
  const levels = attributes.map((attribute) => attribute.levels);
  const width = attributes.length;
  const cells: CodedCells = {
    group: crossedCodes(codes.slice(0, width), levels),
    prediction: codes[width]!,
    label: coded.label && codes[width + 1],
    rows,
    weights: sums.length === 0 ? undefined : { sums: sums[0]!, squares: sums[1]! },
  };
  const shared = { groups: crossedLevels(levels), classes: coded.classes };
  const all = tabulate(cells, { ...shared, excluded });
  checkCounts(all.outcomes ?? all.predictions);
  checkUsed(planned.name, { used: all.used, excluded: all.predictions.excluded });
  const levelOf = codes.at(-1)!;
  const within = (condition?.levels ?? []).map((level, code) => ({
    level,
    counts: tabulate(cells, { ...shared, excluded: nothingExcluded, include: (cell) => levelOf[cell] === code }),
  }));
  const names = planned.attributes.map((i) => plan.keys[i]!.name);
  return {
    name: planned.name,
    attributes: names,
    all,
    within,
    clusters: await clustersOf(planned, shared.groups, context),
  };
}

async function clustersOf(
  planned: PlannedTable,
  groups: readonly string[],
  context: Context,
): Promise<PlannedOutcomes["clusters"]> {
  const { table, plan, keys, measures, attributes, coded, clusterColumn } = context;
  if (plan.cluster === undefined || clusterColumn === undefined || coded.label === undefined) return undefined;
  return countClusters(table, {
    column: clusterColumn,
    cluster: plan.cluster,
    attributes: planned.attributes.map((i) => ({ key: keys[i]!, codes: attributes[i]! })),
    label: { key: keys[plan.label!]!, codes: coded.label },
    prediction: { key: keys[plan.prediction]!, codes: coded.prediction },
    groups,
    measures,
  });
}

/** A model that is compared with itself is always right. */
function checkDistinctColumns(table: GroupableTable, { label, prediction, keys }: OutcomePlan): void {
  if (label === undefined || table.at[label] !== table.at[prediction]) return;
  throw new UsageError({
    argument: keys[prediction]!.argument,
    expected: "a column other than the label",
    found: "the label column",
  });
}

/** Cells of a scan, with every key as codes. */
interface CodedCells {
  /** `[cells]`, −1 = missing. */
  readonly group: Int32Array;
  /** Undefined where there are no labels. */
  readonly label: Int32Array | undefined;
  readonly prediction: Int32Array;
  readonly rows: Float64Array;
  /** Sums of weights and of their squares. */
  readonly weights: { readonly sums: Float64Array; readonly squares: Float64Array } | undefined;
}

/**
 * Adds up cells. Where several values are missing, the reason is the first of `unlabelled`, `missing-attribute` and
 * `non-finite-prediction`, as in core's `countOutcomes`. `include` chooses cells; `excluded` are rows that the cells
 * lack.
 */
function tabulate(
  cells: CodedCells,
  options: {
    readonly groups: readonly string[];
    readonly classes: readonly string[];
    readonly include?: ((cell: number) => boolean) | undefined;
    readonly excluded: GroupableTable["excluded"] & Partial<Record<"small-group", number>>;
  },
): CountedRows {
  const { groups, classes, include } = options;
  const width = classes.length;
  const size = groups.length * (cells.label === undefined ? width : width ** 2);
  const rows = new Float64Array(size);
  const sums = cells.weights && new Float64Array(size);
  const squares = cells.weights && new Float64Array(size);
  const out = { ...options.excluded, "non-finite-prediction": 0 };
  let used = 0;
  for (let i = 0; i < cells.rows.length; i++) {
    if (include !== undefined && !include(i)) continue;
    const label = cells.label?.[i] ?? 0;
    const count = cells.rows[i]!;
    if (label < 0) out.unlabelled += count;
    else if (cells.group[i]! < 0) out["missing-attribute"] += count;
    else if (cells.prediction[i]! < 0) out["non-finite-prediction"] += count;
    else {
      const row = cells.label === undefined ? cells.group[i]! : cells.group[i]! * width + label;
      const at = row * width + cells.prediction[i]!;
      rows[at]! += count;
      used += count;
      if (cells.weights === undefined) continue;
      sums![at]! += cells.weights.sums[i]!;
      squares![at]! += cells.weights.squares[i]!;
    }
  }
  const excluded = Object.fromEntries(Object.entries(out).filter(([, count]) => count > 0)) as ExcludedByReason;
  const counts = sums ?? rows;
  const outcomes: OutcomeCounts | undefined = cells.label && { groups, classes, counts, excluded };
  return {
    read: used + Object.values(out).reduce((sum, count) => sum + count, 0),
    used,
    outcomes,
    predictions: outcomes === undefined ? { groups, classes, predicted: counts, excluded } : predictionCounts(outcomes),
    weights: squares && { rows, squares },
  };
}

type ExcludedByReason = Partial<Record<ExclusionReason, number>>;
