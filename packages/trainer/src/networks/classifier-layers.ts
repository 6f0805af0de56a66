import type { Layer } from "@evenodds/core";
import type { TrainingOptions } from "../training/training-options.js";
import { backboneLayer } from "./backbone-layer.js";

/** PyTorch's ε of batch normalization. */
const epsilon = 1e-5;

/**
 * The classifier as data. With two layers that is the paper's `h = GCN₂(dropout(relu(GCN₁(x))))`, no activation after
 * the last convolution, and `logits = Linear(h)`; more layers repeat the first pattern. With batch normalization it
 * stands between convolution and ReLU. Source: EqGNN, section 4.3, and its code.
 */
export function classifierLayers(
  { backbone, layers, hidden, heads, dropout, batchNorm }: TrainingOptions,
  { features, outputs }: { readonly features: number; readonly outputs: number },
): Layer[] {
  const result: Layer[] = [];
  for (let i = 1; i <= layers; i++) {
    const inputs = i === 1 ? features : hidden;
    result.push(backboneLayer(backbone, { name: `conv${i}`, inputs, outputs: hidden, heads }));
    if (i === layers) break;
    if (batchNorm) result.push({ kind: "batch-norm", name: `norm${i}`, width: hidden, epsilon });
    result.push({ kind: "relu" }, { kind: "dropout", rate: dropout });
  }
  result.push({ kind: "linear", name: "head", inputs: hidden, outputs });
  return result;
}
