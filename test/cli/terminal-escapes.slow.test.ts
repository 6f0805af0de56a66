import { existsSync } from "node:fs";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { run } from "@evenodds/cli/internal";
import { expect } from "chai";
import { fakeTerminal } from "../support/fake-terminal.js";
import { linearModel } from "../support/onnx-models.js";
import { skipBecause } from "../support/skip-because.js";
import { auditCase, featureModel, unequal } from "./support/audit-case.js";
import { runChild } from "./support/child.js";
import { useTempFolder } from "./support/temp-folder.js";

const harmful = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

/** Sets a link, writes to the clipboard, clears the screen by a C1 control, goes back, and turns text around. */
const hostile = "\u001b]8;;x:y\u0007\u001b]52;c;eA==\u0007\u009b2J\r\b\u202ea\u2066b\u007f";
const lines = `${hostile}\nevenodds: PASS`;

const program = fileURLToPath(new URL("../../packages/cli/bin/evenodds.js", import.meta.url));

describe("terminal escapes in names", function () {
  this.timeout(120_000);
  const folder = useTempFolder();
  before(function () {
    if (process.platform === "win32") skipBecause(this, "Windows has no such file names");
  });

  const yaml = JSON.stringify;
  const csv = (text: string) => `"${text.replaceAll('"', '""')}"`;

  /** A graph whose columns, classes, levels, ids and own name are hostile. */
  async function writeHostile(): Promise<string> {
    const header = hostile.replace("\r", "");
    const names = { id: `${header} id`, label: `${header} y`, group: `${header} s`, feature: `${header} f` };
    const nodes = Array.from({ length: 60 }, (_, n) =>
      [
        `${hostile.replace("\r", "")}${n}`,
        `${hostile}${n % 2}`,
        `${lines}${n % 3 === 0 ? "a" : "b"}`,
        n % 2,
        n % 5,
      ].map((cell) => csv(String(cell))),
    );
    await folder.write({
      "graph.yaml": [
        `name: ${yaml(lines)}`,
        "nodes:",
        "  files: nodes.csv",
        `  id: ${yaml(names.id)}`,
        `  label: ${yaml(names.label)}`,
        `  sensitive: [${yaml(names.group)}]`,
        "edges: edges.csv",
      ].join("\n"),
      "nodes.csv": [
        [names.id, names.label, names.group, names.feature, "left"].map(csv).join(","),
        ...nodes.map((row) => row.join(",")),
        "",
      ].join("\n"),
      "edges.csv": nodes.map(([id], n) => `${id!},${nodes[(n * 7 + 1) % 60]![0]!}`).join("\n"),
    });
    const place = folder.at(`graph ${hostile}`);
    await mkdir(place);
    for (const file of ["graph.yaml", "nodes.csv", "edges.csv"]) await rename(folder.at(file), `${place}/${file}`);
    return place;
  }

  /** Runs a command line, and expects that neither stream holds anything that a terminal obeys. */
  async function said(args: readonly string[], codes: readonly number[]): Promise<string> {
    const { terminal, out, log } = fakeTerminal();
    const code = await run(args, terminal);
    const what = `${args.slice(0, 2).join(" ")}: ${[...out, ...log].join("\n").slice(0, 1500)}`;
    expect(codes, what).to.include(code);
    for (const line of log) expect(line, what).not.to.match(harmful);
    const [json = ""] = args.includes("--json") && code < 2 ? [out.join("")] : [];
    if (json !== "") expect(() => JSON.parse(json) as unknown, what).not.to.throw();
    expect(out.join("").replaceAll("\n", ""), what).not.to.match(harmful);
    // No name begins a line of its own.
    expect(`${out.join("")}\n${log.join("\n")}`, what).not.to.match(/^evenodds: PASS/m);
    return [...out, ...log].join("\n");
  }

  it("reach no terminal, whichever command meets them", async () => {
    const graph = await writeHostile();
    const at = (name: string) => folder.at(`${name} ${lines}`);
    const [runs, model, sweep] = [at("run"), at("model.onnx"), at("sweep")];
    const group = `${hostile.replace("\r", "")} s`;
    const training = ["--sensitive", group, "--hidden", "4", "--engine", "wasm", "--seed", "1"];
    const text = await said(["train", graph, ...training, "--epochs", "60", "--out", runs], [0]);
    expect(text).to.contain("\\u{1b}]8;;").and.contain("\\u{9b}2J").and.contain("\\u{202e}");
    await said(["train", graph, ...training, "--epochs", "2", "--out", runs], [2]);
    await said(["export", runs, "--out", model], [0]);
    for (const args of [
      ["audit", model, graph],
      ["audit", model, graph, "--json", "--out", at("report")],
      [
        "audit",
        model,
        graph,
        "--min-support",
        "1",
        "--draws",
        "20",
        "--max-gap",
        "0.1",
        "--junit",
        at("j"),
        "--sarif",
        at("s"),
      ],
      ["audit", model, graph, "--cluster", "communities"],
      ["predict", model, graph, "--out", at("p.csv")],
      ["inspect", model],
      ["inspect", model, "--json"],
      ["optimize", model, "--out", at("o.onnx")],
      ["split", graph, "--training", at("a"), "--held-out", at("b")],
      [
        "sweep",
        graph,
        ...training.slice(0, 6),
        "--method",
        "gcn",
        "--epochs",
        "1",
        "--seeds",
        "1",
        "--grid",
        "lambda=1",
        "--out",
        sweep,
      ],
      ["import", model, "--model", `${graph}/graph.yaml`, "--out", at("i.onnx")],
    ]) {
      await said(args, [0, 1, 2, 3]);
    }
  });

  it("reach no terminal from a table, in warnings and errors", async () => {
    const rows = Array.from(
      { length: 40 },
      (_, n) => `${n % 2},${n % 3 === 0 ? 1 : 0},${csv(`${lines}${n % 4 === 0 ? "a" : "b"}`)}`,
    );
    const table = folder.at(`t ${hostile}.csv`);
    await writeFile(table, [`y,p,${csv(lines)}`, ...rows, ""].join("\n"));
    const usual = ["--predictions", table, "--label", "y", "--prediction", "p"];
    for (const more of [
      ["--sensitive", lines],
      ["--sensitive", lines, "--json", "--max-gap", "0.01"],
      ["--sensitive", lines, "--out", folder.at(lines)],
      ["--sensitive", `${lines}x`],
      ["--sensitive", lines, "--positive", hostile],
      ["--sensitive", lines, "--bins", `${hostile}=1`],
      ["--sensitive", lines, `--${hostile}`],
      ["--sensitive", lines, "--draws", hostile],
      ["--sensitive", lines, "--rule", hostile],
      ["--sensitive", lines, "--given", hostile],
      ["--sensitive", lines, "--sql", `select '${hostile}' frm`],
    ]) {
      await said(["audit", ...usual, ...more], [0, 1, 2, 3]);
    }
    for (const args of [
      [hostile],
      [`--${hostile}`],
      ["help", hostile],
      ["audit", hostile, hostile],
      ["inspect", folder.at(hostile)],
      ["generate", hostile],
      ["synth", hostile],
      ["import-data", hostile],
      ["reproduce", hostile, "--out", folder.at("r")],
      ["export", hostile, "--out", folder.at("e")],
      ["generate", "--nodes", hostile, "--out", folder.at("g")],
    ]) {
      await said(args, [2]);
    }
  });

  it("reach no terminal from a model, its runtime's messages included", async () => {
    await folder.write(auditCase(unequal));
    const metadata = { [`key ${lines}`]: lines, model_author: lines, model_license: lines };
    for (const model of [
      linearModel(
        { features: 2, classes: 2 },
        { metadata: { ...metadata, "evenodds.classes": yaml([hostile, lines]) } },
      ),
      linearModel(
        { features: 2, classes: 2 },
        { metadata: { ...metadata, "evenodds.feature_names": yaml(["left", lines]) } },
      ),
      linearModel({ features: 2, classes: 2 }, { metadata: { "evenodds.split": lines } }),
    ]) {
      await writeFile(folder.at("model.onnx"), model);
      for (const args of [
        ["inspect", folder.at("model.onnx")],
        ["inspect", folder.at("model.onnx"), "--json"],
        ["audit", folder.at("model.onnx"), folder.at("graph")],
        ["predict", folder.at("model.onnx"), folder.at("graph"), "--out", folder.at("p.csv")],
      ]) {
        await said(args, [0, 2, 3]);
      }
    }
  });

  it("reach neither stream of the real command", async function () {
    if (!existsSync(fileURLToPath(new URL("../../packages/cli/dist/index.js", import.meta.url)))) {
      return skipBecause(this, "there is no build; npm run build makes one");
    }
    await folder.write(auditCase(unequal, featureModel()));
    await mkdir(folder.at(hostile));
    const env = { ...process.env, NODE_OPTIONS: "" };
    for (const args of [
      ["audit", hostile, "graph"],
      [hostile],
      ["audit", "model.onnx", "graph", "--out", lines, "--max-gap", "0.5", "--min-support", "1"],
    ]) {
      const { out, log } = await runChild([process.execPath, program, ...args], { env, cwd: folder.at() });
      for (const stream of [out, log]) expect(stream.replaceAll("\n", "")).not.to.match(harmful);
      expect(log).not.to.match(/^evenodds: PASS/m);
    }
  });
});
