import { auditOutcomes, baselineFindings, baselineOf, judgeBaseline } from "@evenodds/auditor";
import { expect } from "chai";
import { binaryOutcomes, type BinaryCells } from "../../support/outcomes.js";

const report = (groups: Readonly<Record<string, BinaryCells>>) =>
  auditOutcomes({
    attributes: [{ name: "sex", outcomes: binaryOutcomes(groups) }],
    version: "1",
    settings: { draws: 0 },
  });
const usual = { tn: 90, fp: 10, fn: 10, tp: 90 };
const before = report({ F: usual, M: usual });
const findings = (now: typeof before, gate = {}, from = before) =>
  baselineFindings(judgeBaseline(baselineOf(from), now), now, gate);

describe("baselineFindings", () => {
  it("are one for each attribute, whose value is the change of the gap", () => {
    const [finding, ...more] = findings(before);
    expect(more).to.deep.equal([]);
    expect(finding).to.deep.include({
      ...{ metric: "noWorseThanBaseline", attribute: "sex", subgroup: null, bound: "limit", threshold: 0 },
      ...{ rule: "evidence", minimumSupport: 5, severity: "error", onInconclusive: "fail", value: 0 },
      ...{ verdict: "pass", outcome: "pass", detail: null, blocks: false },
      reason: "sex: equalized odds difference 0.000, 0.000 in the baseline; not worse beyond chance",
    });
  });

  it("name what decides first: the gap where it has grown, else the groups that are worse", () => {
    const [grown] = findings(report({ F: { ...usual, fn: 60, tp: 40 }, M: usual }));
    expect(grown).to.include({ verdict: "violated", value: 0.5, blocks: true });
    expect(grown!.reason).to.match(/^sex: equalized odds difference 0\.500, 0\.000 in the baseline; it has grown/);
    expect(grown!.detail).to.match(/^sex F with true label 1: right 40\/100, 90\/100 in the baseline .*; worse\.$/);
    const worse = { ...usual, fn: 40, tp: 60 };
    const [alike] = findings(report({ F: worse, M: worse }));
    expect(alike).to.include({ verdict: "violated", value: 0, blocks: true });
    expect(alike!.reason).to.match(/^sex F with true label 1: right 60\/100/);
    expect(alike!.detail).to.match(/^sex M with true label 1: .*; worse\. sex: equalized odds difference 0\.000/);
  });

  it("block by severity, and where nothing can be said by what inconclusive means", () => {
    const worse = report({ F: { ...usual, fn: 60, tp: 40 }, M: usual });
    expect(findings(worse, { severity: "warning" })[0]).to.include({ verdict: "violated", blocks: false });
    const alone = report({ F: usual, M: { tn: 0, fp: 0, fn: 0, tp: 0 } });
    const [undecided] = findings(alone, {}, alone);
    expect(undecided).to.include({ verdict: "inconclusive", value: null, blocks: true });
    expect(findings(alone, { onInconclusive: "warn" }, alone)[0]!.blocks).to.equal(false);
  });

  it("are inconclusive for a model that gives other predictions when it runs again", () => {
    const stability = { flips: true } as unknown as NonNullable<typeof before.stability>;
    const [finding] = findings({ ...before, stability });
    expect(finding).to.include({ verdict: "inconclusive", blocks: true });
    expect(finding!.reason).to.match(/, but predictions differ when the model runs again$/);
  });
});
