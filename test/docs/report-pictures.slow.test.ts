import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { renderHtml } from "@evenodds/auditor/html";
import { expect } from "chai";
import { auditModel } from "evenodds";
import { PNG } from "pngjs";
import { photograph, requireChromium } from "../support/chromium.js";
import { root } from "./support/pages.js";

const asIs = (page: string) => page;
const pictures = {
  report: { show: asIs, width: 1000, height: 1535 },
  "report-dark": {
    show: (page: string) => page.replace("@media (prefers-color-scheme: dark)", "@media all"),
    ...{ width: 1000, height: 900 },
  },
  "report-narrow": { show: asIs, width: 500, height: 900 },
  "report-print": { show: (page: string) => page.replace("@media print", "@media all"), width: 800, height: 900 },
} as const;

/** Pixels along a side of the squares that are compared: fonts may be drawn a little differently. */
const side = 20;

/** The share of squares whose mean colour differs by more than a tenth. */
function difference(a: PNG, b: PNG): number {
  const [columns, lines] = [Math.ceil(a.width / side), Math.ceil(a.height / side)];
  const sums = new Float64Array(columns * lines);
  for (let y = 0; y < a.height; y++) {
    for (let x = 0; x < a.width; x++) {
      const at = 4 * (y * a.width + x);
      const square = Math.floor(y / side) * columns + Math.floor(x / side);
      for (let c = 0; c < 3; c++) sums[square]! += a.data[at + c]! - b.data[at + c]!;
    }
  }
  return sums.filter((sum) => Math.abs(sum) > 25.5 * 3 * side * side).length / sums.length;
}

describe("pictures of a report under docs/images", function () {
  this.timeout(120_000);
  let chromium: string;
  let page: string;

  before(async function () {
    chromium = requireChromium(this);
    const options = { split: "test", maxGap: 0.25 } as const;
    const report = await auditModel(join(root, "models/nba-eqgnn/model.onnx"), join(root, "samples/nba"), options);
    page = renderHtml(report);
  });

  for (const [name, { show, ...size }] of Object.entries(pictures)) {
    const path = join(root, `docs/images/${name}.png`);

    // UPDATE_FIXTURES=1 npx mocha test/docs/report-pictures.slow.test.ts takes them anew.
    it(`${name}.png is what Chromium shows, but for how it draws letters`, () => {
      const taken = photograph(chromium, show(page), size);
      if (process.env.UPDATE_FIXTURES) writeFileSync(path, taken);
      const [kept, shown] = [PNG.sync.read(readFileSync(path)), PNG.sync.read(taken)];
      expect([shown.width, shown.height]).to.deep.equal([kept.width, kept.height]);
      expect(difference(kept, shown)).to.be.below(0.01);
    });
  }

  it("differ from each other by more than is allowed", () => {
    const read = (name: string) => PNG.sync.read(readFileSync(join(root, `docs/images/${name}.png`)));
    const light = new PNG({ width: 1000, height: 900 });
    PNG.bitblt(read("report"), light, 0, 0, 1000, 900, 0, 0);
    expect(difference(light, read("report-dark"))).to.be.above(0.5);
  });
});
