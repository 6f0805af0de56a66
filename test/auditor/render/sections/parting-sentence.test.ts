import type { AttributeReport } from "@evenodds/auditor";
import { partingSentence } from "@evenodds/auditor/internal";
import { expect } from "chai";
import { creditReport } from "../../../support/audit-reports.js";

const report = creditReport();

function said(figures: { readonly gap: number; readonly dependence: number | null; readonly lower: number | null }) {
  const [attribute] = report.attributes;
  const changed: AttributeReport = {
    ...attribute!,
    permutation: { ...attribute!.permutation, pValue: figures.gap },
    dependence: { ...attribute!.dependence, pValue: figures.dependence },
    evidence: { ...attribute!.evidence, lower: figures.lower },
  };
  return partingSentence(changed, report);
}

describe("partingSentence", () => {
  it("is absent where the figures agree, or where one is missing", () => {
    expect(said({ gap: 0.01, dependence: 0.01, lower: 0.1 })).to.equal(null);
    expect(said({ gap: 0.4, dependence: 0.4, lower: 0 })).to.equal(null);
    expect(said({ gap: 0.4, dependence: null, lower: 0.1 })).to.equal(null);
    expect(said({ gap: 0.01, dependence: 0.4, lower: null })).to.equal(null);
  });

  it("says why, where they part", () => {
    expect(said({ gap: 0.7, dependence: 0.001, lower: 0.03 })).to.match(/^The largest gap alone may be chance/);
    expect(said({ gap: 0.01, dependence: 0.001, lower: 0 })).to.match(/no single pair of groups is surely apart/);
    expect(said({ gap: 0.3, dependence: 0.3, lower: 0.02 })).to.match(/^One pair of groups is apart by its interval/);
    expect(said({ gap: 0.01, dependence: 0.3, lower: 0 })).to.match(/one difference stands alone/);
  });
});
