import { elu, leakyRelu, relu, softmax } from "@evenodds/exporter/internal";
import { floats, gives } from "../support/evaluate.js";

describe("activations", () => {
  gives(
    "compute per element",
    (g) => {
      const x = floats(g, [-2, 0, 2]);
      return { relu: relu(g, x), leaky: leakyRelu(g, x, { alpha: 0.25 }), elu: elu(g, floats(g, [-Infinity, 0, 2])) };
    },
    { relu: [[3], [0, 0, 2]], leaky: [[3], [-0.5, 0, 2]], elu: [[3], [-1, 0, 2]] },
  );
  gives(
    "softmax gives shares along an axis, the last one by default",
    (g) => {
      const x = floats(g, [0, 0, 1, 1], [2, 2]);
      return { rows: softmax(g, x), columns: softmax(g, floats(g, [5, 1, 5, 1], [2, 2]), { axis: 0 }) };
    },
    {
      rows: [
        [2, 2],
        [0.5, 0.5, 0.5, 0.5],
      ],
      columns: [
        [2, 2],
        [0.5, 0.5, 0.5, 0.5],
      ],
    },
  );
});
