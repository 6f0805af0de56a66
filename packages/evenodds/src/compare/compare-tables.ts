import { compareOutcomesInSteps, type ComparedAttribute, type ComparisonReport } from "@evenodds/auditor";
import {
  allCombinations,
  crossedLevels,
  crossingSign,
  InputError,
  pairedClusters,
  pairedCounts,
  UsageError,
  version,
  type PairedCounts,
} from "@evenodds/core";
import {
  countOutcomesFrom,
  type AttributeOutcomes,
  type CountedOutcomes,
  type FileLayout,
  type JoinedSource,
  type JoinPolicy,
  type RequestedAttribute,
} from "@evenodds/data";
import { stageHook } from "../audit/audit-options.js";
import { joinWarnings } from "../audit/join-warnings.js";
import { clusterNotes } from "../audit/node-clusters.js";
import { requestedOutcomes, type TableColumns } from "../audit/requested-outcomes.js";
import { comparisonSettings, type CompareOptions } from "./compare-options.js";
import { toldApart } from "./told-apart.js";

/** Two tables of predictions of the same rows. */
export interface ComparedTables extends FileLayout {
  readonly a: string;
  readonly b: string;
  /** File with the true labels, and attributes that neither table has. Default: the tables have them. */
  readonly labels?: string | undefined;
  /** Column with the ids of the rows, in every file. */
  readonly id: string;
  /** What becomes of ids that another file lacks. Default: `fail`. */
  readonly unmatched?: JoinPolicy | undefined;
}

/** How two tables are compared: their columns, which have the same names in both. */
export interface TableComparisonOptions extends CompareOptions, Omit<TableColumns, "given" | "weight" | "label"> {
  /** Column of the true class. */
  readonly label: string;
}

/**
 * Returns what has changed from one table of predictions to another, row by row, matched by id. Rows are counted where
 * they are stored, so millions of them take about a second.
 *
 * Throws {@link InputError} for tables that cannot be read or joined as asked, and where both have labels or attributes
 * that are not the same; {@link UsageError} for options that do not fit.
 */
export async function compareTables(
  { a, b, labels, id, unmatched, ...layout }: ComparedTables,
  options: TableComparisonOptions,
): Promise<ComparisonReport> {
  const onStage = stageHook(options);
  onStage("count outcomes");
  const joined = { id, unmatched, labels, ...layout };
  const counted = await countPairs({ ...joined, predictions: b, attributes: a }, options);
  // Counted once more with the labels and attributes of the other table: where it says the same, so do the counts.
  const mirrored = await countPairs({ ...joined, predictions: a, attributes: b }, options);
  const classes = [...new Set([...counted.classes, ...mirrored.classes])];
  const attributes = counted.attributes.map((attribute, i) => {
    const pair = pairedAttribute(attribute, { counted, classes });
    checkSame(pair.counts, pairedAttribute(mirrored.attributes[i]!, { counted: mirrored, classes }).counts, pair.name);
    return { name: pair.name, pair: { pairing: "rows", counts: pair.counts, clusters: pair.clusters } } as const;
  });
  onStage("compute statistics");
  const names = toldApart(a, b);
  const [second, first, ...others] = counted.outcomes.files.map(({ name, sha256 }) => ({ file: name, sha256 }));
  return compareOutcomesInSteps(
    {
      attributes: attributes satisfies readonly ComparedAttribute[],
      version,
      a: { ...first!, file: names.a },
      b: { ...second!, file: names.b },
      seed: options.seed,
      settings: comparisonSettings(options),
      data:
        others.length === 0 ? null : { name: others[0]!.file, files: others, nodes: counted.outcomes.read, arcs: null },
      warnings: [...joinWarnings(counted.outcomes.joined), ...counted.outcomes.warnings],
      notes: clusterNotes(counted.outcomes.withoutCluster, options.cluster ?? ""),
    },
    options,
  );
}

