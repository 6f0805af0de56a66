import { ModelError } from "@evenodds/core";
import { optimizeModel, proofGraphs } from "@evenodds/exporter";
import { expect } from "chai";
import fc from "fast-check";
import { anyGraph } from "../support/graphs.js";
import { decoded, expectSameLogits, operatorCounts, readFixture, weighted } from "./fixtures.js";

const oneNumber = "one number per arc is fast that way";

describe("optimizeModel", () => {
  const graphs = proofGraphs({ featureCount: 5, seed: 1 }).map(({ graph }) => graph);

  // [file, pattern, counts that stay scatters]: torch's new exporter shares counts between layers, the old one does
  // not.
  const cases = [
    ["gcn-script.onnx", "weighted sum", 2],
    ["gcn-dynamo.onnx", "weighted sum", 1],
    ["gcn-script-opset16.onnx", "weighted sum", 2],
    ["gcn-script-opset20.onnx", "weighted sum", 2],
    ["gcn-flat-script.onnx", "weighted sum", 2],
    ["gcn-flat-dynamo.onnx", "weighted sum", 1],
    ["gcn-no-loops-script.onnx", "weighted sum", 2],
    ["gcn-no-loops-dynamo.onnx", "weighted sum", 1],
    ["gcn-weighted-script.onnx", "weighted sum", 2],
    ["gcn-weighted-dynamo.onnx", "weighted sum", 1],
    ["sage-mean-script.onnx", "mean", 2],
    ["sage-mean-dynamo.onnx", "mean", 1],
    ["sage-mean-project-script.onnx", "mean", 2],
    ["sage-mean-project-dynamo.onnx", "mean", 1],
    ["sage-sum-script.onnx", "sum", 0],
    ["sage-sum-dynamo.onnx", "sum", 0],
    ["gin-script.onnx", "sum", 0],
    ["gin-dynamo.onnx", "sum", 0],
    ["index-add-dynamo.onnx", "sum", 0],
    ["index-put-dynamo.onnx", "sum", 0],
  ] as const;
  for (const [file, pattern, counts] of cases) {
    it(`rewrites both layers of ${file} along one set of tables, to the same logits`, async () => {
      const original = readFixture(file);
      const { bytes, findings } = optimizeModel(original);
      expect(findings.rewritten).to.deep.equal([{ pattern, count: 2 }]);
      expect(findings.left).to.deep.equal(counts === 0 ? [] : [{ reason: oneNumber, count: counts }]);
      expect(findings.tables).to.equal(1);
      expect(operatorCounts(bytes).If, "sorted once").to.equal(1);
      await expectSameLogits(original, bytes, file.includes("-weighted") ? graphs.map(weighted) : graphs);
    });
  }

  for (const file of ["gcn-script.onnx", "sage-mean-dynamo.onnx"]) {
    it(`gives the logits of ${file} on any graph`, async () => {
      const original = readFixture(file);
      const { bytes } = optimizeModel(original);
      await fc.assert(
        fc.asyncProperty(fc.array(anyGraph({ width: 5 }), { minLength: 8, maxLength: 8 }), (drawn) =>
          expectSameLogits(original, bytes, drawn),
        ),
        { numRuns: 4 },
      );
    });
  }

  it("keeps inputs, outputs, versions, metadata and weights, and every node but those of the sums", () => {
    const before = decoded(readFixture("sage-mean-dynamo.onnx"));
    const after = decoded(optimizeModel(readFixture("sage-mean-dynamo.onnx")).bytes);
    const { graph: graphBefore, ...modelBefore } = before.toJSON() as { graph: Record<string, unknown> };
    const { graph: graphAfter, ...modelAfter } = after.toJSON() as { graph: Record<string, unknown> };
    expect(modelAfter).to.deep.equal(modelBefore);
    for (const field of ["name", "input", "output", "docString"]) {
      expect(graphAfter[field], field).to.deep.equal(graphBefore[field]);
    }
    const weights = (model: typeof before) =>
      model.graph!.initializer!.filter(({ name }) => /weight|bias/.test(name!)).map((tensor) => tensor.rawData);
    expect(weights(after)).to.deep.equal(weights(before));
    const byOutput = new Map(before.graph!.node!.map((node) => [node.output![0], node]));
    const kept = after.graph!.node!.filter(({ output, opType }) => byOutput.get(output![0])?.opType === opType);
    expect(kept.length).to.be.greaterThan(15);
    for (const node of kept) expect(node).to.deep.equal(byOutput.get(node.output![0]));
  });

  it("gives the same bytes twice", () => {
    const original = readFixture("gcn-script.onnx");
    expect(optimizeModel(original).bytes).to.deep.equal(optimizeModel(original).bytes);
  });

  it("takes tensors from files beside the model into it, and needs them", () => {
    const original = readFixture("gcn-wide-dynamo-external.onnx");
    const data = readFixture("gcn-wide-dynamo-external.onnx.data");
    const { bytes } = optimizeModel(original, {
      externalData: new Map([["gcn-wide-dynamo-external.onnx.data", data]]),
    });
    expect(decoded(bytes).graph!.initializer!.some(({ externalData }) => externalData!.length > 0)).to.equal(false);
    expect(bytes.length).to.be.greaterThan(data.length);
    const short = new Map([["gcn-wide-dynamo-external.onnx.data", data.subarray(0, 10)]]);
    expect(() => optimizeModel(original, { externalData: short })).to.throw(
      ModelError,
      /bytes at .* a file of 10 bytes/,
    );
  });

  it("refuses a model without a sum over neighbours, and says what it has instead", () => {
    const refusal = (file: string) => () => optimizeModel(readFixture(file));
    expect(refusal("no-edges-script.onnx")).to.throw(
      ModelError,
      /sums over neighbours .* found none; use the model as/,
    );
    expect(refusal("sage-max-dynamo.onnx")).to.throw(ModelError, /2 where the reduction is max, not add/);
    expect(refusal("index-put-script.onnx")).to.throw(ModelError, /2 where rows overwrite each other/);
    expect(refusal("gat-script.onnx")).to.throw(
      ModelError,
      /4 where the reduction is max, not add; .*2 where messages have 3 axes/,
    );
  });

  it("refuses an opset in which scatters cannot add, and what is not a model", () => {
    const old = () => optimizeModel(readFixture("gcn-script-opset14.onnx"));
    expect(old).to.throw(ModelError, /opset of the model: expected at least 16, found 14; .*opset_version=18/);
    expect(() => optimizeModel(Uint8Array.of())).to.throw(
      ModelError,
      /an ONNX file, found 0 bytes without a model graph/,
    );
    expect(() => optimizeModel(Uint8Array.of(255, 255, 1))).to.throw(ModelError, /an ONNX file/);
  });
});
