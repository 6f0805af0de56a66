import {
  add,
  cast,
  concat,
  expand,
  less,
  reshape,
  shape,
  squeeze,
  transpose,
  unsqueeze,
} from "@evenodds/exporter/internal";
import { floats, gives, ints } from "../support/evaluate.js";

describe("shaping", () => {
  gives(
    "reads, adds, drops and repeats axes",
    (g) => {
      const data = ints(g, [1, 2], [2, 1]);
      return {
        shape: shape(g, data),
        rows: shape(g, data, { start: 0, end: 1 }),
        squeezed: squeeze(g, data, { axes: [1] }),
        unsqueezed: unsqueeze(g, data, { axes: [0] }),
        expanded: expand(g, { input: data, shape: ints(g, [2, 2]) }),
        joined: concat(g, [data, data], { axis: 1 }),
      };
    },
    {
      shape: [[2], [2, 1]],
      rows: [[1], [2]],
      squeezed: [[2], [1, 2]],
      unsqueezed: [
        [1, 2, 1],
        [1, 2],
      ],
      expanded: [
        [2, 2],
        [1, 1, 2, 2],
      ],
      joined: [
        [2, 2],
        [1, 1, 2, 2],
      ],
    },
  );
  gives(
    "turns axes and lays elements out anew",
    (g) => {
      const data = ints(g, [1, 2, 3, 4, 5, 6], [2, 3]);
      return {
        turned: transpose(g, data, { perm: [1, 0] }),
        anew: reshape(g, data, { shape: [-1, 1, 2] }),
        computed: reshape(g, data, { shape: add(g, { a: ints(g, [1, 2]), b: ints(g, [1, 1]) }) }),
      };
    },
    {
      turned: [
        [3, 2],
        [1, 4, 2, 5, 3, 6],
      ],
      anew: [
        [3, 1, 2],
        [1, 2, 3, 4, 5, 6],
      ],
      computed: [
        [2, 3],
        [1, 2, 3, 4, 5, 6],
      ],
    },
  );
  gives(
    "casts floats by cutting off and truth to 0 and 1",
    (g) => ({
      cut: cast(g, floats(g, [1.9, -1.9]), { to: "int64" }),
      truth: cast(g, less(g, { a: ints(g, [1, 3]), b: ints(g, [2]) }), { to: "int64" }),
    }),
    { cut: [[2], [1, -1]], truth: [[2], [1, 0]] },
  );
});
