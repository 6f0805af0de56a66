import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ModelError, UsageError } from "@evenodds/core";
import { checkStructure, exportFiles, exportModel, type ModelFiles } from "@evenodds/exporter";
import { encodeModel, onnx } from "@evenodds/exporter/internal";
import { expect } from "chai";
import { graphOf } from "./support/graphs.js";
import { gcn, linear, randomModel } from "./support/models.js";
import { loadOnnx } from "./support/run-onnx.js";

/** Constants of 1,200, 400, 40,000, 400, 1,600 and 16 bytes. */
const model = randomModel(
  [gcn("first", 3, 100), { kind: "relu" }, linear("wide", 100, 100), { kind: "relu" }, gcn("last", 100, 4)],
  { preprocessing: "z-score" },
);
const everything = { name: "model.onnx", externalFrom: 0 };

const constantsOf = ({ model: bytes }: ModelFiles) => onnx.ModelProto.decode(bytes).graph!.initializer!;
const placeOf = ({ externalData }: onnx.ITensorProto) =>
  Object.fromEntries(externalData!.map(({ key, value }) => [key!, value!]));

describe("exportFiles", () => {
  it("gives what exportModel gives where the weights are small", () => {
    const { model: bytes, data } = exportFiles(model, { name: "model.onnx", form: "portable" });
    expect(data).to.equal(undefined);
    expect(Buffer.from(bytes).equals(exportModel(model, { form: "portable" }))).to.equal(true);
  });

  it("puts constants of 1 KiB and more into a file beside it, each from a multiple of 64 KiB on", () => {
    const files = exportFiles(model, everything);
    const outside = constantsOf(files).filter(({ externalData }) => externalData!.length > 0);
    expect(outside.map((tensor) => [tensor.name, placeOf(tensor)])).to.deep.equal([
      ["first.weight", { location: "model.onnx.data", offset: "0", length: "1200" }],
      ["wide.weight", { location: "model.onnx.data", offset: "65536", length: "40000" }],
      ["last.weight", { location: "model.onnx.data", offset: "131072", length: "1600" }],
    ]);
    for (const { dataLocation, rawData } of outside) {
      expect(dataLocation).to.equal(onnx.TensorProto.DataLocation.EXTERNAL);
      expect(rawData).to.have.length(0);
    }
    expect(files.data).to.include({ path: "model.onnx.data", bytes: 131072 + 1600 });
    expect(Buffer.concat(files.data!.chunks)).to.have.length(files.data!.bytes);
    const wide = model.weights.get("wide.weight")!.values;
    expect(Buffer.concat(files.data!.chunks).readFloatLE(65536 + 4 * 17)).to.equal(wide[17]);
    const inside = constantsOf(files).filter(({ externalData }) => externalData!.length === 0);
    expect(inside.map(({ name }) => name)).to.include.members(["first.bias", "last.bias", "preprocessing.scale"]);
  });

  it("copies no weight", () => {
    const { chunks } = exportFiles(model, everything).data!;
    const held = chunks.filter(({ buffer }) =>
      [...model.weights.values()].some(({ values }) => values.buffer === buffer),
    );
    expect(held.map(({ length }) => length)).to.deep.equal([1200, 40000, 1600]);
  });

  it("starts where the constants are more than it is told", () => {
    const all = constantsOf({ model: exportModel(model) }).reduce((sum, { rawData }) => sum + rawData!.length, 0);
    expect(exportFiles(model, { name: "m", externalFrom: all }).data).to.equal(undefined);
    expect(exportFiles(model, { name: "m", externalFrom: all - 1 }).data?.path).to.equal("m.data");
  });

  it("makes no second file where every constant is small", () => {
    const small = randomModel([linear("l", 3, 2)]);
    const { model: bytes, data } = exportFiles(small, everything);
    expect(data).to.equal(undefined);
    expect(Buffer.from(bytes).equals(exportModel(small))).to.equal(true);
  });

  for (const form of ["fast", "portable"] as const) {
    it(`gives the logits of the single file bit by bit, and passes the check of its structure: ${form}`, async () => {
      const files = exportFiles(model, { ...everything, form });
      const single = exportModel(model, { form });
      const findings = checkStructure(files.model, { data: files.data });
      expect(findings).to.deep.equal(checkStructure(single));
      const folder = mkdtempSync(join(tmpdir(), "evenodds-files-"));
      try {
        writeFileSync(join(folder, "model.onnx"), files.model);
        writeFileSync(join(folder, files.data!.path), Buffer.concat(files.data!.chunks));
        const graph = graphOf(6, { arcs: [[0, 1], [1, 2], [5, 2], [2, 2], [0, 1]], width: 3 }); // prettier-ignore
        const expected = await (await loadOnnx(single))(graph);
        expect(await (await loadOnnx(join(folder, "model.onnx")))(graph)).to.deep.equal(expected);
      } finally {
        rmSync(folder, { recursive: true });
      }
    });
  }

  it("gives the same files twice", () => {
    const [first, second] = [exportFiles(model, everything), exportFiles(model, everything)];
    expect(second.model).to.deep.equal(first.model);
    expect(Buffer.concat(second.data!.chunks).equals(Buffer.concat(first.data!.chunks))).to.equal(true);
  });

  it("refuses names that lead into another folder", () => {
    for (const name of ["", ".", "..", "a/b", "a\\b", "/model.onnx", "a\0b"]) {
      expect(() => exportFiles(model, { name }), name).to.throw(UsageError, /name: expected the name of the ONNX file/);
    }
    expect(exportFiles(model, { ...everything, name: "größe 1.onnx" }).data?.path).to.equal("größe 1.onnx.data");
  });
});

describe("encodeModel", () => {
  const message = onnx.ModelProto.create({ producerName: "evenodds" });

  it("names the way out where a file would be too large", () => {
    expect(encodeModel(message, { limit: 10 })).to.have.length(10);
    expect(() => encodeModel(message, { limit: 9 })).to.throw(
      ModelError,
      /model: expected at most 9 bytes, which an ONNX file can have, found 10; .*file beside it: exportFiles/,
    );
  });

  it("is what exportModel ends with: 2 GiB of weights are refused", () => {
    // 33 layers that share 64 MiB.
    const side = 4096;
    const shared = { shape: [side, side], values: new Float32Array(side * side) };
    const layers = Array.from({ length: 33 }, (_, i) => linear(`l${i}`, side, side));
    const bias = { shape: [side], values: new Float32Array(side) };
    const weights = new Map(layers.flatMap((_, i) => [[`l${i}.weight`, shared], [`l${i}.bias`, bias]] as const)); // prettier-ignore
    const large = { ...randomModel([linear("l", 3, 2)]), layers, weights };
    const names = Array.from({ length: side }, (_, i) => `${i}`);
    const wide = { ...large, featureNames: names, classes: names };
    expect(() => exportModel(wide)).to.throw(
      ModelError,
      /expected at most 2147483647 bytes.*found 22\d{8}.*exportFiles/,
    );
  });
});
