import { lambdaChart, resultChart, type TableRow } from "@evenodds/experiments/internal";
import { expect } from "chai";
import { XMLValidator } from "fast-xml-parser";

const sample = (mean: number) => ({ n: 3, mean, sd: 0.02, sem: 0.01 });
const row = (title: string, gap: number): TableRow => ({
  ...{
    title,
    simple: false,
    paper: null,
    rerun: null,
    bySeed: new Map(),
    failed: 0,
    signedGaps: [],
    differences: null,
  },
  figures: {
    accuracy: sample(0.7),
    diagonalRecallGap: sample(gap),
    demographicParityDifference: sample(0.1),
    noiseFloor: sample(0.2),
  },
  pooled: { groups: [], classes: [], counts: new Float64Array(0) } as unknown as TableRow["pooled"],
});

describe("resultChart", () => {
  it("is a well-formed SVG that names every row, and tells the paper only where there is one", () => {
    const svg = resultChart([row("GCN", 0.25), row("EqGNN & more", 0.22)]);
    expect(XMLValidator.validate(svg)).to.equal(true);
    expect(svg).to.contain("GCN").and.to.contain("EqGNN &amp; more").and.not.to.contain("the paper");
    const withPaper = resultChart([{ ...row("GCN", 0.25), paper: { accuracy: { mean: 70, sem: 1 } } }]);
    expect(withPaper).to.contain("the paper");
  });
});

describe("lambdaChart", () => {
  it("is a well-formed SVG with a panel per graph and a label per λ", () => {
    const points = [0, 0.1, 1].map((lambda) => ({ lambda, row: row(`λ = ${lambda}`, 0.3 - lambda / 10) }));
    const svg = lambdaChart([
      { graph: "one", points },
      { graph: "two", points },
    ]);
    expect(XMLValidator.validate(svg)).to.equal(true);
    expect(svg.match(/λ 0\.1/g)).to.have.length(2);
    expect(svg.match(/<svg/g)).to.have.length(3);
  });
});
