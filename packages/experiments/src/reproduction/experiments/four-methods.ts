import type { RowPlan } from "../table-rows.js";

/** The rows of the paper's main table at λ = 0.1, FairGNN at its own λ. */
export function fourMethods({ fairgnn }: { readonly fairgnn: number }): RowPlan[] {
  return [
    { title: "GCN", values: { method: "gcn" } },
    { title: "Debias", values: { method: "debias", lambda: 0.1 } },
    { title: "FairGNN", values: { method: "fairgnn", lambda: fairgnn } },
    { title: "EqGNN", values: { method: "eqgnn", lambda: 0.1 } },
  ];
}
