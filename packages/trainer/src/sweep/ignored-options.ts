import { hasHeads } from "../networks/backbone-layer.js";
import type { TrainingOptions } from "../training/training-options.js";

type OptionName = keyof TrainingOptions;

/** Options of the adversary and of its part in the loss, which `gcn` has none of. */
const adversaryOptions = [
  "lambda",
  "gamma",
  "discriminatorLoss",
  "discriminator",
  "discriminatorSeesHidden",
  "heldOutLabels",
  "monitor",
] as const satisfies readonly OptionName[];

/**
 * Returns the options that have no effect beside the others, so that two runs which differ in nothing else are the same
 * run: those of an adversary for `gcn` (whose whole loss is the task's), γ for the baselines without a covariance term,
 * the network and the view of FairGNN's discriminator, which are fixed, `heads` outside an attention, and what stands
 * between layers where there is one layer.
 */
export function ignoredOptions(options: TrainingOptions): ReadonlySet<OptionName> {
  const ignored = new Set<OptionName>(ofMethod(options));
  if (!hasHeads(options.backbone)) ignored.add("heads");
  if (options.layers === 1) ignored.add("dropout").add("batchNorm");
  return ignored;
}

function ofMethod({ method, discriminatorLoss }: TrainingOptions): readonly OptionName[] {
  switch (method) {
    case "gcn":
      return adversaryOptions;
    case "debias":
      return ["gamma", "discriminatorLoss"];
    case "fairgnn":
      return ["gamma", "discriminatorLoss", "discriminator", "discriminatorSeesHidden"];
    case "eqgnn":
      return discriminatorLoss === "permutation/h" ? ["discriminatorSeesHidden"] : [];
  }
}
