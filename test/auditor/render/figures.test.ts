import { gapFigures, originFigures, otherFigures, performanceFigures } from "@evenodds/auditor/internal";
import { expect } from "chai";
import { countsOf, creditReport, reportOf } from "../../support/audit-reports.js";

const valueOf = (figures: readonly { term: string; value: string }[], term: string) =>
  figures.find((figure) => figure.term.startsWith(term))?.value;

describe("gapFigures", () => {
  it("has the gap, the noise floor, both p-values and the interval", () => {
    const report = creditReport();
    const figures = gapFigures(report.attributes[0]!, report);
    expect(figures.map(({ term }) => term)).to.deep.equal([
      "Equalized odds difference",
      "Noise floor",
      "p-value",
      "Any dependence",
      "95 % interval",
    ]);
    expect(figures[0]!.value).to.equal("0.175");
    expect(figures[4]!.value).to.match(/^0\.\d{3} to 0\.\d{3}$/);
  });

  it("is undefined with a reason, never a number, where nothing can be compared", () => {
    const report = reportOf(
      countsOf(["n", "y"], {
        a: [
          [9, 0],
          [0, 9],
        ],
      }),
    );
    for (const { value, note } of gapFigures(report.attributes[0]!, report)) {
      expect(value).to.equal("undefined");
      expect(note).not.to.equal("");
    }
  });
});

describe("performanceFigures", () => {
  it("has accuracy, balanced accuracy and both F1 scores", () => {
    // Recall 8/10 and 5/10; F1 of n: 16/(16+5+2), of y: 10/(10+2+5).
    const report = reportOf(
      countsOf(["n", "y"], {
        a: [
          [4, 1],
          [2, 3],
        ],
        b: [
          [4, 1],
          [3, 2],
        ],
      }),
    );
    expect(performanceFigures(report.attributes[0]!).map(({ value }) => value)).to.deep.equal([
      "0.650",
      "0.650",
      ((16 / 23 + 10 / 17) / 2).toFixed(3),
      ((16 / 23 + 10 / 17) / 2).toFixed(3),
    ]);
  });
});

describe("otherFigures", () => {
  it("names both groups of every disparity that has them", () => {
    const figures = otherFigures(creditReport().attributes[0]!, creditReport());
    expect(valueOf(figures, "Equal opportunity difference of good")).to.equal("0.175");
    expect(valueOf(figures, "Mean over labels")).to.equal("0.138");
    const parity = figures.find(({ term }) => term.startsWith("Demographic"))!;
    // Predicted good: female 18 + 75 of 180, male 40 + 192 of 340.
    expect(parity.note).to.equal("female 0.517 (93/180), male 0.682 (232/340)");
  });
});

describe("otherFigures of more than errors", () => {
  const half = [
    [5, 5],
    [5, 5],
  ];

  it("has the demographic parity ratio with what the four-fifths rule says", () => {
    const named = creditReport({ positiveClass: "good" });
    const ratio = (report: ReturnType<typeof creditReport>) =>
      otherFigures(report.attributes[0]!, report).find(({ term }) => term.startsWith("Demographic parity ratio"))!;
    // 93 / 180 of the women and 232 / 340 of the men are predicted good.
    expect(ratio(named).value).to.equal((93 / 180 / (232 / 340)).toFixed(3));
    expect(ratio(named).note).to.match(
      /^predicted good: female .*; the lowest rate is below four fifths of the highest/,
    );
    expect(ratio(named).note).not.to.include("none was named");
    expect(ratio(creditReport()).note).to.include("none was named");
    expect(ratio(reportOf(countsOf(["n", "y"], { a: half, b: half }), { positiveClass: "y" })).note).to.include(
      "at least four fifths",
    );
  });

  it("has an undefined ratio with its reason alone", () => {
    const report = reportOf(countsOf(["n", "y"], { a: half }));
    const figure = otherFigures(report.attributes[0]!, report).find(({ term }) => term.includes("disparate impact"))!;
    expect(figure.value).to.equal("undefined");
    expect(figure.note).not.to.match(/four.fifths/);
    expect(figure.note).not.to.equal("");
  });

  it("has predictive parity and the accuracy difference", () => {
    const report = creditReport();
    const figures = otherFigures(report.attributes[0]!, report);
    // Right among those predicted good: 75 of 93 women, 192 of 232 men. Right at all: 117 of 180, 252 of 340.
    expect(valueOf(figures, "Predictive parity: PPV gap of good")).to.equal((192 / 232 - 75 / 93).toFixed(3));
    expect(valueOf(figures, "Accuracy difference")).to.equal((252 / 340 - 117 / 180).toFixed(3));
    expect(figures.filter(({ term }) => term.includes("NPV"))).to.deep.equal([]);
  });
});

describe("originFigures", () => {
  it("names model, training, data and settings with their hashes", () => {
    const figures = originFigures(creditReport());
    expect(valueOf(figures, "Model")).to.equal("german.onnx");
    expect(valueOf(figures, "Training")).to.equal("paper, 300 epochs, seed 7, engine wasm");
    expect(figures.find(({ term }) => term === "Audited nodes")!.note).to.equal("none of them was used for training");
    expect(figures.find(({ term }) => term === "File")!.note).to.match(/^sha256 49cc549b/);
  });

  it("says what is not known", () => {
    const figures = originFigures(
      reportOf(
        countsOf(["n", "y"], {
          a: [
            [9, 0],
            [0, 9],
          ],
        }),
      ),
    );
    expect(valueOf(figures, "Model")).to.equal(undefined);
    expect(figures.find(({ term }) => term === "Audited rows")!.note).to.match(/not known/);
  });
});
