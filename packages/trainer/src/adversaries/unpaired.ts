import { binaryCrossEntropy } from "../losses/binary-cross-entropy.js";
import { realAndFake } from "./real-and-fake.js";
import type { Adversary } from "./adversary.js";

/**
 * The unpaired loss: one pass with A and one with Ã. The discriminator calls A real (1) and Ã fake (0), by binary cross
 * entropy over all 2n entries; the classifier wants the opposite. Source: EqGNN, section 5 ("Unpaired") and its code.
 */
export function unpaired({ hidden }: { readonly hidden: boolean }): Adversary {
  return {
    ...realAndFake({ hidden }),
    loss: (side, [real, fake], { nodes }) => {
      const target = new Uint8Array(real!.length).fill(1);
      const flipped = side === "classifier";
      const ofReal = binaryCrossEntropy(real!, { target, nodes, flipped });
      const ofFake = binaryCrossEntropy(fake!, { target, nodes, flipped: !flipped });
      return {
        value: (ofReal.value + ofFake.value) / 2,
        gradients: [ofReal, ofFake].map(({ gradient }) => gradient.map((g) => g / 2)),
      };
    },
  };
}
