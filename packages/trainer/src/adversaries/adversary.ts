/** The random part of one evaluation. */
export interface Draw {
  /** `[N, a]`, the columns of the dummy attribute Ã; null where the adversary has no use for it. */
  readonly sampled: Float32Array | null;
  /** `[N]`, l: 0 shows (A, Ã) in this order, 1 shows (Ã, A); null where the adversary has no use for it. */
  readonly order: Uint8Array | null;
}

/** The true attribute, as one evaluation may see it. */
export interface SeenAttribute {
  /** `[N]` level codes; −1 = missing or not to be seen. */
  readonly code: Int32Array;
  /** `[N, a]`, see `attributeColumns`; zeros where the code is −1. */
  readonly columns: Float32Array;
}

/** Whose loss is taken: the discriminator learns to tell, the classifier to be told nothing. */
export type Side = "classifier" | "discriminator";

/** A loss over the discriminator's logits of every pass, with one gradient for each. */
export interface AdversarialLoss {
  readonly value: number;
  readonly gradients: readonly Float32Array[];
}

/**
 * A game between classifier and discriminator: what the discriminator is shown beside the prediction, and what each
 * side wants it to say.
 */
export interface Adversary {
  /**
   * Whether dummy attributes are drawn; then the covariance of the prediction with A and with Ã enters the loss too.
   */
  readonly drawsAttributes: boolean;
  /** Whether an order is drawn. */
  readonly drawsOrder: boolean;
  /** Whether the discriminator sees the prediction with the label, and whether the last hidden layer. */
  readonly sees: { readonly evidence: boolean; readonly hidden: boolean };
  /** Columns of the discriminator's output. */
  readonly outputs: number;
  /**
   * The discriminator learns from the nodes of the mask, or from all whose attribute it may see (official baselines).
   */
  readonly learnsFrom: "mask" | "all";
  /** The attribute columns that each pass shows between prediction and label, `[N, a]` per block. */
  shown(draw: Draw, attribute: SeenAttribute): readonly (readonly Float32Array[])[];
  /** How many such blocks a pass has. */
  readonly blocks: number;
  /** The loss of one side over `nodes` from the logits `[N, outputs]` of every pass. */
  loss(
    side: Side,
    logits: readonly Float32Array[],
    game: { readonly draw: Draw; readonly attribute: SeenAttribute; readonly nodes: Int32Array },
  ): AdversarialLoss;
}
