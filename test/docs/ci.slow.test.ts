import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { version } from "@evenodds/core";
import { expect } from "chai";
import { parse } from "yaml";
import { auditCase, equal, undecided, unequal, type Rows } from "../cli/support/audit-case.js";
import { junitMisfits } from "../support/junit-schema.js";
import { codeBlocks, readPage, root, section } from "./support/pages.js";

const page = readPage("docs/ci.md");
const systems = [
  "GitHub Actions",
  "GitLab CI",
  "Jenkins",
  "Azure Pipelines",
  "CircleCI",
  "pre-commit",
  "Any shell",
  "Docker",
];
const languages = ["yaml", "groovy", "sh", "dockerfile"];

/** The call of evenodds in a recipe, as its system would run it: the rest of its line, or a folded text of YAML. */
function callsOf(title: string): string[] {
  const blocks = languages.flatMap((language) => codeBlocks(section(page, title), language));
  const folded = blocks.map((block) =>
    block.replace(
      /^( *)(.*) >-\n((?:\1 +.*\n)+)/gm,
      (_, __, key: string, text: string) =>
        `${key} ${text
          .trim()
          .split(/\s*\n\s*/)
          .join(" ")}\n`,
    ),
  );
  return folded.flatMap(
    (block) => block.match(/(?:npx .*?evenodds@[\d.]+|entry: evenodds|[^-]evenodds) audit [^'\n]*/g) ?? [],
  );
}

describe("docs/ci.md", function () {
  this.timeout(300_000);
  let folder = "";
  before(() => {
    folder = mkdtempSync(join(tmpdir(), "evenodds-ci-"));
    mkdirSync(join(folder, "bin"));
    // What npx would fetch is this repository.
    const script = `#!/bin/sh\nfor word; do shift; case "$word" in evenodds@*) break ;; esac; done\nexec node "${root}/packages/cli/bin/evenodds.js" "$@"\n`;
    writeFileSync(join(folder, "bin/npx"), script);
    writeFileSync(join(folder, "bin/evenodds"), `#!/bin/sh\nexec node "${root}/packages/cli/bin/evenodds.js" "$@"\n`);
    for (const name of ["npx", "evenodds"]) chmodSync(join(folder, "bin", name), 0o755);
  });
  after(() => rmSync(folder, { recursive: true }));

  /** A checkout in which the model of the recipes is one of these rows. */
  function checkout(rows: Rows): string {
    const place = mkdtempSync(join(folder, "checkout-"));
    // Each node five times: a cell that is compared has at least five.
    const files = auditCase(rows.flatMap((row) => Array.from({ length: 5 }, () => row)));
    for (const [name, content] of Object.entries(files)) {
      const path = join(place, name.replace(/^graph\//, "data/credit/").replace(/^model/, "models/credit"));
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, content);
    }
    return place;
  }

  function bash(script: string, cwd: string) {
    const env = {
      PATH: `${join(folder, "bin")}${delimiter}${process.env.PATH}`,
      HOME: process.env.HOME,
      GITHUB_STEP_SUMMARY: join(cwd, "step_summary"),
    };
    return spawnSync("bash", ["-c", script], { cwd, encoding: "utf8", env });
  }

  it("has a recipe for every system, in valid notation, of this version", () => {
    for (const title of systems) expect(section(page, title), title).to.match(/^```/m);
    for (const block of codeBlocks(page, "yaml")) expect(parse(block)).to.be.an("object");
    const versions = [...page.matchAll(/evenodds@v?([\d.]+\d)/g)].map(([, one]) => one);
    expect(versions).to.have.length.above(8);
    expect([...new Set(versions)]).to.deep.equal([version]);
  });

  it("has a workflow that GitHub takes", () => {
    const [workflow] = codeBlocks(section(page, "GitHub Actions"), "yaml");
    const file = join(folder, "workflow.yml");
    writeFileSync(file, workflow!);
    const { status, stdout, stderr } = spawnSync(join(root, "node_modules/.bin/action-validator"), [file], {
      encoding: "utf8",
      cwd: folder,
    });
    expect(status, stdout + stderr).to.equal(0);
  });

  for (const title of systems.filter((one) => one !== "Any shell")) {
    it(`has a call that fails where the gate is violated, and writes what the recipe shows: ${title}`, async () => {
      const calls = callsOf(title);
      expect(calls).to.have.length.above(0);
      for (const call of calls) {
        const command = call.replace(/^entry: |^[^n]evenodds/, (start) =>
          start.startsWith("entry") ? "" : "evenodds",
        );
        const place = checkout(unequal);
        // The sample graph has no split; the reader's model records one.
        const { status, stderr } = bash(command.replace("--split test", ""), place);
        expect(status, `${command}: ${stderr}`).to.equal(1);
        for (const [, flag, path] of command.matchAll(/--(out|junit|sarif) (\S+)/g)) {
          expect(existsSync(join(place, path!)), `--${flag} ${path}`).to.equal(true);
          if (flag === "junit") {
            const xml = readFileSync(join(place, path!), "utf8");
            expect(await junitMisfits({ "junit.xml": xml })).to.deep.equal([]);
          }
        }
      }
    });
  }

  describe("A file of gates", () => {
    const title = "A file of gates";
    const [gates, workflow, hooks] = codeBlocks(section(page, title), "yaml") as [string, string, string];
    const [call] = codeBlocks(section(page, title), "sh") as [string];

    /** A checkout with the file of gates. The sample graph has no split; the reader's model records one. */
    function gatedCheckout(rows: Rows): string {
      const place = checkout(rows);
      const text = gates.replace("defaults:\n  split: test\n", "");
      expect(text).to.not.equal(gates);
      writeFileSync(join(place, "evenodds.yaml"), text);
      return place;
    }

    it("has a call with a code for each verdict, which writes what the recipes show", async () => {
      for (const [rows, code] of [
        [equal, 0],
        [unequal, 1],
        [undecided, 3],
      ] as const) {
        const place = gatedCheckout(rows);
        const { status, stderr } = bash(call, place);
        expect(status, stderr).to.equal(code);
        for (const path of ["out/fairness/gates.html", "out/fairness/credit/report.html", "out/evenodds.sarif"]) {
          expect(existsSync(join(place, path)), path).to.equal(true);
        }
        const xml = readFileSync(join(place, "out/evenodds.junit.xml"), "utf8");
        expect(await junitMisfits({ "junit.xml": xml })).to.deep.equal([]);
      }
    });

    it("has a workflow that GitHub takes, with a step that lists what a branch has changed", () => {
      const file = join(folder, "gates.yml");
      writeFileSync(file, workflow);
      const validator = join(root, "node_modules/.bin/action-validator");
      const checked = spawnSync(validator, [file], { encoding: "utf8", cwd: folder });
      expect(checked.status, checked.stdout + checked.stderr).to.equal(0);
      interface Workflow {
        readonly jobs: { readonly fairness: { readonly steps: readonly { readonly run?: string }[] } };
      }
      const { run } = (parse(workflow) as Workflow).jobs.fairness.steps.find((step) => step.run !== undefined)!;
      const place = gatedCheckout(unequal);
      const git = "git -c user.name=me -c user.email=me@example.org";
      const script = `
        git init -q && git add . && ${git} commit -qm one
        export BASE="$(git rev-parse HEAD)" GITHUB_OUTPUT="$PWD/../output"
        echo x > é.txt && echo " " >> data/credit/nodes.csv && git add . && ${git} commit -qm two
        ${run!}
        cat "$GITHUB_OUTPUT"`;
      const { status, stdout, stderr } = bash(script, place);
      expect(status, stderr).to.equal(0);
      const [first, ...lines] = stdout.trimEnd().split("\n");
      expect(first).to.match(/^files<<[0-9a-f]{32}$/);
      expect(lines).to.deep.equal(["data/credit/nodes.csv", "é.txt", first!.slice("files<<".length)]);
    });

    it("has a hook that checks what depends on the files of a commit", () => {
      const { repos } = parse(hooks) as { repos: readonly { hooks: readonly { entry: string }[] }[] };
      const { entry } = repos[0]!.hooks[0]!;
      const place = gatedCheckout(unequal);
      expect(bash(`${entry} README.md`, place).status).to.equal(0);
      expect(bash(`${entry} README.md models/credit.onnx`, place).status).to.equal(1);
    });
  });

  it("names in every recipe the files that its call writes", () => {
    for (const title of systems) {
      const text = section(page, title);
      for (const [, path] of text.matchAll(/(?:junit: |junit ')(out\S+?)'?$/gm))
        expect(text).to.include(`--junit ${path}`);
    }
  });

  it("has a script that tells the verdicts apart", () => {
    const [script] = codeBlocks(section(page, "Any shell"), "sh");
    for (const [rows, code, says] of [
      [equal, 0, "the gate holds"],
      [unequal, 1, "the gate is violated: see out/fairness/report.html"],
      [undecided, 3, "the data cannot decide: see out/fairness/report.html"],
    ] as const) {
      const place = checkout(rows);
      const { status, stdout } = bash(script!.replace("--split test", ""), place);
      expect(status).to.equal(code);
      expect(stdout.trimEnd().split("\n").at(-1)).to.equal(says);
      expect(existsSync(join(place, "out/fairness/report.html"))).to.equal(true);
    }
    const { status, stdout } = bash(script!, mkdtempSync(join(folder, "empty-")));
    expect(status).to.equal(2);
    expect(stdout).to.equal("nothing could be judged\n");
  });
});
