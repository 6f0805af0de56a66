import { expand, reshape, squeeze, transpose, unsqueeze } from "@evenodds/exporter/internal";
import { accepts, refuses } from "../hand-graph.js";

describe("checks of operators that change shapes", () => {
  refuses([
    [
      "an Expand to sizes that do not broadcast",
      (graph, { x, i }) => expand(graph, { input: x, shape: i([5, 4]) }),
      /node "Expand_0": expected shapes that broadcast, found \[N, 3\] and \[5, 4\]/,
    ],
    [
      "an Expand to a scalar",
      (graph, { x, i }) => expand(graph, { input: x, shape: i([4], []) }),
      /shape of node "Expand_0": expected a tensor of rank 1, found rank 0/,
    ],
    [
      "a Reshape to another number of elements",
      (graph, { f }) => reshape(graph, f(2, 3), { shape: [4] }),
      /shape of node "Reshape_0": expected a shape for the 6 elements of \[2, 3\], found \[4\]/,
    ],
    [
      "a Reshape whose rest is not a whole number",
      (graph, { f }) => reshape(graph, f(2, 3), { shape: [-1, 4] }),
      /shape of node "Reshape_0": expected a shape for the 6 elements of \[2, 3\], found \[-1, 4\]/,
    ],
    [
      "a Reshape with two rests",
      (graph, { x }) => reshape(graph, x, { shape: [-1, -1] }),
      /shape of node "Reshape_0": expected at most one -1, found \[-1, -1\]/,
    ],
    [
      "a Reshape to a size below 0",
      (graph, { x }) => reshape(graph, x, { shape: [-2, 3] }),
      /shape of node "Reshape_0": expected sizes from 0, or -1, found \[-2, 3\]/,
    ],
    [
      "a Reshape that keeps a size that is not there",
      (graph, { x }) => reshape(graph, x, { shape: [0, 3, 0] }),
      /shape of node "Reshape_0": expected 0 in the place of one of 2 axes alone, found \[0, 3, 0\]/,
    ],
    [
      "a Squeeze of more than one entry",
      (graph, { x }) => squeeze(graph, x, { axes: [1] }),
      /node "Squeeze_0": expected size 1 along axis 1, found \[N, 3\]/,
    ],
    [
      "a Squeeze of an axis that is not there",
      (graph, { x }) => squeeze(graph, x, { axes: [2] }),
      /axes of node "Squeeze_0": expected a number from -2 to 1, found 2/,
    ],
    [
      "an Unsqueeze behind the last place",
      (graph, { x }) => unsqueeze(graph, x, { axes: [3] }),
      /axes of node "Unsqueeze_0": expected a number from -3 to 2, found 3/,
    ],
    [
      "an Unsqueeze to one place twice",
      (graph, { x }) => unsqueeze(graph, x, { axes: [0, 0] }),
      /axes of node "Unsqueeze_0": expected each once, found \[0, 0\]/,
    ],
    [
      "a perm of too many axes",
      (graph, { x }) => transpose(graph, x, { perm: [0, 1, 2] }),
      /attribute "perm" of node "Transpose_0": expected each of 0 to 1 once, found \[0, 1, 2\]/,
    ],
  ]);

  accepts([
    ["a Squeeze of an axis that is open", (graph, { x }) => squeeze(graph, x, { axes: [0] })],
    ["a Reshape of elements that are open in number", (graph, { x }) => reshape(graph, x, { shape: [7, -1] })],
    ["a Reshape of nothing", (graph, { f }) => reshape(graph, f(0, 3), { shape: [-1, 4] })],
  ]);
});
