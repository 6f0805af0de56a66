/** Inputs of public bug reports on command lines, and what is right on them. */
import { existsSync } from "node:fs";
import type { AuditReport } from "@evenodds/auditor";
import { expect } from "chai";
import { auditCase, equal, undecided, unequal } from "../cli/support/audit-case.js";
import { useTempFolder } from "../cli/support/temp-folder.js";
import { runCli } from "../support/fake-terminal.js";

const header = "id,sex,age_band,y,yhat\n";
const rows = Array.from(
  { length: 40 },
  (_, i) =>
    `n${i},${i % 2 === 0 ? "F" : "M"},${i % 4 < 2 ? "young" : "old"},${i % 3 === 0 ? 1 : 0},${i % 5 === 0 ? 1 : 0}\n`,
);

describe("a typing error in a name (Fair-Code#301, Miller#1777)", () => {
  const folder = useTempFolder();
  const audit = async (flags: Record<string, string>, ...more: string[]) => {
    await folder.write({ "p.csv": header + rows.join("") });
    const all = { "--label": "y", "--prediction": "yhat", "--sensitive": "sex", ...flags };
    const file = ["--predictions", folder.at("p.csv"), "--out", folder.at("out")];
    return runCli(["audit", ...file, ...Object.entries(all).flat(), ...more]);
  };

  for (const [flags, near] of [
    [{ "--sensitive": "sexx" }, "sex"],
    [{ "--sensitive": "sex,age_bnad" }, "age_band"],
    [{ "--label": "yy" }, "y"],
    [{ "--prediction": "yhta" }, "yhat"],
    [{ "--weight": "idd" }, "id"],
    [{ "--given": "age_bad" }, "age_band"],
    [{ "--cross": "sex*age_bandd" }, "sex"],
  ] as const) {
    it(`ends with 2 and the near name, and writes nothing: ${Object.entries(flags).flat().join(" ")}`, async () => {
      const { code, out, log } = await audit(flags);
      expect({ code, out }).to.deep.equal({ code: 2, out: "" });
      expect(log).to.have.length(1);
      expect(log[0]).to.include(near);
      expect(existsSync(folder.at("out"))).to.equal(false);
    });
  }

  it("names the column in the case that it has: Sex is not sex", async () => {
    const { code, log } = await audit({ "--sensitive": "Sex" });
    expect(code).to.equal(2);
    expect(log[0]).to.match(/"Sex".*did you mean "sex"/);
  });

  it("refuses a flag, a command and a choice that do not exist", async () => {
    for (const [args, near] of [
      [["audit", "--sensitiv", "sex"], "--sensitive"],
      [["audti"], "audit"],
      [["audit", "--rule", "points"], "point"],
      [["audit", "--on-inconclusive", "ignore"], "fail"],
    ] as const) {
      const { code, out, log } = await runCli([...args]);
      expect({ code, out }, args.join(" ")).to.deep.equal({ code: 2, out: "" });
      expect(log.join(" ")).to.include(near);
    }
  });

  it("refuses an attribute that a graph does not have, and a class that the model does not know", async () => {
    await folder.write(auditCase(equal));
    const model = ["audit", folder.at("model.onnx"), folder.at("graph"), "--min-support", "1"];
    for (const flags of [
      ["--sensitive", "grup"],
      ["--positive", "11"],
    ]) {
      const { code, log } = await runCli([...model, ...flags]);
      expect(code, flags.join(" ")).to.equal(2);
      expect(log).to.have.length(1);
    }
  });
});

describe("a limit that is violated (fairpipe#19, deepeval#770, saf#3298, Fair-Code#202)", () => {
  const folder = useTempFolder();
  for (const output of [[], ["--json"], ["--out"], ["--junit"], ["--json", "--out", "--sarif"]]) {
    it(`ends with 1, whatever is printed: ${output.join(" ") || "a summary"}`, async () => {
      await folder.write(auditCase(unequal));
      const flags = output.flatMap((flag) => (flag === "--json" ? [flag] : [flag, folder.at(`out${flag}`)]));
      const model = [folder.at("model.onnx"), folder.at("graph"), "--min-support", "1", "--max-gap", "0.99"];
      expect((await runCli(["audit", ...model, ...flags])).code).to.equal(1);
      expect((await runCli(["audit", ...model, ...flags, "--on-inconclusive", "pass"])).code).to.equal(1);
    });
  }

  it("ends with 0 exactly at the limit", async () => {
    await folder.write(auditCase(unequal));
    const model = [folder.at("model.onnx"), folder.at("graph"), "--min-support", "1"];
    expect((await runCli(["audit", ...model, "--max-gap", "1"])).code).to.equal(0);
  });
});

describe("a report that is piped while something is logged (fairpipe backlog BL-005)", () => {
  const folder = useTempFolder();
  it("stands alone on standard output, for every verdict; warnings go to standard error", async () => {
    for (const [kind, verdict] of [
      [equal, "pass"],
      [unequal, "violated"],
      [undecided, "inconclusive"],
    ] as const) {
      await folder.write(auditCase(kind));
      const { out, log } = await runCli([
        ...["audit", folder.at("model.onnx"), folder.at("graph"), "--json", "--min-support", "1", "--max-gap", "0.5"],
        ...["--out", folder.at("out"), "--on-inconclusive", "warn"],
      ]);
      expect((JSON.parse(out) as AuditReport).verdict).to.equal(verdict);
      expect(out.endsWith("}\n")).to.equal(true);
      expect(log.at(-1)).to.match(/^wrote /);
    }
  });

  it("leaves standard output empty after an error", async () => {
    const { code, out, log } = await runCli(["audit", "no.onnx", "nowhere", "--json"]);
    expect({ code, out }).to.deep.equal({ code: 2, out: "" });
    expect(log).to.have.length(1);
  });
});
