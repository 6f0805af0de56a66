import {
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildProgram, run } from "@evenodds/cli/internal";
import { DuckDBInstance } from "@duckdb/node-api";
import { countingStatement } from "evenodds";
import { expect } from "chai";
import { nativeIsExpected, noNativeLibrary } from "../support/on-engines.js";
import { skipBecause } from "../support/skip-because.js";
import { commandLines, type CommandLine } from "./support/command-lines.js";
import { allPages, codeBlocks, readPage, root } from "./support/pages.js";
import { quietTerminal } from "./support/quiet-terminal.js";
import { writeWeeklyFiles } from "./support/weekly-files.js";

const executed = [
  "README.md",
  "docs/getting-started.md",
  "docs/audit-your-model.md",
  "docs/gates.md",
  "docs/history.md",
  "docs/layer-by-layer.md",
  "docs/monitor.md",
  "docs/sql.md",
];

/** What readers of the page about models of other tools have, and which files of `test/foreign-models` stand for it. */
const foreign: Readonly<Record<string, string>> = {
  "gcn.onnx": "pyg-new-gcn/model.onnx",
  "sage.onnx": "dgl-sage/model.onnx",
  "pipeline.onnx": "sklearn-pipeline/model.onnx",
  "trees.onnx": "xgboost/model.onnx",
  "applicants.csv": "data/table-mixed.csv",
  "loans.csv": "data/table-approved.csv",
  "graph/people.csv": "data/people.csv",
  "graph/ties.csv": "data/ties.csv",
};

function commandsOf(page: string): CommandLine[] {
  return codeBlocks(readPage(page), "sh").flatMap(commandLines);
}

function isEvenodds({ words }: CommandLine): boolean {
  return words[0] === "npx" && words[1] === "evenodds";
}

describe("commands of the documentation", () => {
  const start = process.cwd();
  let folder = "";
  /** What commands of the pages have said, by their words. */
  const said = new Map<string, Promise<Said>>();

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "evenodds-docs-"));
    symlinkSync(join(root, "samples"), join(folder, "samples"));
    // Some commands write there.
    cpSync(join(root, "models"), join(folder, "models"), { recursive: true });
    // The reader's own file of predictions.
    writeFileSync(join(folder, "p.csv"), "y,yhat,sex,age_band\n1,1,f,18-30\n0,0,f,31-60\n1,0,m,18-30\n0,0,m,31-60\n");
    writeForeign(folder);
    writeRatchet(folder);
    writeWeeklyFiles(folder);
    await writeCounted(folder);
    process.chdir(folder);
  });

  after(() => {
    process.chdir(start);
    rmSync(folder, { recursive: true });
  });

  /** Executes a command of a page once: the pages show what it said then. */
  function outcome({ words }: CommandLine): Promise<Said> {
    const line = words.join(" ");
    const before = said.get(line) ?? execute(words.slice(2));
    said.set(line, before);
    return before;
  }

  for (const page of executed) {
    for (const command of commandsOf(page).filter(isEvenodds)) {
      it(`${page}: ${command.words.slice(1).join(" ")} ends with ${command.exit}`, async function () {
        if (command.words.includes("tensorflow") && !nativeIsExpected()) skipBecause(this, noNativeLibrary);
        const { code, out, log } = await outcome(command);
        if (command.redirect !== null) writeFileSync(command.redirect, out);
        expect(code, log).to.equal(command.exit);
        // Its lines for people are in no block of the page.
        if (command.words[2] === "doctor") expect(out).to.match(/^ok +node +\d.*\n(.*\n)*(Training|Auditing|Not) /);
      });
    }
  }

  it("print what the pages show", async () => {
    for (const page of executed) {
      const shown = codeBlocks(readPage(page), "text");
      const audits = commandsOf(page).filter(
        ({ words }) => ["audit", "gate", "monitor"].includes(words[2]!) && !words.includes("--json"),
      );
      const printed = await Promise.all(audits.map(outcome));
      for (const block of shown) {
        const lines = block.split("\n").filter((line) => line !== "");
        const match = printed.some(({ out, log }) => lines.every((line) => `${out}\n${log}`.includes(line)));
        expect(match, `${page} shows\n${block}`).to.equal(true);
      }
    }
  });

  it("have flags that exist", async () => {
    for (const page of allPages()) {
      for (const { words } of commandsOf(page).filter(isEvenodds)) {
        expect(await parses(words.slice(2)), `${page}: ${words.join(" ")}`).to.equal("");
      }
    }
    expect(await parses(["audit", "a", "b", "--max-gp", "1"])).to.match(/unknown option '--max-gp'/);
  });

  it("name scripts that exist", () => {
    const { scripts } = JSON.parse(readPage("package.json")) as { scripts: Record<string, string> };
    for (const page of allPages()) {
      for (const [, name] of readPage(page).matchAll(/npm run ([\w:-]+)/g)) {
        expect(Object.keys(scripts), `${page}: npm run ${name}`).to.include(name);
      }
    }
    const described = readPage("CONTRIBUTING.md");
    const automatic = new Set(["prepare", "test"]);
    for (const name of Object.keys(scripts).filter((script) => !automatic.has(script))) {
      expect(described).to.include(`npm run ${name}`);
    }
  });
});

