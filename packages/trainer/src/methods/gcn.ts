import type { Method } from "./method.js";

/** The label alone, λ = 0: the baseline of whatever backbone. */
export const gcn: Method = {
  name: "gcn",
  adversary: () => null,
  discriminator: () => [],
};
