import { campaigns } from "../campaigns.js";
import { paper, rerun } from "../reference.js";
import { tableExperiment } from "../table-experiment.js";
import type { RowPlan } from "../table-rows.js";

/** The four losses, the permutation loss first: what the others are compared with. */
function losses(references: {
  readonly paper?: typeof paper.nba;
  readonly rerun?: (typeof rerun)["nba raw"] | (typeof rerun)["nba min-max"];
}): RowPlan[] {
  const row = (title: string, name: "eqgnn" | "permutation/h" | "paired" | "unpaired"): RowPlan => ({
    title,
    values: { method: "eqgnn", lambda: 0.1, gamma: 50, discriminatorLoss: name === "eqgnn" ? "permutation" : name },
    paper: references.paper?.[name],
    rerun: references.rerun?.[name],
  });
  return [
    row("Permutation", "eqgnn"),
    row("Permutation/h", "permutation/h"),
    row("Paired", "paired"),
    row("Unpaired", "unpaired"),
  ];
}

/** The paper's ablation of the discriminator's loss. */
export const tableLosses = tableExperiment({
  name: "table-losses",
  title: "The loss of the discriminator",
  summary: "the paper's ablation of the discriminator's loss, on NBA and German",
  introduction:
    "What EqGNN's discriminator is asked: the order of A and Ã (permutation), the same without the hidden layer (permutation/h), or " +
    "which of the two it sees (paired, unpaired). λ = 0.1, γ = 50.",
  sections: [
    {
      title: "NBA, features scaled to [−1, 1]",
      introduction: "40 splits.",
      campaigns: [campaigns.nbaMethods, campaigns.nbaLosses],
      rows: losses({ paper: paper.nba, rerun: rerun["nba min-max"] }),
      chart: "table-losses-nba",
    },
    {
      title: "NBA, raw features",
      introduction: "40 splits.",
      campaigns: [campaigns.nbaRaw, campaigns.nbaLossesRaw],
      rows: losses({ paper: paper.nba, rerun: rerun["nba raw"] }),
      chart: "table-losses-nba-raw",
    },
    {
      title: "German",
      introduction: "1,000 applicants for a loan; women against men.",
      campaigns: [campaigns.germanMethods, campaigns.germanLosses],
      rows: losses({}),
      chart: "table-losses-german",
    },
  ],
});