function writeForeign(folder: string): void {
  const from = join(root, "test/foreign-models");
  mkdirSync(join(folder, "graph"));
  for (const [name, source] of Object.entries(foreign)) copyFileSync(join(from, source), join(folder, name));
  // Labels and columns as the page has them: numbers of classes, and a column that the model does not take.
  const rows = readFileSync(join(from, "data/table-approved.csv"), "utf8").trimEnd().split("\n");
  writeFileSync(join(folder, "more.csv"), rows.map((row, n) => `${row},${n === 0 ? "branch" : n % 5}\n`).join(""));
  const [graph, rating] = codeBlocks(readPage("docs/audit-your-model.md"), "yaml");
  writeFileSync(join(folder, "graph/graph.yaml"), graph!);
  writeFileSync(join(folder, "graph/rating.yaml"), rating!);
}

/** What readers of the page about warehouses save: the result of a printed statement over the table above. */
async function writeCounted(folder: string): Promise<void> {
  const { sql } = await countingStatement(
    { sql: `SELECT * FROM '${join(folder, "p.csv")}'`, dialect: "duckdb" },
    { label: "y", prediction: "yhat", sensitive: ["sex", "age_band"] },
  );
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  await connection.run(`COPY (${sql}) TO '${join(folder, "result.csv")}'`);
  connection.closeSync();
  instance.closeSync();
}

/** What readers of the page about gates have, and what a pull request makes of it. */
function writeRatchet(folder: string): void {
  const from = join(root, "test/fixtures/ratchet");
  const [here, changed] = [join(folder, "credit"), join(folder, "pull-request/credit")];
  for (const place of [here, changed]) cpSync(from, place, { recursive: true });
  copyFileSync(join(from, "worse.csv"), join(changed, "counts.csv"));
}

interface Said {
  readonly code: number;
  readonly out: string;
  readonly log: string;
}

async function execute(args: readonly string[]): Promise<Said> {
  const { terminal, out, log } = quietTerminal();
  const code = await run(args, terminal);
  return { code, out: out.join(""), log: log.join("\n") };
}

/** Returns what the command line says against these arguments, empty where it would run them. Nothing is run. */
async function parses(args: readonly string[]): Promise<string> {
  const { terminal, log } = quietTerminal();
  const program = await buildProgram({ terminal, setExitCode: () => undefined });
  for (const command of program.commands) command.action(() => undefined);
  try {
    await program.parseAsync([...args], { from: "user" });
  } catch {
    return log.join("\n") || "an error without a message";
  }
  return "";
}
