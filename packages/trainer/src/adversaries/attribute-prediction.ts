import { binaryCrossEntropy } from "../losses/binary-cross-entropy.js";
import { softCrossEntropy } from "../losses/soft-cross-entropy.js";
import type { Adversary } from "./adversary.js";

/**
 * The discriminator predicts the attribute itself, in one pass without attribute columns. With two levels it has one
 * logit and minimizes the binary cross entropy of A, the classifier that of 1 − A. With more it has one logit per level
 * and minimizes the cross entropy of A, the classifier that of the even distribution over all other levels, which for
 * two levels is the same. It learns from every node whose attribute is known, not from the training nodes alone
 * (official code).
 */
export function attributePrediction({
  levelCount,
  sees,
}: {
  readonly levelCount: number;
  readonly sees: Adversary["sees"];
}): Adversary {
  const outputs = levelCount === 2 ? 1 : levelCount;
  return {
    drawsAttributes: false,
    drawsOrder: false,
    sees,
    outputs,
    learnsFrom: "all",
    blocks: 0,
    shown: () => [[]],
    loss: (side, [logits], { attribute: { code }, nodes }) => {
      const flipped = side === "classifier";
      const { value, gradient } =
        outputs === 1
          ? binaryCrossEntropy(logits!, { target: code, nodes, flipped })
          : softCrossEntropy(logits!, { target: levelTargets(code, { levelCount, flipped }), width: outputs, nodes });
      return { value, gradients: [gradient] };
    },
  };
}

/** `[N, levelCount]`: 1 on the node's level; flipped, an even share on every other. */
function levelTargets(
  code: Int32Array,
  { levelCount, flipped }: { readonly levelCount: number; readonly flipped: boolean },
): Float32Array {
  const [own, other] = flipped ? [0, 1 / (levelCount - 1)] : [1, 0];
  return Float32Array.from({ length: code.length * levelCount }, (_, i) =>
    i % levelCount === code[Math.floor(i / levelCount)] ? own : other,
  );
}
