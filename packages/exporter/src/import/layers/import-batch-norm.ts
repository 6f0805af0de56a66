import type { NamedWeight } from "@evenodds/core";
import type { CardLayer } from "../card/model-card.js";
import { takeRow, type ImportContext, type ImportedLayers } from "./imported-layers.js";

/** `torch.nn.BatchNorm1d`, and PyG's `BatchNorm`, whose keys have `module.` before them. */
export function importBatchNorm(
  { key, epsilon, affine }: Extract<CardLayer, { kind: "batch-norm" }>,
  context: ImportContext,
): ImportedLayers {
  const [weight, bias, mean, variance] = takeStatistics(context, key, { affine });
  return {
    layers: [{ kind: "batch-norm", name: key, width: context.inputs, epsilon }],
    weights: {
      [`${key}.weight`]: weight,
      [`${key}.bias`]: bias,
      [`${key}.mean`]: mean,
      [`${key}.variance`]: variance,
    },
  };
}

/**
 * Takes `weight`, `bias`, `running_mean` and `running_var`, `[width]` each; without `affine` the first two are 1 and 0.
 * The number of batches that were seen says nothing here.
 */
export function takeStatistics(
  context: ImportContext,
  key: string,
  { affine }: { affine: boolean },
): [weight: NamedWeight, bias: NamedWeight, mean: NamedWeight, variance: NamedWeight] {
  const { state, inputs: width } = context;
  const prefix = state.has(`${key}.module.running_mean`) ? `${key}.module` : key;
  state.pass(`${prefix}.num_batches_tracked`);
  return [
    takeRow(context, `${prefix}.weight`, { width, exists: affine, otherwise: 1 }),
    takeRow(context, `${prefix}.bias`, { width, exists: affine }),
    takeRow(context, `${prefix}.running_mean`, { width }),
    takeRow(context, `${prefix}.running_var`, { width }),
  ];
}
