import { blocksOf } from "@evenodds/exporter/internal";
import { expect } from "chai";
import fc from "fast-check";
import { evaluate, ints } from "../support/evaluate.js";

async function cut(count: number, width: number) {
  const { blocks, rows, fillers } = await evaluate((graph) => ({
    ...blocksOf(graph, { count: ints(graph, [count]), width: ints(graph, [width]) }),
  }));
  return { blocks: blocks!.values[0]!, rows: rows!.values[0]!, fillers: fillers!.values[0]! };
}

describe("blocksOf", () => {
  const cases: [string, number, number, { blocks: number; rows: number; fillers: number }][] = [
    ["one block of two fillers for a class without nodes", 0, 8, { blocks: 1, rows: 2, fillers: 2 }],
    ["one block for what fits in it", 100, 16, { blocks: 1, rows: 100, fillers: 0 }],
    ["blocks of the same size: 3,000 rows of 16 in three", 3000, 16, { blocks: 3, rows: 1000, fillers: 0 }],
    ["two rows at a time where one is wider than a block", 5, 100_000, { blocks: 3, rows: 2, fillers: 1 }],
  ];
  for (const [behaviour, count, width, expected] of cases) {
    it(`gives ${behaviour}`, async () => {
      expect(await cut(count, width)).to.deep.equal(expected);
    });
  }

  it("holds every row once, with fewer fillers than rows of a block", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 200_000 }),
        fc.integer({ min: 1, max: 5000 }),
        async (count, width) => {
          const { blocks, rows, fillers } = await cut(count, width);
          expect(blocks * rows).to.equal(count + fillers);
          expect(rows * width).to.be.at.most(Math.max(16_384 + width, 2 * width));
          expect(fillers).to.be.below(count === 0 ? 3 : rows);
        },
      ),
      { numRuns: 60 },
    );
  });
});
