import { access } from "node:fs/promises";
import { auditOutcomes, type AuditReport } from "@evenodds/auditor";
import { holdAudit } from "@evenodds/cli/internal";
import { expect } from "chai";
import { regressionReport } from "../../support/audit-reports.js";
import { binaryOutcomes } from "../../support/outcomes.js";
import { useTempFolder } from "../support/temp-folder.js";

const usual = { tn: 90, fp: 10, fn: 10, tp: 90 };
const better = { ...usual, fn: 0, tp: 100 };
const report = (cells: typeof usual): AuditReport =>
  auditOutcomes({
    attributes: [{ name: "sex", outcomes: binaryOutcomes({ F: cells, M: cells }) }],
    version: "1",
    settings: { draws: 0 },
  });
const unsteady = (cells: typeof usual): AuditReport => ({
  ...report(cells),
  stability: { flips: true } as unknown as NonNullable<AuditReport["stability"]>,
});

describe("holdAudit", () => {
  const folder = useTempFolder();
  const held = () => ({ path: folder.at("b.json") });
  const isThere = () =>
    access(folder.at("b.json")).then(
      () => true,
      () => false,
    );

  it("makes no baseline of a model that gives other predictions when it runs again", async () => {
    const { errors, findings } = await holdAudit(unsteady(usual), held(), { rebase: true });
    expect(errors).to.deep.equal([
      "baseline: report: expected a model that gives the same predictions again, found one that does not",
    ]);
    expect(findings).to.deep.equal([]);
    expect(await isThere()).to.equal(false);
  });

  it("does not tighten a baseline by such a model", async () => {
    await holdAudit(report(usual), held(), { rebase: true });
    const { told, findings } = await holdAudit(unsteady(better), held(), { updateBaseline: true });
    expect(told).to.deep.equal([]);
    expect(findings.map(({ verdict }) => verdict)).to.deep.equal(["inconclusive"]);
    expect((await holdAudit(report(better), held(), { updateBaseline: true })).told).to.have.length(1);
  });

  it("judges with the error probability of the audit", async () => {
    await holdAudit(report(usual), held(), { rebase: true });
    // Two of four cells are right 78 times in 100 instead of 90: p 0.025 each, 0.1 for all cells, and half of alpha.
    const worse = report({ ...usual, fn: 22, tp: 78 });
    const verdicts = async (alpha: number) => {
      const settings = { ...worse.settings, alpha };
      return (await holdAudit({ ...worse, settings }, held(), {})).findings[0]!.verdict;
    };
    expect([await verdicts(0.05), await verdicts(0.5)]).to.deep.equal(["pass", "violated"]);
  });

  it("refuses an audit of numbers", async () => {
    const { errors } = await holdAudit(regressionReport({ limit: null, minimumSupport: 1 }), held(), { rebase: true });
    expect(errors).to.deep.equal([
      "baseline: report: expected an audit of classes, found one of numbers; a baseline holds counts; leave it out",
    ]);
    expect(await isThere()).to.equal(false);
  });
});
