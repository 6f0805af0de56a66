import { renderGatesJunit, type GateFinding } from "@evenodds/auditor";
import { expect } from "chai";
import { gateRunOf, violatedGate } from "../../../support/gate-runs.js";
import { junitMisfits } from "../../../support/junit-schema.js";
import { strangeNames } from "../../../support/strange-names.js";

describe("renderGatesJunit and Jenkins' schema", function () {
  this.timeout(60_000);

  it("go together, whatever a run holds", async () => {
    const pass: GateFinding = { ...violatedGate, verdict: "pass", outcome: "pass", blocks: false };
    const undecided: GateFinding = { ...violatedGate, verdict: "inconclusive", outcome: "inconclusive" };
    const softened: GateFinding = { ...violatedGate, severity: "warning", blocks: false };
    const names = [...Object.values(strangeNames), "]]>]]>", "]]><b>&]]>"];
    const { audits } = gateRunOf([]);
    const strange = names.map((name) => ({
      ...{ ...audits[0]!, name, file: name, errors: [name] },
      findings: [violatedGate, undecided, softened, pass].map((finding) => {
        return { ...finding, attribute: name, reason: name, detail: name };
      }),
    }));
    const runs = {
      violated: gateRunOf([pass, softened, undecided, violatedGate]),
      "not judged": gateRunOf([], { verdict: "error", audits: [{ ...audits[0]!, errors: ["no file"] }] }),
      nothing: gateRunOf([], { verdict: "nothing", audits: [] }),
      strange: gateRunOf([], { file: "]]>", audits: strange }),
    };
    const files: Record<string, string> = {};
    for (const [name, run] of Object.entries(runs)) files[`${name}.xml`] = await renderGatesJunit(run);
    expect(await junitMisfits(files)).to.deep.equal([]);
  });
});
