import { auditOutcomes } from "@evenodds/auditor";
import { classRateTables } from "@evenodds/auditor/internal";
import { expect } from "chai";
import { countsOf, creditReport, reportOf } from "../../../support/audit-reports.js";

describe("classRateTables", () => {
  it("has six rates with counts per group, for the positive class alone where one is named", () => {
    const report = creditReport({ positiveClass: "good" });
    const tables = classRateTables(report.attributes[0]!, report);
    expect(tables.map(({ caption }) => caption)).to.deep.equal(["Class good against the rest"]);
    // Women: 75 of 120 good ones and 18 of 60 bad ones are predicted good.
    expect(tables[0]!.rows[0]).to.deep.equal([
      "female",
      { value: "0.625", counts: "75/120", isSmall: false },
      { value: "0.300", counts: "18/60", isSmall: false },
      { value: "0.700", counts: "42/60", isSmall: false },
      { value: "0.375", counts: "45/120", isSmall: false },
      { value: (75 / 93).toFixed(3), counts: "75/93", isSmall: false },
      { value: (42 / 87).toFixed(3), counts: "42/87", isSmall: false },
    ]);
  });

  it("marks small cells and leaves 0/0 undefined", () => {
    const outcomes = countsOf(["n", "y"], {
      a: [
        [9, 0],
        [1, 2],
      ],
      b: [
        [9, 0],
        [0, 0],
      ],
    });
    const report = reportOf(outcomes);
    const [, yes] = classRateTables(report.attributes[0]!, report);
    expect(yes!.rows[0]![1]).to.deep.equal({ value: "0.667", counts: "2/3", isSmall: true });
    expect(yes!.rows[1]![1]).to.equal("undefined (n = 0)");
  });

  it("is empty without labels", () => {
    const predictions = { groups: ["a"], classes: ["n", "y"], predicted: Float64Array.of(6, 4), excluded: {} };
    const report = auditOutcomes({ attributes: [{ name: "g", predictions }], version: "1" });
    expect(classRateTables(report.attributes[0]!, report)).to.deep.equal([]);
  });
});
