import { add, div, exp, max, min, mul, reciprocal, sqrt, sub } from "@evenodds/exporter/internal";
import { floats, gives } from "../support/evaluate.js";

describe("elementwise operators", () => {
  gives(
    "compute per element and broadcast from the last axis",
    (g) => {
      const a = floats(g, [4, 9], [1, 2]);
      const b = floats(g, [2]);
      return {
        ...{ add: add(g, { a, b }), sub: sub(g, { a, b }), mul: mul(g, { a, b }), div: div(g, { a, b }) },
        max: max(g, { a, b: floats(g, [5]) }),
        min: min(g, { a, b: floats(g, [5]) }),
      };
    },
    {
      add: [
        [1, 2],
        [6, 11],
      ],
      sub: [
        [1, 2],
        [2, 7],
      ],
      mul: [
        [1, 2],
        [8, 18],
      ],
      div: [
        [1, 2],
        [2, 4.5],
      ],
      max: [
        [1, 2],
        [5, 9],
      ],
      min: [
        [1, 2],
        [4, 5],
      ],
    },
  );
  gives(
    "of one operand",
    (g) => {
      const x = floats(g, [4, 0.25]);
      return { sqrt: sqrt(g, x), reciprocal: reciprocal(g, x), exp: exp(g, floats(g, [0, -Infinity])) };
    },
    { sqrt: [[2], [2, 0.5]], reciprocal: [[2], [0.25, 4]], exp: [[2], [1, 0]] },
  );
});
