import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ModelError, UsageError } from "@evenodds/core";
import { optimizeFiles, optimizeModel } from "@evenodds/exporter";
import { embedData, moveDataOutside, onnx } from "@evenodds/exporter/internal";
import { expect } from "chai";
import { graphOf } from "../support/graphs.js";
import { loadOnnx } from "../support/run-onnx.js";
import { readFixture } from "./fixtures.js";

const name = "gcn-wide-dynamo-external.onnx";
const original = readFixture(name);
const externalData = new Map([[`${name}.data`, readFixture(`${name}.data`)]]);
const outsideOf = (bytes: Uint8Array) =>
  onnx.ModelProto.decode(bytes).graph!.initializer!.filter(({ externalData: entries }) => entries!.length > 0);

describe("optimizeFiles", () => {
  it("gives what optimizeModel gives where the model is small", () => {
    const { files, findings } = optimizeFiles(original, { name: "fast.onnx", externalData });
    const { bytes, findings: expected } = optimizeModel(original, { externalData });
    expect(files.data).to.equal(undefined);
    expect(Buffer.from(files.model).equals(bytes)).to.equal(true);
    expect(findings).to.deep.equal(expected);
  });

  it("puts large constants into one new data file, without copying them", () => {
    const { files, findings } = optimizeFiles(original, { name: "fast.onnx", externalFrom: 0, externalData });
    expect(findings).to.deep.equal(optimizeModel(original, { externalData }).findings);
    const tensors = outsideOf(files.model);
    expect(tensors.length).to.be.at.least(1);
    for (const { externalData: entries } of tensors) {
      const [location, offset, length] = entries!.map(({ value }) => value);
      expect(location).to.equal("fast.onnx.data");
      expect(Number(offset) % 65536).to.equal(0);
      expect(Number(length)).to.be.at.least(1024);
    }
    const given = externalData.get(`${name}.data`)!;
    expect(files.data!.chunks.some(({ buffer }) => buffer === given.buffer)).to.equal(true);
  });

  it("gives the logits of the single file bit by bit, and takes content out of a file without data beside it", async () => {
    const single = optimizeModel(original, { externalData }).bytes;
    const whole = embedData(original, externalData);
    const graph = graphOf(8, { arcs: [[0, 1], [1, 2], [5, 2], [2, 3], [0, 1], [7, 0]], width: widthOf(single) }); // prettier-ignore
    const expected = await (await loadOnnx(single))(graph);
    for (const [bytes, given] of [
      [original, externalData],
      [whole, new Map<string, Uint8Array>()],
    ] as const) {
      const { files } = optimizeFiles(bytes, { name: "fast.onnx", externalFrom: 0, externalData: given });
      const folder = mkdtempSync(join(tmpdir(), "evenodds-optimize-"));
      try {
        writeFileSync(join(folder, "fast.onnx"), files.model);
        writeFileSync(join(folder, files.data!.path), Buffer.concat(files.data!.chunks));
        expect(await (await loadOnnx(join(folder, "fast.onnx")))(graph)).to.deep.equal(expected);
      } finally {
        rmSync(folder, { recursive: true });
      }
    }
  });

  it("names data that are missing or too short, and names that are no file's", () => {
    const short = new Map([[`${name}.data`, externalData.get(`${name}.data`)!.subarray(0, 10)]]);
    const options = { name: "fast.onnx", externalFrom: 0 };
    expect(() => optimizeFiles(original, { ...options, externalData: short })).to.throw(
      ModelError,
      /a file of 10 bytes/,
    );
    expect(() => optimizeFiles(original, options)).to.throw(ModelError, /bytes at .* of gcn-wide.*found no such file/);
    expect(() => optimizeFiles(original, { ...options, name: "../fast.onnx" })).to.throw(UsageError, /without folders/);
  });
});

describe("moveDataOutside", () => {
  it("is undone by embedData, for every constant that is large enough", () => {
    const whole = embedData(original, externalData);
    const { model, data } = moveDataOutside(whole, { externalData: new Map(), path: "x.data" });
    expect(outsideOf(model).length).to.be.at.least(1);
    expect(embedData(model, new Map([["x.data", Buffer.concat(data!.chunks)]]))).to.deep.equal(whole);
  });
});

function widthOf(bytes: Uint8Array): number {
  const [x] = onnx.ModelProto.decode(bytes).graph!.input!;
  return Number(x!.type!.tensorType!.shape!.dim![1]!.dimValue);
}
