import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
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

  it("gates every model of models/, and each passes", async () => {
    interface Entry {
      readonly model: string;
      readonly [key: string]: string | number;
    }
    interface Workflow {
      readonly jobs: {
        readonly models: {
          readonly strategy: { readonly matrix: { readonly include: readonly Entry[] } };
          readonly steps: readonly { readonly with?: { readonly audit: string } }[];
        };
      };
    }
    const { models } = (parse(readFileSync(workflow, "utf8")) as Workflow).jobs;
    const { include } = models.strategy.matrix;
    const audit = models.steps.find((step) => step.with !== undefined)!.with!.audit;
    const start = process.cwd();
    process.chdir(root);
    try {
      for (const entry of include) {
        const args = audit.replace(/\$\{\{ matrix\.(\w+) \}\}/g, (_, key: string) => String(entry[key] ?? ""));
        const { code, log } = await runCli(["audit", ...args.split(/\s+/).filter((word) => word !== "")]);
        expect(code, `${entry.model}: ${log.join()}`).to.equal(0);
      }
    } finally {
      process.chdir(start);
    }
    const folders = spawnSync("git", ["ls-files", "models/*/model.onnx"], { cwd: root, encoding: "utf8" }).stdout;
    const names = folders
      .trim()
      .split("\n")
      .map((path) => path.split("/")[1]);
    expect(include.map(({ model }) => model).sort()).to.deep.equal(names.sort());
  });
});
