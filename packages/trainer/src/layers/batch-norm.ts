import { normalizeBatch, normalizeFixed } from "../operations/normalize-batch.js";
import { rowWeight } from "./layer-context.js";
import { defineLayer, plainInput } from "./layer-definition.js";

/** How far a running statistic moves towards that of a batch, as in PyTorch. */
export const momentum = 0.1;

/**
 * Batch normalization of the columns of `x [N, H]` over all nodes. In training by the statistics of x, which are left
 * in `training.statistics`; else by the running ones. It starts as the identity.
 */
export const batchNorm = defineLayer({
  kind: "batch-norm",
  forward({ name, epsilon }, context) {
    const { x, training, frozen } = context;
    const scale = { weight: rowWeight(context, `${name}.weight`), bias: rowWeight(context, `${name}.bias`) };
    if (training === undefined) {
      const running = { mean: rowWeight(context, `${name}.mean`), variance: rowWeight(context, `${name}.variance`) };
      return normalizeFixed(x, { ...scale, ...running, epsilon, frozen });
    }
    const { value, statistics } = normalizeBatch(x, { ...scale, epsilon, frozen });
    training.statistics.set(name, statistics);
    return value;
  },
  appliesRelu: false,
  firstInput: plainInput,
  start: (_, part) => ({ constant: part === "weight" || part === "variance" ? 1 : 0 }),
  running: ["mean", "variance"],
});
