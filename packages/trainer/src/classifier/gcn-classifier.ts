import type { Layer } from "@evenodds/core";

/**
 * The paper's classifier as data: `h = GCN₂(dropout(relu(GCN₁(x))))`, no activation after the second convolution, and
 * `logits = Linear(h)`. Source: EqGNN, section 4.3, and its code.
 */
export function gcnClassifier(sizes: {
  readonly features: number;
  readonly hidden: number;
  readonly outputs: number;
  readonly dropout: number;
}): Layer[] {
  const { features, hidden, outputs, dropout } = sizes;
  return [
    { kind: "gcn", name: "conv1", inputs: features, outputs: hidden },
    { kind: "relu" },
    { kind: "dropout", rate: dropout },
    { kind: "gcn", name: "conv2", inputs: hidden, outputs: hidden },
    { kind: "linear", name: "head", inputs: hidden, outputs },
  ];
}
