import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openNodeSession, predictClasses, softmax } from "@evenodds/auditor";
import { run } from "@evenodds/cli/internal";
import { contract, type Graph } from "@evenodds/core";
import { exportModel } from "@evenodds/exporter";
import { expect } from "chai";
import { packageLack, python } from "../exporter/checkers/python-onnx.js";
import { gcn, randomModel } from "../exporter/support/models.js";
import { skipBecause } from "../support/skip-because.js";
import { commandLines } from "./support/command-lines.js";
import { codeBlocks, readPage, root, section } from "./support/pages.js";
import { quietTerminal } from "./support/quiet-terminal.js";
import { runPage, runSnippet, snippetFolder, type SaidOfNode } from "./support/run-snippet.js";

const page = readPage("docs/export.md");
const block = (language: string) => codeBlocks(page, language)[0]!;

/** The graph of every snippet; 0 and 1, 1 and 2 are connected. */
const named = ["AGE", "MP", "MPG", "PF_x", "W", "PIE", "POINTS"];
const players = [
  [30, 36, 36, 2.4, 54, 20, 30],
  [27, 34, 34, 2.8, 48, 17, 26],
  [33, 35, 35, 2.2, 60, 18, 25],
];

/** A model that is undecided between three classes, and wants a feature that no snippet names. */
function threeClasses(): Uint8Array {
  const model = randomModel([gcn("first", 4, 5), { kind: "relu" }, gcn("second", 5, 3)], { seed: 3 });
  const scale = Float32Array.of(0.2, 0.01, 0.1, 0.2);
  const shift = Float32Array.of(-4, 0, -3, -5);
  const featureNames = ["PIE", "height", "AGE", "POINTS"];
  const classes = ["low", "middle", "high"];
  return exportModel({ ...model, featureNames, preprocessing: { method: "min-max", scale, shift }, classes });
}

const models = [
  { name: "models/nba-gcn", model: new Uint8Array(readFileSync(join(root, "models/nba-gcn/model.onnx"))) },
  { name: "a model of three classes", model: threeClasses() },
];

/** Returns what the auditor says about node 0 of the snippets' graph. */
async function audited(model: Uint8Array): Promise<SaidOfNode> {
  const session = await openNodeSession(model, { provider: "cpu" });
  try {
    const { featureNames, classes } = session.description.metadata;
    const others = featureNames!.filter((name) => !named.includes(name));
    const graph: Graph = {
      nodeCount: players.length,
      source: Int32Array.of(0, 1, 1, 2),
      target: Int32Array.of(1, 0, 2, 1),
      features: Float32Array.from(players.flatMap((player) => [...player, ...others.map(() => 0)])),
      featureNames: [...named, ...others],
      nodeIds: ["0", "1", "2"],
    };
    const logits = await session.run(graph);
    const best = predictClasses(logits).prediction[0]!;
    return { className: classes![best]!, probability: softmax(logits)[best]! };
  } finally {
    await session.release();
  }
}

/** Runs the page's command that describes a model, on another path. */
async function inspect(path: string): Promise<string> {
  const [command] = codeBlocks(section(page, "Running it"), "sh").flatMap(commandLines);
  expect(command!.redirect).to.equal("model.json");
  const { terminal, out } = quietTerminal();
  await run(
    command!.words.slice(2).map((word) => (word === "model.onnx" ? path : word)),
    terminal,
  );
  return out.join("");
}

describe("snippets of docs/export.md", () => {
  let folder = "";
  const folderOf = (name: string) => join(folder, name.replaceAll(/\W/g, "-"));
  const expected = new Map<string, SaidOfNode>();

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "evenodds-snippets-"));
    for (const { name, model } of models) {
      await snippetFolder(folderOf(name), { model, inspect });
      expected.set(name, await audited(model));
    }
  });
  after(() => rmSync(folder, { recursive: true }));

  function agree(name: string, { className, probability }: SaidOfNode): void {
    const { className: best, probability: share } = expected.get(name)!;
    expect(className).to.equal(best);
    // The last decimal that is printed.
    expect(probability).to.be.closeTo(share, 6e-5);
  }

  it("make the same graph up", () => {
    for (const language of ["js", "python", "cpp", "html"]) {
      const rows = block(language)
        .split("\n")
        .filter((line) => line.includes("POINTS"))
        .map((line) => [...line.matchAll(/"?([A-Z]\w*)"?[:,] ([\d.]+)/g)]);
      expect(rows.map((row) => row.map(([, name]) => name))).to.deep.equal(players.map(() => named));
      expect(rows.map((row) => row.map(([, , value]) => Number(value)))).to.deep.equal(players);
    }
  });

  it("are tried on a model that is undecided, so that a mistake shows", () => {
    const { probability } = expected.get("a model of three classes")!;
    expect(probability).to.be.within(0.35, 0.95);
  });

  for (const { name } of models) {
    it(`JavaScript says of ${name} what the auditor says`, () => {
      agree(name, runSnippet(folderOf(name), { file: "predict.mjs", code: block("js") }));
    });

    it(`Python says of ${name} what the auditor says`, function () {
      const lack = packageLack(["onnxruntime", "numpy"]);
      if (lack !== undefined && process.env.EVENODDS_REQUIRE_ONNX_CHECKER === "1") {
        throw new Error(`Python's ONNX Runtime is needed: ${lack}`);
      }
      if (lack !== undefined) skipBecause(this, lack);
      agree(name, runSnippet(folderOf(name), { file: "predict.py", code: block("python"), program: python }));
    });

    it(`the web page says of ${name} what the auditor says, on onnxruntime-node`, () => {
      agree(name, runPage(folderOf(name), { html: block("html"), files: [], runtime: undefined }));
    });
  }

  it("the web page says what the auditor says on the files of onnxruntime-web that it names", function () {
    const runtime = process.env.EVENODDS_ONNXRUNTIME_WEB;
    if (runtime === undefined) skipBecause(this, "EVENODDS_ONNXRUNTIME_WEB names no folder of the package");
    const files = [
      ...section(page, "A web page")
        .split("```")[0]!
        .matchAll(/`(ort[\w.-]+\.(?:mjs|wasm))`/g),
    ];
    expect(files).to.have.length(3);
    const { name } = models[1]!;
    agree(name, runPage(folderOf(name), { html: block("html"), files: files.map(([, file]) => file!), runtime }));
  });

  it("C++ names the inputs, the output and the metadata of the contract", () => {
    const code = block("cpp");
    expect(code).to.include(`input_names[] = {"${contract.x}", "${contract.edgeIndex}"}`);
    expect(code).to.include(`output_names[] = {"${contract.logits}"}`);
    for (const key of ["evenodds.feature_names", "evenodds.classes"]) expect(code).to.include(`names_under("${key}")`);
  });
});
