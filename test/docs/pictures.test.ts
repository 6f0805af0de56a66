import { writeFileSync } from "node:fs";
import { expect } from "chai";
import { noiseFloorPicture } from "./support/noise-floor-picture.js";
import { readPage } from "./support/pages.js";

const path = "docs/images/noise-floor.svg";

describe(path, () => {
  // UPDATE_FIXTURES=1 npx mocha test/docs/pictures.test.ts draws it anew.
  if (process.env.UPDATE_FIXTURES) writeFileSync(path, noiseFloorPicture());

  it("is what its figures draw", () => {
    expect(readPage(path)).to.equal(noiseFloorPicture());
  });

  it("has bars whose heights are shares of all deals: together 100 %", () => {
    const bars = [...noiseFloorPicture().matchAll(/width="44.0" height="([\d.]+)"/g)].map(([, height]) =>
      Number(height),
    );
    expect(bars.reduce((sum, height) => sum + height) / 480).to.be.closeTo(1, 0.02);
  });
});
