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
