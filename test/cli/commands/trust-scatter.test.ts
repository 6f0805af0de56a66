import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { AuditReport } from "@evenodds/auditor";
import { expect } from "chai";
import { runCli } from "../../support/fake-terminal.js";
import { arcConstants, arcNodes, buildModel, contract, node } from "../../support/onnx-models.js";
import { auditCase, unequal, type Rows } from "../support/audit-case.js";
import { useTempFolder } from "../support/temp-folder.js";

const rows: Rows = [...unequal, ["b", "1", "1"], ["a", "0", "1"]];

/**
 * `logits[i]` is the sum of the features of the sources of i's arcs, once written with a scatter that adds, once with
 * one that overwrites, as exporters write it below opset 16.
 */
function sumModel({ adds }: { readonly adds: boolean }): Uint8Array {
  const attributes = { axis: 0, ...(adds ? { reduction: "add" } : {}) };
  return buildModel({
    ...contract({ features: 2, classes: 2 }),
    nodes: [...arcNodes, node("ScatterElements", { from: ["zeros", "index", "messages"], to: ["logits"] }, attributes)],
    initializers: arcConstants,
    opset: adds ? 18 : 13,
  });
}

describe("models whose scatters overwrite what they should add up", () => {
  const folder = useTempFolder();
  beforeEach(() =>
    folder.write({
      ...auditCase(rows),
      "sums.onnx": sumModel({ adds: true }),
      "overwrites.onnx": sumModel({ adds: false }),
    }),
  );
  const audit = (model: string, ...flags: string[]) =>
    runCli(["audit", folder.at(model), folder.at("graph"), "--min-support", "1", "--draws", "20", ...flags]);
  const predict = (model: string, file: string, ...flags: string[]) =>
    runCli(["predict", folder.at(model), folder.at("graph"), "--out", folder.at(file), ...flags]);
  const message =
    /^evenodds: operators of the model: expected none that is known to be wrong, found 1 ScatterElements without a reduction .*--trust-scatter/;

  it("predict something else, so that audit and predict refuse them before they run", async () => {
    for (const result of [await audit("overwrites.onnx"), await predict("overwrites.onnx", "p.csv")]) {
      expect([result.code, result.out, result.log.length]).to.deep.equal([2, "", 1]);
      expect(result.log[0]).to.match(message);
    }
    expect(existsSync(folder.at("p.csv"))).to.equal(false);
    expect((await predict("sums.onnx", "right.csv")).code).to.equal(0);
    expect((await predict("overwrites.onnx", "wrong.csv", "--trust-scatter")).code).to.equal(0);
    const [right, wrong] = await Promise.all(
      ["right.csv", "wrong.csv"].map((file) => readFile(folder.at(file), "utf8")),
    );
    expect(wrong).not.to.equal(right);
  });

  it("run on request, with a warning in the report and beside the predictions", async () => {
    const { code, out } = await audit("overwrites.onnx", "--trust-scatter", "--json");
    expect(code).to.equal(0);
    const [warning] = (JSON.parse(out) as AuditReport).warnings;
    expect(warning!.code).to.equal("overwriting-scatter");
    expect(warning!.message).to.match(/^the model has 1 ScatterElements without a reduction .*\(trusted on request\)$/);
    expect((await audit("overwrites.onnx", "--trust-scatter")).out.replaceAll(/\s+/g, " ")).to.match(
      /the model has 1 ScatterElements/,
    );
    const { log } = await predict("overwrites.onnx", "p.csv", "--trust-scatter");
    expect(log[0]).to.match(/^warning: the model has 1 ScatterElements/);
    const clean = await audit("sums.onnx", "--trust-scatter", "--json");
    expect((JSON.parse(clean.out) as AuditReport).warnings.map((one) => one.code)).not.to.include(
      "overwriting-scatter",
    );
  });

  it("are an error of inspect, with the remedy", async () => {
    const { code, out } = await runCli(["inspect", folder.at("overwrites.onnx")]);
    expect(code).to.equal(0);
    expect(out.replaceAll(/\n {11}/g, " ")).to.match(
      /^error {6}1 ScatterElements without .*; export the model with opset 18/m,
    );
    expect((await runCli(["inspect", folder.at("sums.onnx")])).out).not.to.match(/^(error|warning)/m);
  });

  it("are no table's matter", async () => {
    await folder.write({ "table.csv": "y,p,g\n1,1,a\n" });
    const table = [
      "audit",
      "--predictions",
      folder.at("table.csv"),
      "--label",
      "y",
      "--prediction",
      "p",
      "--sensitive",
      "g",
    ];
    for (const flags of [["--trust-scatter"], ["--output-kind", "logits"]]) {
      const { code, log } = await runCli([...table, ...flags]);
      expect([code, log.length]).to.deep.equal([2, 1]);
      expect(log[0]).to.match(/meant for a (?:model|classifier)/);
    }
  });

  it("are not passed on by optimize, unless it fixes them or is told to", async () => {
    const fixture = fileURLToPath(new URL("../../fixtures/optimize/gcn-script.onnx", import.meta.url));
    const { onnx } = (await import("onnx-proto")).default;
    const mixed = onnx.ModelProto.decode(await readFile(fixture));
    const scatters = mixed.graph!.node!.filter(({ opType }) => opType === "ScatterElements");
    // One of the sums forgets to add; the others are rewritten.
    scatters[1]!.attribute = scatters[1]!.attribute!.filter(({ name }) => name !== "reduction");
    await folder.write({ "mixed.onnx": onnx.ModelProto.encode(mixed).finish() });
    const optimize = (model: string, ...flags: string[]) =>
      runCli(["optimize", model, "--out", folder.at("fast.onnx"), ...flags]);
    const refused = await optimize(folder.at("mixed.onnx"));
    expect([refused.code, refused.log.length]).to.deep.equal([2, 1]);
    expect(refused.log[0]).to.match(message);
    expect(existsSync(folder.at("fast.onnx"))).to.equal(false);
    const told = await optimize(folder.at("mixed.onnx"), "--trust-scatter");
    expect(told.code, told.log.join("\n")).to.equal(0);
    expect(told.log.join("\n")).to.match(/^warning: the model has 1 ScatterElements without/m);
  });
});
