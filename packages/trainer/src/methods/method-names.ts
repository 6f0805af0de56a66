/** Methods by the name of their option. */
export const methodNames = ["gcn", "debias", "fairgnn", "eqgnn"] as const;
export type MethodName = (typeof methodNames)[number];

/** What EqGNN's discriminator is asked: the paper's loss, its ablation without the hidden layer, and the two others. */
export const discriminatorLossNames = ["permutation", "permutation/h", "paired", "unpaired"] as const;
export type DiscriminatorLossName = (typeof discriminatorLossNames)[number];
