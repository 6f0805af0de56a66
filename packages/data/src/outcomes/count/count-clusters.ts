import { crossedCodes, gatherClusters, InputError, type ClusterCounts } from "@evenodds/core";
import { codeClusters } from "../../load/code-clusters.js";
import type { GroupableTable } from "../source/groupable-table.js";
import { codesOf, type CodedKey } from "./code-keys.js";
import type { GroupKey } from "./group-key.js";
import type { Measures } from "./measures.js";
import type { PlannedCluster } from "./plan-request.js";
import { scanCells } from "./scan-cells.js";

/** One key with its codes. */
export interface KeyWithCodes {
  readonly key: GroupKey;
  readonly codes: CodedKey;
}

/** So that clusters fit into memory: each of their cells travels as a row. */
export const mostClusterCells = 2_000_000;

/**
 * Counts rows by cluster, group, label and prediction in one `GROUP BY`. Clusters are numbered in the order of their
 * names, and a row without one is a cluster of its own, after all others; with weights, such rows of one cell share
 * their weight equally.
 *
 * `without` is the number of rows of the table that lack a cluster, whether they are among the counts or not. Throws
 * {@link InputError} for those where the policy is `fail`, and for more than 2,000,000 cells.
 */
export async function countClusters(
  table: GroupableTable,
  options: {
    readonly column: number;
    readonly cluster: PlannedCluster;
    readonly attributes: readonly KeyWithCodes[];
    readonly label: KeyWithCodes;
    readonly prediction: KeyWithCodes;
    readonly groups: readonly string[];
    readonly measures: Measures;
  },
): Promise<{ readonly counts: ClusterCounts; readonly without: number }> {
  const { attributes, label, prediction, groups } = options;
  const classes = label.codes.levels;
  const chosen = [...attributes, label, prediction];
  const scan = await scanCells(table, {
    keys: [...chosen.map(({ key }) => key), { column: options.column }],
    measures: options.measures,
    most: mostClusterCells,
  });
  if (!scan.complete) refuseCells(options.cluster);
  const codes = chosen.map(({ codes }, i) => codesOf(codes, scan.values[i]!));
  const group = crossedCodes(
    codes.slice(0, attributes.length),
    attributes.map(({ codes }) => codes.levels),
  );
  const [y, predicted] = [codes.at(-2)!, codes.at(-1)!];
  const { code, clusterCount } = codeClusters(scan.values.at(-1)!, options.cluster);
  const without = code.reduce((sum, cluster, i) => (cluster < 0 ? sum + scan.rows[i]! : sum), 0);
  if (without > 0 && options.cluster.whenMissing === "fail") refuseMissing(options.cluster, without);
  if (without > mostClusterCells) refuseCells(options.cluster);
  const entries: Entries = { cluster: [], cell: [], count: [], clusterCount };
  const amounts = scan.sums[0] ?? scan.rows;
  for (let i = 0; i < code.length; i++) {
    if (group[i]! < 0 || y[i]! < 0 || predicted[i]! < 0) continue;
    const cell = (group[i]! * classes.length + y[i]!) * classes.length + predicted[i]!;
    if (code[i]! >= 0) add(entries, { cluster: code[i]!, cell, count: amounts[i]! });
    else addAlone(entries, { cell, rows: scan.rows[i]!, amount: amounts[i]! });
  }
  const gathered = {
    cluster: Int32Array.from(entries.cluster),
    cell: Int32Array.from(entries.cell),
    count: Float64Array.from(entries.count),
  };
  return { counts: gatherClusters(gathered, { groups, classes, clusterCount: entries.clusterCount }), without };
}

interface Entries {
  readonly cluster: number[];
  readonly cell: number[];
  readonly count: number[];
  clusterCount: number;
}

function add(entries: Entries, entry: { readonly cluster: number; readonly cell: number; readonly count: number }) {
  entries.cluster.push(entry.cluster);
  entries.cell.push(entry.cell);
  entries.count.push(entry.count);
}

function addAlone(entries: Entries, found: { readonly cell: number; readonly rows: number; readonly amount: number }) {
  const { cell, rows, amount } = found;
  for (let row = 0; row < rows; row++) add(entries, { cluster: entries.clusterCount++, cell, count: amount / rows });
}

function refuseCells({ argument }: PlannedCluster): never {
  throw new InputError({
    argument,
    expected: `at most ${mostClusterCells} combinations of cluster, group, label and prediction`,
    found: "more",
    hint: "rows without a cluster count one by one; a column that names every single row tells nothing about dependence",
  });
}

function refuseMissing({ argument }: PlannedCluster, rows: number): never {
  throw new InputError({
    argument,
    expected: "a value in every row",
    found: `${rows} rows without`,
    hint: "fill the column in, or leave such rows out of the table",
  });
}
