import { mkdir, readFile, truncate, writeFile } from "node:fs/promises";
import { encodeSafetensors } from "@evenodds/core";
import { expect } from "chai";
import { pygPath } from "../exporter/support/pyg-fixtures.js";
import { linearModel } from "../support/onnx-models.js";
import { runCli } from "../support/fake-terminal.js";
import { auditCase, equal } from "./support/audit-case.js";
import { useTempFolder } from "./support/temp-folder.js";
import { trainQuickly, writeLearnable } from "./support/trained-run.js";

const levels = Array.from({ length: 9 }, (_, level) => {
  const items = level === 0 ? '"lol"' : `*n${level - 1}`;
  return `n${level}: &n${level} [${Array.from({ length: 10 }, () => items).join(", ")}]`;
});

const deepJson = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;

/** YAML that is made to harm whoever reads it, or that could be read in more than one way. */
const hostileYaml: Readonly<Record<string, string>> = {
  "a billion laughs": levels.join("\n"),
  "laughs in a field": `${levels.join("\n")}\nnodes: *n8`,
  "a cycle": "nodes: &x { files: *x }",
  "a cycle through two anchors": "nodes: &x [&y [*x, *y]]",
  "flow lists that are deep": deepJson,
  "open lists": "[".repeat(100_000),
  "mappings that are deep": "{a: ".repeat(100_000),
  "block lists that are deep": "- ".repeat(100_000),
  "keys that are deep": "? ".repeat(50_000),
  "a repeated key": "nodes: a.csv\nnodes: b.csv",
  "a key __proto__ twice": "__proto__: 1\n__proto__: 2",
  "two documents": "nodes: a.csv\n---\nnodes: b.csv",
  "a program's tag": "nodes: !!python/object/apply:os.system [id]",
  "binary data": "nodes: !!binary aGVsbG8=",
  "YAML 1.1": "%YAML 1.1\n---\nnodes: yes",
  "a list as a key": "? [nodes]\n: a.csv",
  "an alias without anchor": "nodes: *x",
  "an empty text": "",
  "a lone number": "7",
  "a lone null": "null",
  "very much text": `# ${"x".repeat(2 ** 24)}\nnodes: a.csv`,
};

describe("notations that are made to harm", function () {
  this.timeout(120_000);
  const folder = useTempFolder();

  async function expectLine(args: readonly string[], what: string, words: RegExp): Promise<void> {
    const { code, out, log } = await runCli(args);
    expect({ code, out, lines: log.length }, `${what}: ${log.join("\n").slice(0, 300)}`).to.deep.equal({
      code: 2,
      out: "",
      lines: 1,
    });
    expect(log[0], what).to.match(words);
    expect(log[0]!.length).to.be.below(2100);
  }

  for (const [what, text] of Object.entries(hostileYaml)) {
    it(`are refused in one line: ${what}`, async () => {
      await folder.write(auditCase(equal));
      await writeFile(folder.at("graph", "graph.yaml"), text);
      await writeFile(folder.at("card.yaml"), text);
      const graph = folder.at("graph");
      for (const args of [
        ["audit", folder.at("model.onnx"), graph],
        ["train", graph, "--sensitive", "group", "--out", folder.at("run")],
      ]) {
        await expectLine(args, what, /graph\.yaml/);
      }
      const state = pygPath("gcn.safetensors");
      await expectLine(
        ["import", state, "--model", folder.at("card.yaml"), "--out", folder.at("m.onnx")],
        what,
        /card\.yaml/,
      );
    });
  }

  it("are refused where a card is no card by its size", async () => {
    await folder.write(auditCase(equal));
    await truncate(folder.at("graph", "graph.yaml"), 3 * 2 ** 30);
    await expectLine(["audit", folder.at("model.onnx"), folder.at("graph")], "3 GiB", /a file of 3221225472 bytes/);
  });

  it("are refused in the metadata of ONNX and safetensors files", async () => {
    await folder.write(auditCase(equal));
    for (const text of [deepJson, `{"a":`.repeat(100_000), "null", '{"__proto__": []}', "[[1]]"]) {
      for (const key of ["feature_names", "classes", "split", "preprocessing", "provenance"]) {
        const model = linearModel({ features: 2, classes: 2 }, { metadata: { [`evenodds.${key}`]: text } });
        await writeFile(folder.at("m.onnx"), model);
        await expectLine(["audit", folder.at("m.onnx"), folder.at("graph")], key, /metadata evenodds\./);
      }
    }
    const withHeader = (json: string) => {
      const bytes = new TextEncoder().encode(json);
      const file = new Uint8Array(8 + bytes.length);
      new DataView(file.buffer).setBigUint64(0, BigInt(bytes.length), true);
      file.set(bytes, 8);
      return file;
    };
    for (const header of [
      deepJson,
      `{"__metadata__": ${deepJson}}`,
      '{"__metadata__": null}',
      '{"__metadata__": {"a": 1}}',
      '{"__proto__": {}}',
      '{"constructor": null}',
      '{"a": {"dtype": "constructor", "shape": [], "data_offsets": [0, 0]}}',
      '{"a": {"dtype": ["F32"], "shape": [], "data_offsets": [0, 4]}}',
    ]) {
      await writeFile(folder.at("s.safetensors"), withHeader(header));
      const args = ["import", folder.at("s.safetensors"), "--model", pygPath("gcn.yaml"), "--out", folder.at("o.onnx")];
      await expectLine(args, header.slice(0, 60), /s\.safetensors/);
    }
  });

  it("are refused in the files of a run and a sweep", async () => {
    await writeLearnable(folder.at("graph"));
    await trainQuickly(folder.at("graph"), folder.at("run"), "--engine", "wasm");
    const config = await readFile(folder.at("run", "config.json"), "utf8");
    const broken = [
      deepJson,
      "null",
      "[]",
      "{}",
      '"text"',
      '{"options": null}',
      "{",
      config.replace('"options"', '"__proto__"'),
    ];
    for (const text of broken) {
      await writeFile(folder.at("run", "config.json"), text);
      for (const args of [
        ["export", folder.at("run"), "--out", folder.at("m.onnx")],
        ["train", "--resume", folder.at("run")],
      ]) {
        await expectLine(args, text.slice(0, 60), /config\.json/);
      }
    }
    await writeFile(folder.at("run", "config.json"), config);
    const format = "evenodds.trained-model/1";
    for (const model of [deepJson, "null", "{}", "7", '{"layers": []}', "{"]) {
      await writeFile(folder.at("run", "model.safetensors"), encodeSafetensors(new Map(), { format, model }));
      await expectLine(
        ["export", folder.at("run"), "--out", folder.at("m.onnx")],
        model.slice(0, 60),
        /model\.safetensors/,
      );
    }
    await mkdir(folder.at("sweep"));
    for (const text of [deepJson, "null", "{}", "[]"]) {
      await writeFile(folder.at("sweep", "sweep.json"), text);
      const sweep = [
        "sweep",
        folder.at("graph"),
        "--sensitive",
        "group",
        "--grid",
        "lambda=1",
        "--seeds",
        "1",
        "--epochs",
        "1",
      ];
      await expectLine([...sweep, "--out", folder.at("sweep")], text.slice(0, 60), /sweep/);
    }
  });
});