/** Counts of B by group and prediction of A. */
interface CountedPairs {
  readonly outcomes: CountedOutcomes;
  /** Those that are crossed with the predictions of A, which come last. */
  readonly attributes: readonly AttributeOutcomes[];
  /** Levels of every plain attribute, by its name. */
  readonly levels: ReadonlyMap<string, readonly string[]>;
  /** What A predicts, in the order in which it is crossed. */
  readonly predictions: readonly string[];
  readonly classes: readonly string[];
}

/** The predictions of the table of attributes are one more attribute, crossed with each: so groups count pairs. */
async function countPairs(source: JoinedSource, options: TableComparisonOptions): Promise<CountedPairs> {
  const request = requestedOutcomes(options);
  const { prediction, score, threshold } = options;
  const plain = request.sensitive.map((one) => (typeof one === "string" ? one : (one.name ?? one.column)));
  let first = "prediction of A";
  while (plain.includes(first)) first = `(${first})`;
  const crossings = options.cross === "all" ? allCombinations(plain) : (options.cross ?? []);
  const ofA: RequestedAttribute = {
    column: (prediction ?? score)!,
    name: first,
    missing: options.missingValues,
    whenMissing: "fail",
    ...(score === undefined ? { levels: options.classes } : { bins: [threshold!] }),
  };
  const outcomes = await countOutcomesFrom(source, {
    ...request,
    sensitive: [...request.sensitive, ofA],
    crossed: [...plain.map((name) => [name]), ...crossings].map((names) => [...names, first]),
  });
  const levels = new Map(outcomes.attributes.map(({ name, all }) => [name, all.predictions.groups]));
  const named = levels.get(first)!;
  const predictions = score === undefined ? named : classesOfScore(outcomes, options);
  return {
    outcomes,
    attributes: outcomes.attributes.filter(({ attributes }) => attributes.length > 1 && attributes.at(-1) === first),
    levels,
    predictions,
    classes: [...new Set([...outcomes.classes, ...predictions])],
  };
}

/** Returns the classes below the threshold and from it on. */
function classesOfScore({ classes, positive }: CountedOutcomes, { negative }: TableComparisonOptions): string[] {
  const below = negative ?? classes.find((name) => name !== positive);
  if (positive !== undefined && below !== undefined) return [below, positive];
  throw new UsageError({
    argument: "‘score’",
    expected: "a positive and a negative class",
    found: classes.join(", "),
    hint: "name them with ‘positive’ and ‘negative’",
  });
}

function pairedAttribute(
  { attributes, all, clusters }: AttributeOutcomes,
  { counted, classes }: { readonly counted: CountedPairs; readonly classes: readonly string[] },
) {
  const names = attributes.slice(0, -1);
  const groups = crossedLevels(names.map((name) => counted.levels.get(name)!));
  const by = { groups, predictions: counted.predictions, classes };
  return {
    name: names.join(crossingSign),
    counts: pairedCounts(all.outcomes!, by),
    clusters: clusters && pairedClusters(clusters, by),
  };
}

/** Throws {@link InputError} where the two tables have other labels or groups for the same ids. */
function checkSame(counts: PairedCounts, mirrored: PairedCounts, name: string): void {
  const width = counts.classes.length;
  const sameGroups = JSON.stringify(counts.groups) === JSON.stringify(mirrored.groups);
  let apart = sameGroups ? 0 : 1;
  counts.counts.forEach((count, at) => {
    const [cell, one, other] = [Math.floor(at / width ** 2), Math.floor(at / width) % width, at % width];
    apart += Math.abs(count - (mirrored.counts[(cell * width + other) * width + one] ?? 0)) / 2;
  });
  if (apart === 0) return;
  throw new InputError({
    argument: `tables, by ${JSON.stringify(name)}`,
    expected: "the same label and the same group for each id in both",
    found: `others in at least ${Math.ceil(apart)} rows`,
    hint: "give both the same rows, or take label and attributes out of one of them",
  });
}
