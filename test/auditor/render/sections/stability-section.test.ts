import type { AuditReport, StabilityReport } from "@evenodds/auditor";
import { stabilitySection, stabilitySentence, type Piece } from "@evenodds/auditor/internal";
import { expect } from "chai";
import { creditReport } from "../../../support/audit-reports.js";

const steady: StabilityReport = {
  ...{ compared: 1234, flips: false, flipped: 0, reason: null, verdictDepends: false },
  runs: [
    { provider: "cpu", threads: null, flipped: 0 },
    { provider: "webgpu", threads: null, flipped: 0 },
  ],
};
const racing: StabilityReport = {
  ...{ compared: 1234, flips: true, flipped: null, reason: "updates are lost", verdictDepends: true },
  runs: [
    { provider: "cpu", threads: 1, flipped: 0 },
    { provider: "cpu", threads: 2, flipped: null },
  ],
};

/** A report on a graph whose model ran again. */
const ran = (stability: StabilityReport | undefined): AuditReport => ({ ...creditReport(), stability });
const lead = (stability: StabilityReport) => textOf(stabilitySection(ran(stability))!.pieces[0]!);
const textOf = (piece: Piece) => (piece.kind === "text" ? piece.text : "");
const rowsOf = (stability: StabilityReport) => {
  const [, table] = stabilitySection(ran(stability))!.pieces;
  return table?.kind === "table" ? table.table.rows : [];
};

describe("stabilitySection", () => {
  it("is not there where the model ran once", () => {
    expect(stabilitySection(creditReport())).to.equal(null);
  });

  it("says how many predictions changed in which run, and what that means for the verdict", () => {
    expect(lead({ ...steady, flips: true, flipped: 7 })).to.equal(
      "7 of 1,234 audited nodes got another prediction when the model ran again. " +
        "Every gate is judged alike in all runs.",
    );
    expect(rowsOf(steady)).to.deep.equal([
      ["On cpu", "0"],
      ["On webgpu", "0"],
    ]);
    expect(lead({ ...steady, verdictDepends: null })).to.match(/^0 of 1,234 .*ran again\.$/);
  });

  it("has no number of what is never the same twice", () => {
    expect(lead(racing)).to.equal(
      "Some of 1,234 audited nodes got another prediction when the model ran again; there is no number, because " +
        "updates are lost. The verdict depends on which run is audited.",
    );
    expect(rowsOf(racing)).to.deep.equal([
      ["On cpu with 1 thread", "0"],
      ["On cpu with 2 threads", { value: "undefined", detail: "updates are lost" }],
    ]);
    expect(lead({ ...racing, flips: false, verdictDepends: false })).to.match(
      /^0 of 1,234 .*ran again; another time some may, because updates are lost\. Every gate/,
    );
  });
});

describe("stabilitySentence", () => {
  it("is the line of a run without changes; a warning says what has changed", () => {
    expect(stabilitySentence(creditReport())).to.equal(null);
    expect(stabilitySentence(ran(racing))).to.equal(null);
    expect(stabilitySentence(ran(steady))).to.equal(
      "Stability: 0 of 1,234 audited nodes got another prediction when the model ran again on cpu and on webgpu.",
    );
    expect(stabilitySentence(ran({ ...racing, flips: false }))).to.match(
      /on cpu with 1 thread and on cpu with 2 threads; another time some may, because updates are lost\.$/,
    );
  });
});
