import type { Adversary } from "./adversary.js";

/** What the losses have in common that show A in one pass and Ã in another. */
export function realAndFake({ hidden }: { readonly hidden: boolean }): Omit<Adversary, "loss"> {
  return {
    drawsAttributes: true,
    drawsOrder: false,
    sees: { evidence: true, hidden },
    outputs: 1,
    learnsFrom: "mask",
    blocks: 1,
    shown: ({ sampled }, { columns }) => [[columns], [sampled!]],
  };
}
