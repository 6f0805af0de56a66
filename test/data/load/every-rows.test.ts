import { everyRows } from "@evenodds/data/internal";
import { expect } from "chai";

describe("everyRows", () => {
  it("acts after so many rows, and counts anew from there", async () => {
    let acts = 0;
    const wereRead = everyRows(10, () => Promise.resolve(void acts++));
    const seen: number[] = [];
    for (const rows of [4, 5, 1, 9, 25, 3]) {
      await wereRead(rows);
      seen.push(acts);
    }
    // 4, 9, 10 | 9, 34 | 3.
    expect(seen).to.deep.equal([0, 0, 1, 1, 2, 2]);
  });
});
