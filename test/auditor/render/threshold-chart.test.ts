import { thresholdChart } from "@evenodds/auditor/internal";
import { expect } from "chai";

const point = (threshold: number, gap: number | null) =>
  ({ threshold, gap, status: gap === null ? "undefined" : "estimated", accuracy: 0.5 }) as const;
const pathsOf = (svg: string) => [...svg.matchAll(/<path[^>]* d="([^"]*)"/g)].map(([, path]) => path!);

describe("thresholdChart", () => {
  it("draws gap and accuracy with the limit", () => {
    const svg = thresholdChart([point(0, 0), point(0.5, 0.4), point(1, 0.1)], { limit: 0.25 });
    for (const part of [">gap<", ">accuracy<", ">limit 0.25<", ">threshold<"]) expect(svg).to.include(part);
    expect(svg).not.to.match(/NaN|Infinity|undefined/);
  });

  it("marks the threshold in use, and points to one beyond the curve", () => {
    const curve = [point(0, 0), point(0.5, 0.4), point(1, 0.1)];
    const at = (threshold: number | null) => thresholdChart(curve, { limit: null, threshold });
    const rule = (svg: string) => /stroke="var\(--ink\)"[^>]*><line[^>]* x1="([\d.]+)"/.exec(svg)?.[1];
    expect(at(0.5)).to.include(">in use: 0.5<");
    // The frame lies between margins of 44 and 82 of 520.
    expect([0, 0.5, 1].map((threshold) => Number(rule(at(threshold))))).to.deep.equal([44, 241, 438]);
    expect(at(-2)).to.include(">← in use: -2<");
    expect(at(7)).to.include(">in use: 7 →<");
    expect([rule(at(-2)), rule(at(7))].map(Number)).to.deep.equal([44, 438]);
    expect(at(null)).not.to.include("in use");
    expect(at(null)).to.equal(thresholdChart(curve, { limit: null }));
  });

  it("keeps the names of lines apart that end together", () => {
    for (const value of [0, 0.25, 1]) {
      const curve = [point(0, 0), { ...point(1, value), accuracy: value }];
      const svg = thresholdChart(curve, { limit: value });
      const at = (name: string) => Number(new RegExp(`translate\\(438,([\\d.]+)\\)"[^>]*>${name}<`).exec(svg)?.[1]);
      const heights = [`limit ${value}`, "gap", "accuracy"].map(at).sort((a, b) => a - b);
      expect(heights[1]! - heights[0]!).to.be.at.least(15.9);
      expect(heights[2]! - heights[1]!).to.be.at.least(15.9);
      // The frame is 200 high, from 14 on.
      expect(heights[0]).to.be.at.least(14);
      expect(heights[2]).to.be.at.most(214);
    }
  });

  it("writes the threshold in use above its line, beside it at the ends", () => {
    const anchor = (threshold: number) =>
      /text-anchor="(\w+)"[^>]*><text[^>]*>[^<]*in use/.exec(
        thresholdChart([point(0, 0), point(1, 0.1)], { limit: null, threshold }),
      )?.[1];
    expect([0, 0.1, 1, 7].map(anchor)).to.deep.equal(["start", "start", "end", "end"]);
    const svg = thresholdChart([point(0, 0), point(1, 0.1)], { limit: null, threshold: 0.5 });
    // The line starts at 26; the text ends five pixels higher, or a half less, as Plot draws under Mocha.
    expect(svg).to.match(/translate\(241,26\)">in use: 0.5</);
    expect(svg).to.match(/transform="translate\(0(?:\.5)?,-(?:5|4\.5)\)"/);
  });

  it("leaves a hole where the gap is undefined, and hollow dots where cells were left out", () => {
    const curve = [
      point(0, 0),
      point(1, 0.1),
      point(2, null),
      point(3, 0.2),
      { ...point(4, 0.3), status: "partial" as const },
    ];
    const svg = thresholdChart(curve, { limit: null });
    // The line of the gap starts twice.
    expect(pathsOf(svg).map((path) => path.match(/M/g)?.length)).to.include(2);
    expect(svg.match(/<circle/g)).to.have.length(1);
    expect(svg).not.to.match(/NaN|limit/);
  });

  it("says so where the gap is undefined everywhere", () => {
    expect(thresholdChart([point(0, null), point(1, null)], { limit: null })).to.include(
      "undefined at every threshold",
    );
  });
});
