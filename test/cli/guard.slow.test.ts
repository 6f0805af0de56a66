import { existsSync } from "node:fs";
import { readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { Script } from "node:vm";
import { expect } from "chai";
import ts from "typescript";
import { skipBecause } from "../support/skip-because.js";
import { auditCase, equal, unequal } from "./support/audit-case.js";
import { runChild, type ChildResult } from "./support/child.js";
import { copyInstallation } from "./support/copied-installation.js";
import { useTempFolder } from "./support/temp-folder.js";
import { quicklyWith, writeLearnable } from "./support/trained-run.js";

const program = fileURLToPath(new URL("../../packages/cli/bin/evenodds.js", import.meta.url));
const built = fileURLToPath(new URL("../../packages/cli/dist/index.js", import.meta.url));
const env = { ...process.env, NODE_OPTIONS: "" };
const audit = ["audit", "model.onnx", "graph", "--min-support", "1", "--max-gap", "0.1", "--draws", "0"];

/** One line that is ours, and no stack of Node. */
function expectLine({ code, signal, out, log }: ChildResult, words: RegExp, codes: readonly number[] = [2]): void {
  expect({ signal, out }, log).to.deep.equal({ signal: null, out: "" });
  expect(log).to.match(/^evenodds: [^\n]*\n$/);
  expect(log).to.match(words);
  expect(codes).to.include(code);
}

describe("the guard of the command", function () {
  const folder = useTempFolder();
  const evenodds = (args: readonly string[], options: Parameters<typeof runChild>[1] = {}, path = program) =>
    runChild([process.execPath, path, ...args], { env, cwd: folder.at(), ...options });
  const shell = (line: string) => runChild(["bash", "-c", line], { env, cwd: folder.at() });
  const quoted = (args: readonly string[]) => [process.execPath, program, ...args].map((arg) => `'${arg}'`).join(" ");

  beforeEach(function () {
    if (!existsSync(built)) skipBecause(this, "there is no build; npm run build makes one");
  });

  it("parses in old versions of Node, and asks for the version of package.json", async () => {
    const source = await readFile(program, "utf8");
    const file = ts.createSourceFile("guard.js", source, ts.ScriptTarget.ES2022, true, ts.ScriptKind.JS);
    // What ES2017 knows, and import() in a script, which Node 10 parses.
    const newer = new Set([
      ts.SyntaxKind.ImportDeclaration,
      ts.SyntaxKind.ExportDeclaration,
      ts.SyntaxKind.MetaProperty,
      ts.SyntaxKind.QuestionDotToken,
      ts.SyntaxKind.QuestionQuestionToken,
      ts.SyntaxKind.QuestionQuestionEqualsToken,
      ts.SyntaxKind.BarBarEqualsToken,
      ts.SyntaxKind.AmpersandAmpersandEqualsToken,
      ts.SyntaxKind.PrivateIdentifier,
      ts.SyntaxKind.BigIntLiteral,
      ts.SyntaxKind.PropertyDeclaration,
      ts.SyntaxKind.SpreadAssignment,
    ]);
    const found: string[] = [];
    const visit = (node: ts.Node): void => {
      if (newer.has(node.kind) || (ts.isCatchClause(node) && node.variableDeclaration === undefined)) {
        found.push(node.getText());
      }
      ts.forEachChild(node, visit);
    };
    visit(file);
    expect(found).to.deep.equal([]);
    expect(() => new Script(source.replace(/^#!.*/, ""))).not.to.throw();
    const manifest = createRequire(import.meta.url)("../../packages/cli/package.json") as { engines: { node: string } };
    const [, parts] = /oldestNode = \[(.*)\]/.exec(source)!;
    expect(`>=${parts!.replace(", ", ".")}`).to.equal(manifest.engines.node);
  });

  it("names the version of Node that is too old", async () => {
    await writeFile(folder.at("old.cjs"), `Object.defineProperty(process.versions, "node", { value: "18.20.4" });`);
    const old = { env: { ...env, NODE_OPTIONS: `--require ${folder.at("old.cjs")}` } };
    expectLine(await evenodds(["--version"], old), /Node 20\.19 or later is needed, and this is 18\.20\.4/);
  });

  it("never ends with 1 where files run out, as soon as Node itself can read a script", async function () {
    if (process.platform === "win32") return skipBecause(this, "Windows has no ulimit");
    this.timeout(120_000);
    await folder.write(auditCase(equal));
    await writeFile(folder.at("nothing.cjs"), "");
    const readsScript = async (limit: number) =>
      (await shell(`ulimit -n ${limit}; exec '${process.execPath}' nothing.cjs`)).code === 0;
    expect(await readsScript(32)).to.equal(true);
    for (let limit = 20; limit <= 64; limit += 4) {
      if (!(await readsScript(limit))) continue;
      const result = await shell(`ulimit -n ${limit}; exec ${quoted(limit % 8 === 0 ? audit : ["--version"])}`);
      if (result.code !== 0) expectLine(result, /ulimit -n/);
    }
    // Where the command line loads and what it needs later may not.
    for (const limit of [100, 130, 160, 190, 220]) {
      const { code, log } = await shell(`ulimit -n ${limit}; exec ${quoted(audit)}`);
      expect([0, 2], log).to.include(code);
    }
  });

  it("says what is missing or damaged in an installation", async function () {
    this.timeout(120_000);
    const program = await copyInstallation(folder.at("copy"), ["onnxruntime-node"]);
    await folder.write(auditCase(unequal));
    const at = (...parts: string[]) => folder.at("copy", ...parts);
    expect((await evenodds(audit, {}, program)).code).to.equal(1);

    const native = `onnxruntime-node/bin/napi-v6/${process.platform}/${process.arch}/onnxruntime_binding.node`;
    const inData = "packages/data/dist/index.js";
    const inCore = "packages/core/dist/index.js";
    for (const [file, content, words, code = 2] of [
      [`node_modules/${native}`, "no native code\n".repeat(1000), /onnxruntime_binding\.node/],
      [`node_modules/${native}`, "", /onnxruntime_binding\.node/],
      [inData, "export { nothing } from './nowhere.js';", /nowhere\.js/],
      [inCore, "const = ;", /SyntaxError: Unexpected token/],
      [inCore, "export const version = 1;", /SyntaxError: .* does not provide an export/],
      ["packages/cli/dist/index.js", "null.version;", /fault of evenodds.*TypeError/, 70],
      ["packages/core/package.json", "{ not json", /core\/package\.json/],
      ["packages/cli/package.json", "{ not json", /cannot be loaded/],
      ["packages/cli/bin/start.mjs", "", /cannot be loaded|fault of evenodds/, 70],
    ] as const) {
      const path = at(...file.split("/"));
      if (!existsSync(path)) continue;
      const before = await readFile(path);
      await writeFile(path, content);
      expectLine(await evenodds(audit, {}, program), words, [code]);
      await writeFile(path, before);
    }
    for (const [gone, words] of [
      ["node_modules/onnxruntime-node", /Cannot find package 'onnxruntime-node'/],
      ["node_modules/commander", /Cannot find package 'commander'/],
      ["packages/core", /core/],
      ["packages/cli/dist", /dist.index\.js is missing/],
      ["packages/cli/bin/start.mjs", /start\.mjs/],
    ] as const) {
      await rm(at(...gone.split("/")), { recursive: true });
      expectLine(await evenodds(audit, {}, program), words);
    }
  });

  it("has a code and the words of a fault for what is thrown beside a command, or never ends", async () => {
    const path = await copyInstallation(folder.at("copy"));
    const main = folder.at("copy", "packages", "cli", "dist", "index.js");
    const source = await readFile(main, "utf8");
    for (const [fault, words] of [
      [
        `setTimeout(() => { throw new TypeError("a late one"); }); return new Promise(() => setTimeout(() => {}, 1e6));`,
        /a late one/,
      ],
      [
        `Promise.reject(new TypeError("not awaited")); return new Promise(() => setTimeout(() => {}, 1e6));`,
        /not awaited/,
      ],
      [`throw "a text";`, /a text/],
      ["return new Promise(() => {});", /ended with code 70/],
      ["process.exit(1);", /ended with code 1 /],
      ["process.exit(0);", /ended with code 0 /],
      ["process.exitCode = 1; return new Promise(() => {});", /ended with code 1 /],
    ] as const) {
      await writeFile(main, source.replace(/(async function main\(args\) \{)/, `$1 ${fault}`));
      const { code, signal, out, log } = await evenodds(["--version"], {}, path);
      expect({ code, signal, out }, fault).to.deep.equal({ code: 70, signal: null, out: "" });
      expect(log).to.match(/^evenodds: this is a fault of evenodds, please report it/);
      expect(log, fault).to.match(words);
    }
  });

  it("keeps the code of the audit where the readers of both streams are gone", async function () {
    if (process.platform === "win32") return skipBecause(this, "there is no bash");
    await folder.write(auditCase(unequal));
    for (const [end, options] of [
      ["| true", []],
      ["| head -1 > /dev/null", ["--json"]],
      ["2>&1 | true", []],
      [">&- 2>&-", ["--json"]],
      ["2>&1 | head -c 10 > /dev/null", ["--json", "--out", "report"]],
    ] as const) {
      const { code, log } = await shell(`set -o pipefail; ${quoted([...audit, ...options])} ${end}`);
      expect({ code, end }).to.deep.equal({ code: 1, end });
      expect(log).not.to.contain("    at ");
    }
    for (const wrong of [["audit"], ["nothing"], ["audit", "no.onnx", "graph"], []]) {
      const { code } = await shell(`set -o pipefail; ${quoted(wrong)} 2>&1 | true`);
      expect(code).to.equal(2);
    }
  });

  it("ends on SIGTERM and SIGHUP at any moment as the shell says it, and long work as with Ctrl-C", async function () {
    if (process.platform === "win32") return skipBecause(this, "Windows has no signals");
    this.timeout(120_000);
    await writeLearnable(folder.at("graph"));
    const codes = { SIGTERM: 143, SIGHUP: 129, SIGINT: 130 };
    const long = ["train", "graph", ...quicklyWith("--epochs", "100000", "--patience", "100000")];
    for (const name of ["SIGTERM", "SIGHUP"] as const) {
      for (const wait of [10, 100, 250, 500, 900]) {
        const ended = await evenodds([...long, "--out", `${name}${wait}`], {
          interruptAfter: wait,
          interruptSignal: name,
        });
        // Before there is work to save the system ends the process, for which shells have the same number.
        if (ended.signal === null) expect(ended.code, ended.log).to.equal(codes[name]);
        else expect(ended.signal).to.equal(name);
      }
    }
    for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
      let sent = false;
      const stopped = await evenodds([...long, "--out", name], {
        onLog: (log, kill) => {
          if (!sent && log.includes("epoch 1 ")) kill(name);
          sent ||= log.includes("epoch 1 ");
        },
      });
      expect(stopped).to.deep.include({ code: codes[name], signal: null, out: "" });
      expect(stopped.log).to.match(/go on with evenodds train --resume \w+\n$/);
    }
  });
});
