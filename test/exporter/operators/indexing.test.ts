import { gather, greater, nonZero, scatterElements, slice, topK } from "@evenodds/exporter/internal";
import { floats, gives, ints } from "../support/evaluate.js";

describe("indexing", () => {
  gives(
    "gathers along an axis, which a scalar index drops",
    (g) => {
      const data = ints(g, [1, 2, 3, 4], [2, 2]);
      return {
        rows: gather(g, { data, indices: ints(g, [1, 1]) }),
        column: gather(g, { data, indices: ints(g, [0], []) }, { axis: 1 }),
      };
    },
    {
      rows: [
        [2, 2],
        [3, 4, 3, 4],
      ],
      column: [[2], [1, 3]],
    },
  );
  gives(
    "scatters by replacing, or by adding as often as an index occurs",
    (g) => ({
      replaced: scatterElements(g, { data: ints(g, [9, 9, 9]), indices: ints(g, [2]), updates: ints(g, [1]) }),
      added: scatterElements(
        g,
        { data: floats(g, [0, 0]), indices: ints(g, [1, 1]), updates: floats(g, [1, 2]) },
        { reduction: "add" },
      ),
    }),
    { replaced: [[3], [9, 9, 1]], added: [[2], [0, 3]] },
  );
  gives(
    "slices to the end by default",
    (g) => ({
      tail: slice(g, ints(g, [1, 2, 3]), { start: 1 }),
      head: slice(g, ints(g, [1, 2, 3]), { start: 0, end: -1 }),
      nothing: slice(g, ints(g, []), { start: 1 }),
    }),
    { tail: [[2], [2, 3]], head: [[2], [1, 2]], nothing: [[0], []] },
  );
  gives("finds what holds", (g) => ({ held: nonZero(g, greater(g, { a: ints(g, [1, 5, 6]), b: ints(g, [3]) })) }), {
    held: [
      [1, 2],
      [1, 2],
    ],
  });
  gives(
    "sorts with topK, equal elements in their order",
    (g) => ({ ...topK(g, { x: ints(g, [2, 1, 2, 1]), k: ints(g, [4]) }, { axis: 0, largest: 0 }) }),
    { values: [[4], [1, 1, 2, 2]], indices: [[4], [1, 3, 0, 2]] },
  );
});
