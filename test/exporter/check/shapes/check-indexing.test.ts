import { concat, gather, scatterElements, slice, topK } from "@evenodds/exporter/internal";
import { accepts, refuses } from "../hand-graph.js";

describe("checks of operators that pick entries", () => {
  refuses([
    [
      "inputs of Concat of two ranks",
      (graph, { x, f }) => concat(graph, [x, f(3)], { axis: 0 }),
      /node "Concat_0": expected inputs of one rank, found \[N, 3\] and \[3\]/,
    ],
    [
      "inputs of Concat of two widths",
      (graph, { x, f }) => concat(graph, [x, f(1, 4)], { axis: 0 }),
      /node "Concat_0": expected inputs of one size along axis 1, found \[N, 3\] and \[1, 4\]/,
    ],
    [
      "an entry of a scalar",
      (graph, { f, i }) => gather(graph, { data: f(), indices: i([0]) }),
      /axis of node "Gather_0": expected none, of a scalar, found 0/,
    ],
    [
      "an index behind the last entry",
      (graph, { x, i }) => gather(graph, { data: x, indices: i([0, 3]) }, { axis: 1 }),
      /indices of node "Gather_0": expected numbers from -3 to 2, found 3/,
    ],
    [
      "indices of fewer axes than the data",
      (graph, { x, i, f }) => scatterElements(graph, { data: x, indices: i([0]), updates: f(1) }),
      /indices of node "ScatterElements_0": expected 2 axes, as data \[N, 3\], found \[1\]/,
    ],
    [
      "updates of another size than indices",
      (graph, { x, i, f }) => scatterElements(graph, { data: x, indices: i([0, 0], [1, 2]), updates: f(1, 3) }),
      /updates of node "ScatterElements_0": expected the shape of indices, \[1, 2\], found \[1, 3\]/,
    ],
    [
      "a scatter along an axis that is not there",
      (graph, { x, i, f }) =>
        scatterElements(graph, { data: x, indices: i([0], [1, 1]), updates: f(1, 1) }, { axis: -3 }),
      /axis of node "ScatterElements_0": expected a number from -2 to 1, found -3/,
    ],
    [
      "a slice along an axis that is not there",
      (graph, { x }) => slice(graph, x, { start: 0, axis: 2 }),
      /axes of node "Slice_0": expected a number from -2 to 1, found 2/,
    ],
    [
      "bounds of two lengths",
      (graph, { x, i }) => graph.node("Slice", { inputs: [x, i([0, 0]), i([1])], outputs: ["float32"] }),
      /ends of node "Slice_0": expected 2 numbers, as starts, found 1/,
    ],
    [
      "bounds that are no list",
      (graph, { x, i }) => graph.node("Slice", { inputs: [x, i([0], []), i([1])], outputs: ["float32"] }),
      /starts of node "Slice_0": expected a tensor of rank 1, found rank 0/,
    ],
    [
      "a k that is a scalar",
      (graph, { x, i }) => topK(graph, { x, k: i([1], []) }).values,
      /k of node "TopK_0": expected one number in a tensor of rank 1, found \[\]/,
    ],
    [
      "a k above what is there",
      (graph, { x, i }) => topK(graph, { x, k: i([4]) }).values,
      /k of node "TopK_0": expected at most 3, found 4/,
    ],
  ]);

  accepts([
    [
      "a scatter of as many indices as are open",
      (graph, { x, f, arcs }) => scatterElements(graph, { data: x, indices: arcs, updates: f(2, 5) }),
    ],
    ["a k that may be above what is there", (graph, { x, i }) => topK(graph, { x, k: i([9]) }, { axis: 0 }).values],
    ["an index into an axis that is open", (graph, { x, i }) => gather(graph, { data: x, indices: i([99]) })],
  ]);
});
