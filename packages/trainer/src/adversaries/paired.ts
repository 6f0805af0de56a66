import { sigmoid } from "../losses/sigmoid.js";
import { realAndFake } from "./real-and-fake.js";
import type { Adversary } from "./adversary.js";

/**
 * The paired loss: one pass with A and one with Ã; the discriminator minimizes `−mean(σ(real) − σ(fake))` over the
 * nodes, the classifier the same with a plus. Not the absolute difference, which the paper found to work badly. Source:
 * EqGNN, section 5 ("Paired") and its code.
 */
export function paired({ hidden }: { readonly hidden: boolean }): Adversary {
  return {
    ...realAndFake({ hidden }),
    loss: (side, [real, fake], { nodes }) => {
      const sign = side === "classifier" ? 1 : -1;
      const gradients = [new Float32Array(real!.length), new Float32Array(fake!.length)] as const;
      let value = 0;
      for (const node of nodes) {
        const ofReal = sigmoid(real![node]!);
        const ofFake = sigmoid(fake![node]!);
        value += (sign * (ofReal - ofFake)) / nodes.length;
        gradients[0][node] = (sign * ofReal * (1 - ofReal)) / nodes.length;
        gradients[1][node] = (-sign * ofFake * (1 - ofFake)) / nodes.length;
      }
      return { value, gradients };
    },
  };
}
