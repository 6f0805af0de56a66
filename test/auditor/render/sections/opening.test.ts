import { auditOutcomes } from "@evenodds/auditor";
import { chanceSentence, openingSentences } from "@evenodds/auditor/internal";
import { expect } from "chai";
import { countsOf, creditReport, reportOf } from "../../../support/audit-reports.js";

const sentences = (report: Parameters<typeof openingSentences>[0]) => openingSentences(report);

describe("openingSentences", () => {
  it("say who is behind the verdict with label and rates, how sure that is, and how many rows would decide", () => {
    // Right: female 42/60 and 75/120, male 60/100 and 192/240. Weights 37.5 and 80: (3.75 − 14) / 117.5 = −0.087.
    const [who, sure, next] = sentences(creditReport());
    expect(who).to.match(
      /^Group "female" of gender is predicted right less often than all others with the same label, by 0\.087 \(95 % interval 0\.003 to 0\.172\), furthest for label "good": 0\.625 \(75 of 120\) against 0\.800 \(192 of 240\)\.$/,
    );
    expect(sure).to.match(
      /^This is unlikely to be chance \(p = 0\.00\d\): if gender played no part given the true label,/,
    );
    expect(sure).to.match(/The largest true difference lies between 0\.063 and 0\.289 \(95 %\)\.$/);
    expect(next).to.match(
      /^By the evidence rule the answer is still open\. .*smallest cell \(now 60\), to say violated\./,
    );
  });

  it("name the cell that lacks rows, once, and how many it has", () => {
    const half = [
      [9, 1],
      [1, 9],
    ];
    const small = [
      [9, 1],
      [1, 3],
    ];
    const report = reportOf(countsOf(["low", "high"], { here: half, overseas: small }), { settings: { maxGap: 0.3 } });
    const next = sentences(report)[2]!;
    expect(next).to.match(/^Too few rows to compare 1 of 4 cells: "overseas" with label "high" \(4 of 5\)\./);
  });

  it("say that nobody knows whether the model was trained on these rows, only where that is so", () => {
    const half = [
      [9, 1],
      [1, 9],
    ];
    const counts = countsOf(["n", "y"], { a: half, b: half });
    expect(sentences(reportOf(counts)).at(-1)).to.include("was trained on these rows is not known");
    expect(sentences(reportOf(counts, { trainingNodes: 0 })).at(-1)).not.to.include("trained");
  });

  it("name the largest pair where no group stands out, and say that it may be chance", () => {
    const counts = countsOf(["n", "y"], {
      a: [
        [9, 1],
        [2, 8],
      ],
      b: [
        [8, 2],
        [1, 9],
      ],
    });
    const [who, sure] = sentences(reportOf(counts));
    expect(who).to.match(/^The largest difference is 0\.100: for true label "n", prediction/);
    expect(who).to.match(/No group of \w+ stands out from all others\.$/);
    expect(sure).to.match(/^This may be chance/);
  });

  it("say that nothing differs where nothing does", () => {
    const half = [
      [9, 1],
      [1, 9],
    ];
    expect(sentences(reportOf(countsOf(["n", "y"], { a: half, b: half })))[0]).to.match(
      /^All compared groups of \w+ have/,
    );
  });

  it("say that it cannot be told where the test was not run", () => {
    const report = creditReport({ settings: { draws: 0 } });
    expect(sentences(report)[1]).to.match(/^Whether this is chance cannot be told: the test was switched off/);
  });

  it("are about the attribute of the gate that made the verdict, else about the surest one", () => {
    const half = [
      [9, 1],
      [1, 9],
    ];
    const apart = [
      [90, 10],
      [50, 50],
    ];
    const near = [
      [90, 10],
      [10, 90],
    ];
    const attributes = [
      { name: "calm", outcomes: countsOf(["n", "y"], { a: half, b: half }) },
      { name: "torn", outcomes: countsOf(["n", "y"], { c: apart, d: near }) },
    ];
    const audit = (settings: { maxGap?: number }) => auditOutcomes({ attributes, version: "1", settings });
    expect(sentences(audit({}))[0]).to.match(/^Group "c" of torn/);
    expect(sentences(audit({}))[1]).to.match(/adjusted for 2 attributes\)/);
    expect(sentences(audit({ maxGap: 0.1 }))[0]).to.match(/^Group "c" of torn/);
    expect(sentences(audit({ maxGap: 0.9 }))[0]).to.match(/calm/);
  });

  it("tell rates, ratio and rule of thumb where there are no labels", () => {
    const predictions = {
      ...{ groups: ["a", "b"], classes: ["n", "y"], predicted: Float64Array.of(60, 40, 20, 80), excluded: {} },
    };
    const [first] = sentences(auditOutcomes({ attributes: [{ name: "g", predictions }], version: "1" }));
    expect(first).to.match(/^Without true labels, .* The largest difference by g is 0\.400: "[ny]" is predicted for/);
    expect(first).to.match(/ratio of two such rates is 0\.333 .*, below four fifths \(four-fifths rule of thumb\)\.$/);
  });
});

describe("chanceSentence", () => {
  const say = (pValue: number) => chanceSentence({ pValue, reason: null }, { name: "g", attributes: 1 });

  it("has words for every size of p", () => {
    expect(say(0.0001)).to.match(/^This is not chance \(p < 0\.001\).*fewer than 1 of 1,000 audits/);
    expect(say(0.004)).to.match(/^This is unlikely to be chance \(p = 0\.004\).*about 4 of 1,000 audits/);
    expect(say(0.01)).to.match(/^This is unlikely to be chance \(p = 0\.010\).*about 1 of 100 audits/);
    expect(say(0.4)).to.match(/^This may be chance \(p = 0\.400\).*about 40 of 100 audits/);
    expect(say(1)).to.match(/^This may be chance \(p = 1\.000\).*nearly all audits/);
  });
});
