import * as tf from "@tensorflow/tfjs-core";
import type { DropoutMask, Engine } from "../engines/engine.js";
import { withGradient } from "./with-gradient.js";

/**
 * `max(x, 0)` for `x [N, H]`, followed by dropout where there is a mask. The gradient is taken from the result: neither
 * x nor the mask is kept for it.
 */
export function relu(
  x: tf.Tensor2D,
  { engine, mask }: { readonly engine: Engine; readonly mask?: DropoutMask | undefined },
): tf.Tensor2D {
  return withGradient([x], (save) => {
    const value = mask === undefined ? tf.relu(x) : engine.reluDropout(x, mask);
    save([value]);
    return {
      value,
      gradFunc: (dy, saved) => {
        const y = saved[0] as tf.Tensor2D;
        return mask === undefined ? engine.reluGradient(dy, y) : engine.reluDropoutGradient(dy, y, mask.scale);
      },
    };
  });
}
