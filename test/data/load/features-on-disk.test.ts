import { existsSync } from "node:fs";
import { join } from "node:path";
import { withScratchPlace } from "@evenodds/data";
import { featuresOnDisk } from "@evenodds/data/internal";
import { expect } from "chai";

/** So wide that a row is half of what is read at a time. */
const width = 2 ** 16;
const rowOf = (value: number) => new Float32Array(width).fill(value);
const rowsOf = (...values: readonly number[]) =>
  Float32Array.from({ length: width * values.length }, (_, i) => values[Math.floor(i / width)]!);

/** Keeps rows 0 to 4, and hands the keeper to `use`. */
function kept<T>(use: (keeper: ReturnType<typeof featuresOnDisk>, folder: string) => T): Promise<T> {
  return withScratchPlace(async ({ folder: make, own }) => {
    const folder = await make();
    const keeper = featuresOnDisk({ folder, own, rows: 5, width });
    keeper.add(rowsOf(0, 1, 2));
    keeper.add(rowsOf(3, 4));
    return use(keeper, folder);
  });
}

describe("featuresOnDisk", () => {
  it("gives all rows again and again, some at a time", async () => {
    await kept(({ blocks }) => {
      for (let pass = 0; pass < 2; pass++) {
        const rows = [...blocks].map((block) => [block[0]!, block.at(-1)!, block.length / width]);
        expect(rows).to.deep.equal([
          [0, 1, 2],
          [2, 3, 2],
          [4, 4, 1],
        ]);
      }
    });
  });

  it("takes the rows themselves for nodes where they are all nodes in their order", async () => {
    await kept(({ ofNodes }, folder) => {
      const { write, finish } = ofNodes({ rowOfNode: Int32Array.of(0, 1, 2, 3, 4) });
      write(0, rowOf(0));
      const features = finish();
      const read = rowsOf(9, 9);
      features.read(3, read);
      expect([features.rows, features.columns, read[0], read.at(-1)]).to.deep.equal([5, width, 3, 4]);
      expect(existsSync(join(folder, "features"))).to.equal(false);
    });
  });

  it("writes nodes that are fewer or in another order, and lets the rows go", async () => {
    await kept(({ ofNodes }, folder) => {
      const { write, finish } = ofNodes({ rowOfNode: Int32Array.of(4, 0, 2) });
      write(1, rowOf(0));
      write(2, rowOf(2));
      write(0, rowOf(4));
      const features = finish();
      const read = rowsOf(9, 9, 9);
      features.read(0, read);
      expect([features.rows, read[0], read[width], read.at(-1)]).to.deep.equal([3, 4, 0, 2]);
      expect(existsSync(join(folder, "node-rows"))).to.equal(false);
    });
  });
});
