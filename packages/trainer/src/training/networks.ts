import type { Layer } from "@evenodds/core";
import type { Adversary } from "../adversaries/adversary.js";
import { methods } from "../methods/methods.js";
import { classifierLayers } from "../networks/classifier-layers.js";
import type { TrainingTask } from "../tasks/training-task.js";
import type { TrainingOptions } from "./training-options.js";

/** The layers of the two networks of a run; no discriminator without an adversary. */
export interface Networks {
  readonly classifier: readonly Layer[];
  readonly discriminator: readonly Layer[] | null;
}

/** Returns the networks that these options ask for, see `classifierLayers` and `methods/`. */
export function makeNetworks(
  options: TrainingOptions,
  sizes: {
    readonly features: number;
    readonly task: TrainingTask;
    readonly attributeWidth: number;
    readonly adversary: Adversary | null;
  },
): Networks {
  const { features, task, adversary } = sizes;
  const classifier = classifierLayers(options, { features, outputs: task.outputs });
  if (adversary === null) return { classifier, discriminator: null };
  const { sees, blocks, outputs } = adversary;
  const shown = task.predictionWidth + blocks * sizes.attributeWidth + task.labelWidth;
  const inputs = (sees.evidence ? shown : 0) + (sees.hidden ? options.hidden : 0);
  return { classifier, discriminator: methods[options.method].discriminator({ inputs, outputs }, options) };
}
