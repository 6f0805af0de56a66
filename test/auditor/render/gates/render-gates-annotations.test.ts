import { renderGatesAnnotations, type GateFinding, type GateRun } from "@evenodds/auditor";
import { expect } from "chai";
import { gateRunOf, violatedGate } from "../../../support/gate-runs.js";
import { runnerCommands } from "../../../support/runner-commands.js";
import { strangeNames } from "../../../support/strange-names.js";

const pass: GateFinding = { ...violatedGate, verdict: "pass", outcome: "pass", blocks: false };
const undecided: GateFinding = { ...violatedGate, verdict: "inconclusive", outcome: "inconclusive", reason: "too few" };

/** What GitHub's runner makes of the lines; every line has to be one command. */
function annotationsOf(run: GateRun, file?: string) {
  const lines = renderGatesAnnotations(run, { file });
  const found = runnerCommands(lines.join("\n"));
  expect(found).to.have.length(lines.length);
  return found;
}

describe("renderGatesAnnotations", () => {
  it("has one for each gate that does not pass, at the file of gates, with groups and figures", () => {
    const found = annotationsOf(gateRunOf([pass, violatedGate, pass]), "ci/evenodds.yaml");
    expect(found).to.deep.equal([
      {
        name: "error",
        properties: { file: "ci/evenodds.yaml", title: "credit: equalized odds difference of sex" },
        data: 'Equalized odds difference of sex at most 0.1: 0.400 is above the limit 0.1. Prediction "1": 0.900 (9 of 10) in group "M".',
      },
    ]);
    expect(annotationsOf(gateRunOf([pass]))).to.deep.equal([]);
  });

  it("has an error for what blocks, a notice for what is accepted, else a warning, and what blocks first", () => {
    const waiver = { reason: "known", until: "2027-01-31", isExpired: false };
    const findings: GateFinding[] = [
      { ...violatedGate, attribute: "waived", outcome: "waived", blocks: false, waiver },
      { ...violatedGate, attribute: "listed", severity: "warning", blocks: false },
      { ...undecided, attribute: "open", onInconclusive: "warn", blocks: false },
      { ...undecided, attribute: "free", onInconclusive: "pass", blocks: false },
      { ...undecided, attribute: "undecided" },
      { ...violatedGate, attribute: "violated" },
    ];
    const found = annotationsOf(gateRunOf(findings));
    expect(found.map(({ name, properties }) => `${name} ${properties.title!.split(" ").at(-1)}`)).to.deep.equal([
      "error undecided",
      "error violated",
      "notice waived",
      "warning listed",
      "warning open",
      "notice free",
    ]);
    expect(found[2]!.data).to.include("waived until 2027-01-31: known");
    expect(Object.keys(found[0]!.properties)).to.deep.equal(["title"]);
  });

  it("has an error for everything that could not be judged", () => {
    const { audits } = gateRunOf([]);
    const [only, ...others] = annotationsOf(
      gateRunOf([], { audits: [{ ...audits[0]!, errors: ["no file"] }] }),
      "e.yaml",
    );
    expect(others).to.deep.equal([]);
    expect(only).to.deep.equal({
      name: "error",
      properties: { file: "e.yaml", title: "credit: not judged" },
      data: "No file.",
    });
  });

  it("makes one annotation of a gate, whatever audits, groups and files are called", () => {
    const names = [...Object.values(strangeNames), "a%0A::error::x", "a%250Ab", "x::y,title=z", "##[error]x", "a\r\nb"];
    for (const name of names) {
      const finding = { ...violatedGate, attribute: name, subgroup: name, reason: name, detail: name };
      const { audits } = gateRunOf([]);
      const found = annotationsOf(gateRunOf([], { audits: [{ ...audits[0]!, name, errors: [name] }] }), name);
      expect(
        found.map((one) => one.name),
        name,
      ).to.deep.equal(["error"]);
      const [gate, ...more] = annotationsOf(
        gateRunOf([], { audits: [{ ...audits[0]!, name, findings: [finding] }] }),
        name,
      );
      expect(more, name).to.deep.equal([]);
      for (const one of [gate!, found[0]!]) {
        expect(Object.keys(one.properties), name).to.deep.equal(["file", "title"]);
        expect(one.data, name).to.not.match(/[\r\n]/);
      }
    }
  });
});
