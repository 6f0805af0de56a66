import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { GateRun } from "@evenodds/auditor";
import type { Log } from "sarif";
import { parse } from "yaml";
import { runCli } from "../support/fake-terminal.js";
import { expect } from "chai";
import { auditCase, equal, undecided, unequal, type Rows } from "../cli/support/audit-case.js";
import { readAction, runAction, type ActionRun } from "../support/github-action.js";
import { runnerCommands } from "../support/runner-commands.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const action = readAction(join(root, "action.yml"));
const workflow = join(root, ".github/workflows/gates.yml");

describe("action.yml", function () {
  this.timeout(120_000);
  let workspace = "";
  beforeEach(() => (workspace = mkdtempSync(join(tmpdir(), "evenodds-workspace-"))));
  afterEach(() => rmSync(workspace, { recursive: true }));

  function write(files: Readonly<Record<string, string | Uint8Array>>): void {
    for (const [name, content] of Object.entries(files)) {
      mkdirSync(dirname(join(workspace, name)), { recursive: true });
      writeFileSync(join(workspace, name), content);
    }
  }

  /** Runs the action in a workspace that is a checkout; what it installs is there. */
  function act(inputs: Readonly<Record<string, string>>, event: Readonly<Record<string, unknown>> = {}): ActionRun {
    const github = { action_path: root, repository: "us/models", event_name: "push", event, ...event };
    return runAction(action, {
      workspace,
      context: { inputs, github, runner: { os: "Linux" } },
      skip: ({ run }) => /npm (ci|run)/.test(run!),
    });
  }

  const audited = (rows: Rows, more = "") => {
    write({ ...auditCase(rows), ".git": "gitdir: elsewhere" });
    return act({ audit: `model.onnx graph --min-support 1 --max-gap 0.1 ${more}`, "upload-sarif": "true" });
  };

  for (const [verdict, rows, code, kinds] of [
    ["pass", equal, 0, []],
    ["violated", unequal, 1, ["error"]],
    ["inconclusive", undecided, 3, ["error"]],
  ] as const) {
    it(`shows in every place what came of an audit: ${verdict}`, () => {
      const { code: ended, log, summary, outputs, used } = audited(rows);
      expect(ended, log).to.equal(code);
      expect(outputs).to.deep.equal({
        verdict,
        "exit-code": String(code),
        folder: "evenodds-report",
        sarif: "evenodds-report/evenodds.sarif",
        junit: "evenodds-report/evenodds.junit.xml",
      });
      for (const file of [outputs.sarif!, outputs.junit!, "evenodds-report/report.html"]) {
        expect(existsSync(join(workspace, file)), file).to.equal(true);
      }
      expect(summary).to.match(new RegExp(`^# Equalized odds audit[^]*${verdict.toUpperCase()}`));
      const errors = runnerCommands(log).filter(({ name }) => name === "error");
      expect(errors.map(({ name }) => name)).to.deep.equal(kinds);
      for (const { properties } of errors) expect(properties.file).to.equal("model.onnx");
      // What fails the job comes after the upload.
      const upload = used.find((one) => one.action.startsWith("github/codeql-action/upload-sarif"));
      expect(upload!.with).to.deep.equal({ sarif_file: "evenodds-report/evenodds.sarif" });
    });
  }

  it("shows annotations and summary on a pull request from a fork, and uploads nothing", () => {
    write(auditCase(unequal));
    const inputs = { audit: "model.onnx graph --min-support 1 --max-gap 0.1", "upload-sarif": "true" };
    const from = (full_name: string) =>
      act(inputs, { event_name: "pull_request", pull_request: { head: { repo: { full_name } } } });
    const isUpload = ({ used }: ActionRun) => used.some((one) => one.action.includes("upload-sarif"));
    const fork = from("them/models");
    expect(isUpload(fork)).to.equal(false);
    expect(fork.code).to.equal(1);
    expect(runnerCommands(fork.log)[0]!.name).to.equal("error");
    expect(fork.summary).to.include("VIOLATED");
    expect(isUpload(from("us/models"))).to.equal(true);
    expect(isUpload(act({ ...inputs, "upload-sarif": "false" }))).to.equal(false);
  });

  it("takes the arguments as words, and nothing in them as a command", () => {
    write({ ...auditCase(unequal), "a b/model.onnx": auditCase(unequal)["model.onnx"]! });
    const quoted = act({ audit: `"a b/model.onnx" graph --min-support 1 --max-gap 0.1`, out: "my report" });
    expect(quoted.code, quoted.log).to.equal(1);
    expect(quoted.outputs.sarif).to.equal("my report/evenodds.sarif");
    const evil = act({ audit: "model.onnx graph; touch evil $(touch evil2) `touch evil3` && touch evil4" });
    expect(evil.code).to.equal(2);
    for (const name of ["evil", "evil2", "evil3", "evil4"]) expect(existsSync(join(workspace, name))).to.equal(false);
  });

  describe("on a file of gates", () => {
    const fixtures = join(root, "test/fixtures/gates");
    beforeEach(() => {
      cpSync(fixtures, workspace, { recursive: true });
      write({ ".git": "gitdir: elsewhere" });
    });
    const found = (log: string) =>
      runnerCommands(log).map(({ name, properties }) => `${name} ${properties.file} ${properties.title}`);

    it("shows in every place what came of all gates, and ends with their code", () => {
      const { code, log, summary, outputs, used } = act({ "upload-sarif": "true" });
      expect(code, log).to.equal(1);
      expect(outputs).to.deep.equal({
        verdict: "violated",
        "exit-code": "1",
        folder: "evenodds-report",
        sarif: "evenodds-report/evenodds.sarif",
        junit: "evenodds-report/evenodds.junit.xml",
      });
      expect(found(log)).to.deep.equal([
        "error evenodds.yaml unfair: equalized odds difference of sex",
        "error evenodds.yaml undecidable: equalized odds difference of sex",
      ]);
      expect(summary).to.match(/^# Fairness gates: evenodds\.yaml\n\n\*\*VIOLATED\.\*\*/);
      for (const file of ["gates.html", "gates.json", "fair/report.html", "unfair/report.json", "evenodds.junit.xml"]) {
        expect(existsSync(join(workspace, "evenodds-report", file)), file).to.equal(true);
      }
      const { runs } = JSON.parse(readFileSync(join(workspace, outputs.sarif!), "utf8")) as Log;
      expect(
        runs.map(({ automationDetails, artifacts }) => [automationDetails!.id, artifacts![0]!.location!.uri]),
      ).to.deep.equal(
        ["fair", "unfair", "undecidable"].map((name) => [`evenodds/gate/evenodds.yaml/${name}/`, `${name}.csv`]),
      );
      expect(used.some((one) => one.action.startsWith("github/codeql-action/upload-sarif"))).to.equal(true);
    });

    it("runs what depends on changed files alone: what holds, what is open, and nothing", () => {
      const fair = act({ changed: "fair.csv\nREADME.md\n" });
      expect(fair.code, fair.log).to.equal(0);
      expect(fair.outputs.verdict).to.equal("pass");
      expect(found(fair.log)).to.deep.equal([]);
      const open = act({ file: "evenodds.yaml", changed: "undecidable.csv" });
      expect(open.code).to.equal(3);
      expect(open.outputs.verdict).to.equal("inconclusive");
      const none = act({ changed: "README.md" });
      expect(none.code).to.equal(0);
      expect(none.summary).to.include("NOTHING CHECKED");
    });

    it("judges waivers on the day that is given, and else on the day of the run", () => {
      const text = readFileSync(join(workspace, "evenodds.yaml"), "utf8");
      const waive = (until: string) =>
        write({
          "waived.yaml": text.replace(
            /(unfair:[^]*?limit: 0\.1\n)/,
            (gate) => `${gate}        waive: { reason: known, until: ${until} }\n`,
          ),
        });
      const inputs = { file: "waived.yaml", changed: "unfair.csv" };
      waive("2027-01-31");
      const waived = act({ ...inputs, today: "2027-01-31" });
      expect(waived.code, waived.log).to.equal(0);
      expect(found(waived.log)).to.deep.equal(["notice waived.yaml unfair: equalized odds difference of sex"]);
      expect(act({ ...inputs, today: "2027-02-01" }).code).to.equal(1);
      waive("2000-01-01");
      expect(act(inputs).code).to.equal(1);
      waive("9999-12-31");
      expect(act(inputs).code).to.equal(0);
    });

    it("names files from the root of the workspace, wherever in it the file lies", () => {
      cpSync(fixtures, join(workspace, "ci/gates"), { recursive: true });
      const { outputs, log } = act({
        "working-directory": "ci",
        file: "gates/evenodds.yaml",
        changed: "gates/unfair.csv",
      });
      expect(outputs.sarif).to.equal("ci/evenodds-report/evenodds.sarif");
      expect(found(log)).to.deep.equal(["error ci/gates/evenodds.yaml unfair: equalized odds difference of sex"]);
      const { runs } = JSON.parse(readFileSync(join(workspace, outputs.sarif!), "utf8")) as Log;
      expect(
        runs.map(({ automationDetails, artifacts }) => [automationDetails!.id, artifacts![0]!.location!.uri]),
      ).to.deep.equal([["evenodds/gate/ci/gates/evenodds.yaml/unfair/", "ci/gates/unfair.csv"]]);
    });

    it("says what could not be judged, at the file of gates, with files of the others", () => {
      rmSync(join(workspace, "unfair.csv"));
      const { code, outputs, log } = act({});
      expect(code).to.equal(2);
      expect(outputs.verdict).to.equal("error");
      expect(existsSync(join(workspace, outputs.sarif!))).to.equal(true);
      expect(found(log)).to.deep.equal([
        "error evenodds.yaml unfair: not judged",
        "error evenodds.yaml undecidable: equalized odds difference of sex",
      ]);
      // Nothing of that run is taken for one of a run that wrote nothing.
      const wrong = act({ file: "none.yaml" });
      expect(wrong.code).to.equal(2);
      expect(wrong.outputs).to.include({ verdict: "error", sarif: "", junit: "" });
      expect(runnerCommands(wrong.log).map(({ name }) => name)).to.deep.equal(["error"]);
    });
  });

  it("says where nothing could be judged, and fails", () => {
    const missing = act({ audit: "none.onnx graph --max-gap 0.1" });
    expect(missing.code).to.equal(2);
    expect(missing.outputs).to.include({ verdict: "error", "exit-code": "2", sarif: "", junit: "" });
    expect(missing.log).to.include("none.onnx");
    expect(runnerCommands(missing.log).map(({ name }) => name)).to.deep.equal(["error"]);
    const both = act({ audit: "model.onnx graph", file: "evenodds.yaml" });
    expect(both.code).to.equal(2);
    expect(runnerCommands(both.log)[0]!.data).to.match(/either audit, or file/);
  });

  it("runs in a folder of the workspace, and names files from its root", () => {
    write(Object.fromEntries(Object.entries(auditCase(unequal)).map(([name, content]) => [`sub/${name}`, content])));
    write({ ".git": "gitdir: elsewhere" });
    const inputs = { audit: "model.onnx graph --min-support 1 --max-gap 0.1", "working-directory": "sub" };
    const { outputs, log } = act(inputs);
    expect(outputs.sarif).to.equal("sub/evenodds-report/evenodds.sarif");
    expect(existsSync(join(workspace, outputs.sarif!))).to.equal(true);
    expect(runnerCommands(log)[0]!.properties.file).to.equal("sub/model.onnx");
  });

  it("is valid, and describes every input and output", () => {
    for (const file of [join(root, "action.yml"), workflow]) {
      const validator = join(root, "node_modules/.bin/action-validator");
      const { status, stdout, stderr } = spawnSync(validator, [file], { encoding: "utf8", cwd: root });
      expect(status, stdout + stderr).to.equal(0);
    }
    for (const { description } of [...Object.values(action.inputs), ...Object.values(action.outputs)]) {
      expect(description).to.match(/\w/);
    }
    const page = readFileSync(join(root, "docs/ci.md"), "utf8");
    for (const name of Object.keys(action.inputs)) expect(page).to.include(`\`${name}\``);
    for (const name of Object.keys(action.outputs)) expect(page).to.include(`\`${name}\``);
  });
});

describe(".github/workflows/gates.yml", function () {
  this.timeout(120_000);

  interface Workflow {
    readonly jobs: {
      readonly models: {
        readonly steps: readonly { readonly uses: string; readonly with?: { readonly file: string } }[];
      };
    };
  }

  it("gates every model of models/, and none blocks", async () => {
    const { steps } = (parse(readFileSync(workflow, "utf8")) as Workflow).jobs.models;
    const { file } = steps.find(({ uses }) => uses === "./")!.with!;
    const { code, out, log } = await runCli(["gate", join(root, file), "--json"]);
    expect(code, log.join()).to.equal(0);
    const { audits } = JSON.parse(out) as GateRun;
    const folders = spawnSync("git", ["ls-files", "models/*/model.onnx"], { cwd: root, encoding: "utf8" }).stdout;
    const names = folders
      .trim()
      .split("\n")
      .map((path) => path.split("/")[1]!);
    expect(audits.map(({ name }) => name).sort()).to.deep.equal(names.sort());
    for (const { name, file: model, findings } of audits) {
      expect(resolve(model)).to.equal(join(root, "models", name, "model.onnx"));
      expect(findings.map(({ metric }) => metric)).to.deep.equal(["equalizedOddsDifference", "balancedAccuracy"]);
      for (const { verdict, waiver, attribute } of findings) {
        // Only the gap of the small graph is left open.
        expect(verdict, name).to.equal(attribute === "country" ? "inconclusive" : "pass");
        expect(waiver).to.equal(null);
      }
    }
  });
});
