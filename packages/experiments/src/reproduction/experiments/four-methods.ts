import type { References } from "../reference.js";
import type { RowPlan } from "../table-rows.js";

/** The methods of the paper's main table, in its order here: the baseline first. */
export const tableMethods = ["gcn", "debias", "fairgnn", "eqgnn"] as const;
export type TableMethod = (typeof tableMethods)[number];

/** How tables name them. */
export const methodTitles: Readonly<Record<TableMethod, string>> = {
  gcn: "GCN",
  debias: "Debias",
  fairgnn: "FairGNN",
  eqgnn: "EqGNN",
};

/**
 * The rows of the paper's main table at λ = 0.1 and γ = 50, FairGNN at its own λ, with other people's figures where
 * there are any.
 */
export function fourMethods({
  fairgnn,
  paper,
  rerun,
}: {
  readonly fairgnn: number;
  readonly paper?: Readonly<Record<TableMethod, References>>;
  readonly rerun?: Readonly<Record<TableMethod, References>>;
}): RowPlan[] {
  return tableMethods.map((method): RowPlan => ({
    title: methodTitles[method],
    values: method === "gcn" ? { method } : { method, lambda: method === "fairgnn" ? fairgnn : 0.1 },
    paper: paper?.[method],
    rerun: rerun?.[method],
  }));
}
