import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, readlink, realpath, symlink, writeFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { summaryBytes } from "@evenodds/auditor";
import { expect } from "chai";
import type { Log } from "sarif";
import { runCli } from "../../support/fake-terminal.js";
import { auditCase, equal, undecided, unequal, type Rows } from "../support/audit-case.js";
import { runnerCommands } from "../../support/runner-commands.js";
import { useTempFolder } from "../support/temp-folder.js";

describe("evenodds audit --junit --sarif --summary", () => {
  const folder = useTempFolder();
  const audit = (...flags: string[]) =>
    runCli(["audit", folder.at("model.onnx"), folder.at("graph"), "--min-support", "1", "--max-gap", "0.1", ...flags]);
  const read = (...path: string[]) => readFile(folder.at(...path), "utf8");

  for (const [verdict, rows, code, pattern] of [
    ["pass", equal, 0, /tests="1" failures="0" errors="0" skipped="0"/],
    ["violated", unequal, 1, /tests="1" failures="1" errors="0" skipped="0"/],
    ["inconclusive", undecided, 3, /tests="1" failures="0" errors="1" skipped="0"/],
  ] as const) {
    it(`says in every file what the exit code says: ${verdict}`, async () => {
      await folder.write(auditCase(rows));
      const files = ["--junit", folder.at("ci/junit.xml"), "--sarif", folder.at("ci/a.sarif")];
      const result = await audit(...files, "--summary", folder.at("ci/summary.md"));
      expect(result.code).to.equal(code);
      expect(result.log).to.have.length(1);
      expect(result.log[0]).to.match(/^wrote .*junit\.xml, .*a\.sarif, .*summary\.md$/);
      expect(await read("ci/junit.xml")).to.match(pattern);
      expect(await read("ci/summary.md")).to.include(`**${verdict.toUpperCase()}.**`);
      const { results } = (JSON.parse(await read("ci/a.sarif")) as Log).runs[0]!;
      const levels = results!.map(({ level }) => level);
      expect(levels.includes("error")).to.equal(code !== 0);
      // Nothing else lies about, such as half a file.
      expect((await readdir(folder.at("ci"))).sort()).to.deep.equal(["a.sarif", "junit.xml", "summary.md"]);
    });
  }

  it("does not replace a summary that is there and cannot be read", async () => {
    await folder.write(auditCase(equal));
    await symlink("summary.md", folder.at("summary.md"));
    const { code, log } = await audit("--summary", folder.at("summary.md"));
    expect(code).to.equal(2);
    expect(log).to.have.length(1);
    expect(log[0]).to.match(
      /--summary: expected a file to add to, found .*summary\.md, which cannot be read \(ELOOP\)/,
    );
    expect(await readlink(folder.at("summary.md"))).to.equal("summary.md");
  });

  it("has a URI in SARIF that leads to the model from anywhere, where it is outside of the checkout", async () => {
    await folder.write(auditCase(unequal));
    await audit("--sarif", folder.at("a.sarif"));
    const { uri } = (JSON.parse(await read("a.sarif")) as Log).runs[0]!.artifacts![0]!.location!;
    expect(uri).to.equal(pathToFileURL(await realpath(folder.at("model.onnx"))).href);
  });

  it("points at the predictions where a table is audited", async () => {
    const rows = ["s,y,p", ...Array.from({ length: 20 }, (_, i) => `${i < 10 ? "a" : "b"},${i % 2},${i < 10 ? 0 : 1}`)];
    await folder.write({ "in/p.csv": `${rows.join("\n")}\n` });
    const table = ["--predictions", folder.at("in/p.csv"), "--label", "y", "--prediction", "p", "--sensitive", "s"];
    const { code } = await runCli(["audit", ...table, "--max-gap", "0.1", "--sarif", folder.at("a.sarif")]);
    expect(code).to.equal(1);
    const log = JSON.parse(await read("a.sarif")) as Log;
    expect(log.runs[0]!.artifacts![0]!.location!.uri).to.match(/^file:.*\/in\/p\.csv$/);
  });

  it("writes the same bytes for the same input", async () => {
    await folder.write(auditCase(undecided));
    for (const name of ["1", "2"])
      await audit("--junit", folder.at(`${name}.xml`), "--sarif", folder.at(`${name}.sarif`));
    expect(await read("1.xml")).to.equal(await read("2.xml"));
    expect(await read("1.sarif")).to.equal(await read("2.sarif"));
  });

  it("adds to a summary and replaces the others, as steps with several audits need", async () => {
    await folder.write({ ...auditCase(equal), "summary.md": "Earlier text.\n", "a.xml": "old" });
    await audit("--summary", folder.at("summary.md"), "--junit", folder.at("a.xml"));
    await audit("--summary", folder.at("summary.md"));
    const summary = await read("summary.md");
    expect(summary.startsWith("Earlier text.\n\n# Equalized odds audit")).to.equal(true);
    expect(summary.split("# Equalized odds audit")).to.have.length(3);
    expect(await read("a.xml")).to.match(/^<\?xml/);
  });

  it("adds to nothing that is something else than Markdown", async () => {
    const others = {
      "data.csv": "a,b\n",
      LICENSE: "a license\n",
      "code.js": "a = 1\n",
      "a.md": "\0\u0001",
      "full.md": "x".repeat(summaryBytes),
    };
    await folder.write({ ...auditCase(equal), ...others });
    for (const name of Object.keys(others)) {
      const { code, log } = await audit("--summary", folder.at(name));
      expect(code, name).to.equal(2);
      expect(log[0]).to.match(
        /--summary: expected a new or empty file, or one of Markdown to add to, found .*; choose another file/,
      );
      expect(await read(name)).to.equal(others[name as keyof typeof others]);
    }
  });

  it("adds to an empty file, to its own report and to the file of GitHub's step, whatever they are called", async () => {
    await folder.write({ ...auditCase(equal), step_summary_1: "Earlier step.\n", empty: "" });
    await audit("--summary", folder.at("empty"));
    await audit("--summary", folder.at("empty"));
    expect((await read("empty")).split("# Equalized odds audit")).to.have.length(3);
    const args = ["audit", folder.at("model.onnx"), folder.at("graph"), "--summary", folder.at("step_summary_1")];
    expect((await runCli(args)).code).to.equal(2);
    expect((await runCli(args, { stepSummary: folder.at("x", "..", "step_summary_1") })).code).to.equal(0);
    expect(await read("step_summary_1")).to.match(/^Earlier step\.\n\n# Equalized odds audit/);
  });

  it("cuts a summary to what is left of 1,024 KiB, and points to the full report", async () => {
    await folder.write({ ...auditCase(unequal), "summary.md": `${"x".repeat(summaryBytes - 1500)}\n` });
    await audit("--summary", folder.at("summary.md"), "--out", folder.at("out"));
    const summary = await read("summary.md");
    expect(Buffer.byteLength(summary)).to.be.below(summaryBytes);
    expect(summary).to.match(/\*\*VIOLATED\.\*\*[^]*\*\*Cut here\.\*\*[^]*report\.md/);
  });

  it("keeps standard output for the report alone", async () => {
    await folder.write(auditCase(unequal));
    const { out } = await audit("--json", "--junit", folder.at("a.xml"));
    expect(JSON.parse(out)).to.include({ verdict: "violated" });
  });

  it("refuses a place that cannot be written before any work is done", async () => {
    await folder.write(auditCase(unequal));
    await mkdir(folder.at("taken"));
    await writeFile(folder.at("file"), "");
    for (const flag of ["--junit", "--sarif", "--summary"]) {
      for (const place of [folder.at("taken"), folder.at("file", "a")]) {
        const { code, log, out } = await audit(flag, place, "--out", folder.at("out"));
        expect({ code, out }).to.deep.equal({ code: 2, out: "" });
        expect(log[0]).to.match(new RegExp(`${flag}: expected a file to write`));
        expect(existsSync(folder.at("out"))).to.equal(false);
      }
    }
  });
});

describe("evenodds audit --annotations", () => {
  const folder = useTempFolder();
  const audit = (rows: Rows, ...flags: string[]) =>
    folder
      .write(auditCase(rows))
      .then(() => runCli(["audit", folder.at("model.onnx"), folder.at("graph"), "--min-support", "1", ...flags]));

  it("says on standard error what is found, and changes neither results nor the exit code", async () => {
    const plain = await audit(unequal, "--max-gap", "0.1");
    const { code, out, log } = await audit(unequal, "--max-gap", "0.1", "--annotations");
    expect({ code, out }).to.deep.equal({ code: 1, out: plain.out });
    const [first] = runnerCommands(log.join("\n"));
    expect(first!.name).to.equal("error");
    // Outside of the checkout a file has no place in the repository.
    expect(first!.properties).to.deep.equal({ title: "Equalized odds difference of group" });
    expect(first!.data).to.match(/^Equalized odds difference of group: .* is above the limit 0\.1\.\n/);
    expect(runnerCommands(plain.log.join("\n"))).to.deep.equal([]);
    const json = await audit(unequal, "--max-gap", "0.1", "--annotations", "--json");
    expect(JSON.parse(json.out)).to.include({ verdict: "violated" });
    expect(runnerCommands(json.log.join("\n"))[0]).to.deep.equal(first);
  });

  it("is the only one that gives commands, whatever groups are called", async () => {
    const hostile = unequal.map(([group, ...rest]) => [group === "a" ? "::error::x" : "##[error]y", ...rest] as const);
    for (const flags of [[], ["--json"]]) {
      const { out, log } = await audit(hostile, "--max-gap", "0.1", ...flags);
      expect(runnerCommands([out, ...log].join("\n"))).to.deep.equal([]);
    }
    const { out, log } = await audit(hostile, "--max-gap", "0.1", "--annotations");
    expect(runnerCommands(out)).to.deep.equal([]);
    expect(runnerCommands(log.join("\n")).filter(({ name }) => name === "error")).to.have.length(1);
  });
});
