import { campaigns } from "../campaigns.js";
import { tableExperiment } from "../table-experiment.js";
import { fourMethods, methodTitles } from "./four-methods.js";

/** The paper's methods on the German credit graph, with two backbones. */
export const tableGerman = tableExperiment({
  name: "table-german",
  title: "German credit: GCN, Debias, FairGNN and EqGNN",
  summary: "the paper's methods on the German credit graph, with GCN and with GAT layers",
  introduction:
    "The paper's protocol on a graph that it does not have: 1,000 applicants for a loan, good and bad customers, women against men. " +
    "Gender is not a feature, but `Single` tells much of it.",
  sections: [
    {
      title: "GCN layers",
      introduction: "λ = 0.1, 0.01 for FairGNN; γ = 50.",
      campaigns: [campaigns.germanMethods],
      rows: fourMethods({ fairgnn: 0.01 }),
      chart: "table-german",
    },
    {
      title: "λ of every method, GCN layers",
      introduction:
        "EqGNN's λ grid for Debias and FairGNN too, so that no method is compared at a λ that suits another. γ = 50.",
      campaigns: [campaigns.germanMethods, campaigns.germanOtherLambda, campaigns.germanLambda],
      rows: [
        { title: "GCN", values: { method: "gcn" } },
        ...(["debias", "fairgnn", "eqgnn"] as const).flatMap((method) =>
          [0.01, 0.1, 1, 10, 100].map((lambda) => ({
            title: `${methodTitles[method]}, λ = ${lambda}`,
            values: { method, lambda, discriminatorLoss: "permutation" },
          })),
        ),
      ],
      chart: "table-german-lambda",
    },
    {
      title: "GAT layers",
      introduction: "Four heads of 32 columns. λ = 0.1, γ = 50.",
      campaigns: [campaigns.germanGat],
      rows: fourMethods({ fairgnn: 0.1 }),
      chart: "table-german-gat",
    },
  ],
});
