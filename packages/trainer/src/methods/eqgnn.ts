import type { Adversary } from "../adversaries/adversary.js";
import { paired } from "../adversaries/paired.js";
import { permutation } from "../adversaries/permutation.js";
import { unpaired } from "../adversaries/unpaired.js";
import { discriminatorLayers } from "../discriminators/discriminator-layers.js";
import type { TrainingOptions } from "../training/options.js";
import type { Method } from "./method.js";

/** EqGNN with any of the losses of its ablation, see `adversaries/`. */
export const eqgnn: Method = {
  name: "eqgnn",
  adversary: opposed,
  discriminator: (sizes, { discriminator }) => discriminatorLayers(discriminator, sizes),
};

function opposed({ discriminatorLoss, discriminatorSeesHidden }: TrainingOptions): Adversary {
  const hidden = discriminatorSeesHidden ?? true;
  switch (discriminatorLoss) {
    case "permutation":
      return permutation({ hidden });
    case "permutation/h":
      return permutation({ hidden: false });
    case "paired":
      return paired({ hidden });
    case "unpaired":
      return unpaired({ hidden });
  }
}
