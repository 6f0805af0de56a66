import type { KeyRequest } from "../count/key-request.js";
import type { OutcomePlan } from "../count/plan-request.js";
import type { OutcomeSource } from "../outcome-source.js";
import type { WantedColumn } from "./groupable-table.js";

/** The columns that a plan reads: one for each key, then weight, count, cluster and mark, where there are any. */
export interface WantedColumns {
  readonly columns: readonly WantedColumn[];
  /** Index of the column among {@link columns}. */
  readonly weight: number | undefined;
  readonly count: number | undefined;
  readonly cluster: number | undefined;
  /** Column that marks the line of small groups in a table of counts. */
  readonly small: number | undefined;
}

const roles = {
  attribute: "attributes",
  condition: "attributes",
  label: "labels",
  prediction: "predictions",
  score: "predictions",
} as const satisfies Record<KeyRequest["role"], WantedColumn["role"]>;

export function wantedColumns({ keys, weight, cluster }: OutcomePlan, source: OutcomeSource): WantedColumns {
  const columns: WantedColumn[] = keys.map(({ role, column }) => ({
    argument: `${role === "attribute" ? "sensitive" : role} column`,
    column,
    role: roles[role],
  }));
  const add = (column: WantedColumn | undefined) => (column === undefined ? undefined : columns.push(column) - 1);
  const count = countColumnOf(source);
  const small = "counts" in source ? source.small : undefined;
  return {
    columns,
    weight: add(weight === undefined ? undefined : { argument: "weight column", column: weight, role: "attributes" }),
    count: add(
      count === undefined
        ? undefined
        : { argument: "count column (‘countColumn’)", column: count, role: "predictions" },
    ),
    cluster: add(cluster && { argument: "cluster column", column: cluster.column, role: "attributes" }),
    small: add(
      small === undefined
        ? undefined
        : { argument: "column of small groups (‘smallColumn’)", column: small, role: "predictions" },
    ),
  };
}

/**
 * Returns the column that says how many rows each line of a table of counts stands for; undefined for other sources.
 */
export function countColumnOf(source: OutcomeSource): string | undefined {
  return "counts" in source ? (source.count ?? "count") : undefined;
}
