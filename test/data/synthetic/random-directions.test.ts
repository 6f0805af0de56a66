import { Random } from "@evenodds/core";
import { randomDirections } from "@evenodds/data/internal";
import { expect } from "chai";

describe("randomDirections", () => {
  it("scales each row of normal numbers to its length, to the last bit as Math.hypot measures it", () => {
    for (let seed = 0; seed < 200; seed++) {
      const width = 1 + (seed % 40);
      const drawn = Random.of(seed, "directions");
      const normal = Float64Array.from({ length: width }, () => drawn.normal());
      const scale = 3 / Math.hypot(...normal);
      const found = randomDirections(Random.of(seed, "directions"), { count: 1, width, length: 3 });
      expect(found).to.deep.equal(normal.map((value) => value * scale));
    }
  });

  it("has as many columns as are asked for", () => {
    const row = randomDirections(Random.of(1, "directions"), { count: 1, width: 300_000, length: 1 });
    expect(Math.sqrt(row.reduce((sum, value) => sum + value * value, 0))).to.be.closeTo(1, 1e-12);
  });
});
