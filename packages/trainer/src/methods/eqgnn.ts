import type { Adversary } from "../adversaries/adversary.js";
import { paired } from "../adversaries/paired.js";
import { permutation } from "../adversaries/permutation.js";
import { unpaired } from "../adversaries/unpaired.js";
import { discriminatorLayers } from "../networks/discriminator-layers.js";
import type { TrainingOptions } from "../training/training-options.js";
import type { DiscriminatorLossName } from "./method-names.js";
import type { Method } from "./method.js";

/** EqGNN with any of the losses of its ablation, see `adversaries/`. */
export const eqgnn: Method = {
  name: "eqgnn",
  adversary: opposed,
  discriminator: (sizes, { discriminator }) => discriminatorLayers(discriminator, sizes),
};

function opposed({ discriminatorLoss, discriminatorSeesHidden }: TrainingOptions): Adversary {
  return games[discriminatorLoss]({ hidden: discriminatorSeesHidden ?? true });
}

const games: Readonly<Record<DiscriminatorLossName, (sees: { readonly hidden: boolean }) => Adversary>> = {
  permutation,
  "permutation/h": () => permutation({ hidden: false }),
  paired,
  unpaired,
};
