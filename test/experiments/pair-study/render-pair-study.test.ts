import { pairStudyChart, renderPairStudy } from "@evenodds/experiments/internal";
import { expect } from "chai";
import { measuredStudy } from "./measured-study.js";

describe("renderPairStudy", () => {
  const lines = (text: string) => text.split("\n");

  it("puts |t| or accuracy beside every p, in a column for each n, with the paper's p", () => {
    const text = lines(renderPairStudy(measuredStudy()));
    expect(text).to.include(
      "| Test | n = 10,000: \\|t\\| or accuracy | mean p | n = 300: \\|t\\| or accuracy | mean p | paper's p |",
    );
    expect(text).to.include(
      "| T-test | \\|t\\| 7.00 (6.50 to 7.50) | 2.0e-11 | \\|t\\| 1.00 (0.50 to 1.50) | 0.300 | 0.24 |",
    );
    expect(text).to.include("| Paired T-test | \\|t\\| no spread | 0 | \\|t\\| no spread | 0 | 0 |");
    expect(text).to.include(
      "| Permutation, MLP(16) | accuracy 0.9999 (0.9998 to 1.0000) | 0 | accuracy 0.9900 (0.9800 to 1.0000) | 1.0e-40 | – |",
    );
  });

  it("lists every run", () => {
    const text = lines(renderPairStudy(measuredStudy()));
    expect(text).to.include("| Test | n | seed 0 | seed 1 |");
    expect(text).to.include("| T-test | 10,000 | 6.50, p 3.0e-11 | 7.50, p 1.0e-11 |");
    expect(text).to.include("| Paired T-test | 300 | no spread, p 0 | no spread, p 0 |");
  });

  it("says that the linear classifier fails on the rotation, why, and by which figures", () => {
    const text = renderPairStudy(measuredStudy());
    expect(text).to.match(
      /linear permutation classifier fails on the rotation\*\*.*mean zero.*weights 0 are its optimum/,
    );
    expect(text).to.include(
      "without a bias accuracy 0.5000 (0.4900 to 0.5100), mean p 0.500, p below 0.05 in 0 of 2 runs",
    );
    expect(text).to.include("with one accuracy 0.5200 (0.4500 to 0.5900), mean p 0.400, p below 0.05 in 1 of 2 runs");
  });

  it("says that the paper's shift column is not reproducible, where it was tried and is not", () => {
    const study = measuredStudy();
    const claim = /Shift column \(T-test 0.24, C2ST 0.5\) is not reproducible with standard p-values at n = 10,000/;
    expect(renderPairStudy(study)).to.match(claim);
    expect(renderPairStudy(study)).to.include("an error rate in place of p (C2ST 0.48, permutation 0)");
    expect(renderPairStudy(study)).to.include("(n = 300: T-test mean p 0.300, C2ST 0.450)");
    const agreeing = study.rows.map((row) => (row.test === "t-test" ? { ...row, meanPValue: 0.24 } : row));
    expect(renderPairStudy({ ...study, rows: agreeing })).not.to.match(/not reproducible/);
    const few = { ...study, n: [300], rows: study.rows.filter(({ n }) => n === 300) };
    expect(renderPairStudy(few)).not.to.match(/not reproducible/);
  });

  it("states the rules and shows the chart where it is told its place", () => {
    const text = renderPairStudy(measuredStudy(), { chart: "figures/pairs.svg" });
    expect(text).to.include("](figures/pairs.svg)");
    expect(renderPairStudy(measuredStudy())).not.to.include("![");
    expect(text).to.match(/Fixed before the first run:\n\n- T-test: .*two-sided/);
    expect(text).to.match(/at most a millionth of their mean.*p = 0/);
    expect(text).to.match(/one-sided, exact binomial/);
  });

  it("has no number that is none, and the same bytes each time", () => {
    const text = renderPairStudy(measuredStudy());
    expect(text).not.to.match(/NaN|Infinity|null|p undefined/);
    expect(renderPairStudy(measuredStudy())).to.equal(text);
  });
});

describe("pairStudyChart", () => {
  const count = (svg: string, pattern: RegExp) => svg.match(pattern)?.length ?? 0;

  it("is an SVG file of its own, with a dot for every run, the same bytes each time", () => {
    const study = measuredStudy();
    const svg = pairStudyChart(study);
    expect(svg).to.match(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
    expect(count(svg, /<circle/g)).to.equal(study.rows.length * 2);
    expect(svg).not.to.match(/NaN|Infinity|var\(--(?!plot)/);
    expect(pairStudyChart(measuredStudy())).to.equal(svg);
  });

  it("names tests, data and sizes, and the paper only where its n is shown", () => {
    const study = measuredStudy();
    const svg = pairStudyChart(study);
    for (const name of ["Permutation, MLP(16)", "Paired T-test", "Shift", "Rotation", "n = 10,000", "n = 300"]) {
      expect(svg).to.include(`>${name}<`);
    }
    expect(svg).to.include("the paper");
    const few = { ...study, n: [300], rows: study.rows.filter(({ n }) => n === 300) };
    expect(pairStudyChart(few)).not.to.include("the paper");
  });

  it("leaves out a p that does not exist", () => {
    const study = measuredStudy();
    const rows = study.rows.map((row, i) =>
      i > 0 ? row : { ...row, meanPValue: null, runs: row.runs.map((run) => ({ ...run, pValue: null })) },
    );
    expect(count(pairStudyChart({ ...study, rows }), /<circle/g)).to.equal(study.rows.length * 2 - 2);
  });
});
