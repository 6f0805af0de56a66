import { paretoChart, summarizeSweep } from "@evenodds/experiments";
import { paretoFront, placeLabels } from "@evenodds/experiments/internal";
import { expect } from "chai";
import fc from "fast-check";
import { madeFailure, madeRun, partOf, twoSettings } from "./made-records.js";

describe("paretoFront", () => {
  it("has the points that none beats, by x", () => {
    const [a, b, c, d] = [
      { x: 1, y: 5 },
      { x: 3, y: 3 },
      { x: 2, y: 2 },
      { x: 4, y: 1 },
    ] as const;
    expect(paretoFront([d, c, b, a])).to.deep.equal([a, b, d]);
    // As good in one figure and better in the other.
    expect(
      paretoFront([
        { x: 1, y: 1 },
        { x: 1, y: 2 },
      ]),
    ).to.deep.equal([{ x: 1, y: 2 }]);
    expect(paretoFront([])).to.deep.equal([]);
  });

  it("falls in y as x grows, and covers every point", () => {
    const point = fc.record({ x: fc.integer({ min: 0, max: 9 }), y: fc.integer({ min: 0, max: 9 }) });
    fc.assert(
      fc.property(fc.array(point, { minLength: 1 }), (points) => {
        const front = paretoFront(points);
        for (const [i, { x, y }] of front.slice(1).entries()) {
          expect(x === front[i]!.x ? y === front[i]!.y : x > front[i]!.x && y < front[i]!.y).to.equal(true);
        }
        for (const one of points) expect(front.some(({ x, y }) => x >= one.x && y >= one.y)).to.equal(true);
      }),
    );
  });
});

describe("placeLabels", () => {
  it("keeps labels of close points apart, and within the frame", () => {
    const frame = { left: 0, right: 300, top: 0, bottom: 200 };
    const points = [0, 3, 6, 9].map((shift) => ({ x: 290 - shift, y: 5 + shift, text: "λ 0.1", barX: 4, barY: 4 }));
    const boxes = placeLabels(points, { frame, line: [] }).map(({ dx, dy, anchor }, i) => {
      const width = 5 * 6.4;
      const left = points[i]!.x + dx - (anchor === "start" ? 0 : anchor === "end" ? width : width / 2);
      return { left, right: left + width, top: points[i]!.y + dy - 6.5, bottom: points[i]!.y + dy + 6.5 };
    });
    for (const [i, box] of boxes.entries()) {
      expect(box.right).to.be.at.most(frame.right);
      expect(box.top).to.be.at.least(frame.top);
      for (const other of boxes.slice(i + 1)) {
        const apart =
          box.right <= other.left || other.right <= box.left || box.bottom <= other.top || other.bottom <= box.top;
        expect(apart, `label ${i}`).to.equal(true);
      }
    }
  });
});

describe("paretoChart", () => {
  const texts = (svg: string) => [...svg.matchAll(/>([^<>]+)<\/text>/g)].map((match) => match[1]!.trim());

  it("has a point and a label for every setting, and says what the axes are", () => {
    const svg = paretoChart(summarizeSweep(twoSettings()));
    expect(svg).to.match(/^<svg [^>]*xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
    expect(svg.match(/<circle/g)).to.have.length(2);
    expect(texts(svg)).to.include.members(["gcn", "λ 1", "ΔEO, % (smaller is better)", "↑ accuracy, %", "○ eqgnn"]);
    expect(svg).to.include('aria-label="accuracy, % against ΔEO, % of 2 settings');
    expect(svg).to.not.match(/NaN|Infinity|undefined/);
    expect(paretoChart(summarizeSweep(twoSettings()))).to.equal(svg);
  });

  it("numbers the settings where there are many", () => {
    const records = Array.from({ length: 13 }, (_, i) =>
      madeRun({ method: "eqgnn", lambda: i + 1, seed: 1 }, { test: partOf([i % 10, 5, 5, (3 * i) % 10]) }),
    );
    const svg = paretoChart(summarizeSweep(records));
    expect(texts(svg)).to.include.members(["1", "7", "13"]).and.not.include("λ 7");
  });

  it("says so where there is nothing to draw", () => {
    const svg = paretoChart(summarizeSweep([madeFailure({ method: "gcn", seed: 1 })]));
    expect(texts(svg)).to.deep.equal(["No setting has both ΔEO, % and accuracy, %."]);
  });
});
