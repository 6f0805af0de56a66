import { clusterCounts } from "@evenodds/auditor";
import { clusterSection, clusterSentence } from "@evenodds/auditor/internal";
import { countOutcomes } from "@evenodds/core";
import { expect } from "chai";
import { creditReport, reportOf } from "../../../support/audit-reports.js";
import { tableOf, textsOf } from "../support/pieces.js";

/** 80 rows, 20 of each group and label; a quarter of the positives of group b are missed. */
function clusteredReport(clusters: number) {
  const codes = (code: (node: number) => number) => Int32Array.from({ length: 80 }, (_, n) => code(n));
  const label = codes((n) => Math.floor(n / 2) % 2);
  const rows = {
    group: codes((n) => n % 2),
    groups: ["a", "b"],
    label,
    prediction: codes((n) => (n % 16 === 3 ? 0 : label[n]!)),
    classes: ["n", "y"],
  };
  const counts = clusterCounts({ ...rows, cluster: codes((n) => n % clusters) });
  const outcomes = countOutcomes(rows);
  return reportOf(outcomes, { attributes: [{ name: "g", outcomes, clusters: { name: "street", counts } }] });
}

describe("clusterSection", () => {
  it("is absent without clusters", () => {
    expect(clusterSection(creditReport().attributes[0]!, creditReport())).to.equal(null);
    expect(clusterSentence(creditReport().attributes[0]!, creditReport())).to.equal(null);
  });

  it("sets p-value, noise floor and interval beside those of independent rows", () => {
    const report = clusteredReport(20);
    const section = clusterSection(report.attributes[0]!, report)!;
    const { rows } = tableOf(section);
    expect(rows.map(([term]) => term)).to.deep.equal([
      "p-value",
      "Noise floor",
      "95 % interval of the largest difference",
    ]);
    const { permutation, clusters } = report.attributes[0]!;
    expect(rows[0]!.slice(1)).to.deep.equal([permutation.pValue!.toFixed(3), clusters!.test.pValue!.toFixed(3)]);
    expect(textsOf(section).at(-1)).to.match(/standard error of 0\.\d{3}, .* This is a spread, not a test\.$/);
    expect(clusterSentence(report.attributes[0]!, report)).to.match(
      /^By cluster \(street, \d+ clusters\): p = 0\.\d{3}, 95 % interval 0\.\d{3} to 0\.\d{3}\.$/,
    );
  });

  it("says why there is nothing where clusters are too few", () => {
    const report = clusteredReport(4);
    const section = clusterSection(report.attributes[0]!, report)!;
    for (const [, , byCluster] of tableOf(section).rows) {
      expect(byCluster).to.have.property("value", "undefined");
      expect(byCluster)
        .to.have.property("detail")
        .that.matches(/at least 6 are needed/);
    }
    expect(textsOf(section).at(-1)).to.match(/undefined, 4 clusters are too few/);
    expect(clusterSentence(report.attributes[0]!, report)).to.match(/p undefined \(.*too few/);
  });
});
