import { ProofError, UsageError, type TrainedModel } from "@evenodds/core";
import { exportModel, proofGraphs, proveExport, type LogitsRunner } from "@evenodds/exporter";
import { expect } from "chai";
import { caught } from "../../support/caught.js";
import { denseLogits } from "../../support/dense-model.js";
import { randomModel, twoLayers } from "../support/models.js";
import { loadOnnx } from "../support/run-onnx.js";

const model = randomModel(twoLayers, { preprocessing: "z-score" });
const bytes = exportModel(model);
const graphs = proofGraphs({ featureCount: 3, seed: 1, preprocessing: model.preprocessing });
const reference: LogitsRunner = (graph) => Promise.resolve(Float32Array.from(denseLogits(model, graph)));

/** The model with one weight moved by `by`. */
function moved(by: number): TrainedModel {
  const { shape, values } = model.weights.get("first.weight")!;
  const weights = new Map(model.weights);
  weights.set("first.weight", { shape, values: values.map((value, i) => (i === 4 ? value + by : value)) });
  return { ...model, weights };
}

describe("proveExport", () => {
  it("proves an exported model on every graph", async () => {
    const proofs = await proveExport({ bytes, reference, candidate: await loadOnnx(bytes), graphs });
    expect(proofs.map(({ graph, nodes, arcs }) => [graph, nodes, arcs])).to.deep.equal([
      ["hubs", 400, 3000],
      ["sorted", 400, 3000],
      ["no arcs", 5, 0],
      ["one node", 1, 1],
    ]);
    for (const { relativeDifference, maxAbsoluteDifference } of proofs) {
      expect(relativeDifference).to.be.below(1e-5);
      expect(maxAbsoluteDifference).to.be.at.least(relativeDifference);
    }
  });

  it("fails when one weight was moved by 0.01, and not when it was moved by 1e-6", async () => {
    const run = async (by: number) => {
      const other = exportModel(moved(by));
      return proveExport({ bytes: other, reference, candidate: await loadOnnx(other), graphs });
    };
    expect(await caught(() => run(0.01)))
      .to.be.instanceOf(ProofError)
      .and.have.property("message")
      .that.matches(
        /logits on graph "hubs", node \d+, class [01]: expected .* within .*does not compute what was trained/,
      );
    expect(await run(1e-6)).to.have.length(graphs.length);
  });

  it("checks the structure before anything is run", async () => {
    const never: LogitsRunner = () => Promise.reject(new Error("was run"));
    const error = await caught(() =>
      proveExport({ bytes: bytes.subarray(1), reference: never, candidate: never, graphs }),
    );
    expect(error).to.be.instanceOf(ProofError);
  });

  it("refuses to prove nothing, and tolerances that are not positive numbers", async () => {
    const candidate = reference;
    expect(await caught(() => proveExport({ bytes, reference, candidate, graphs: [] }))).to.be.instanceOf(UsageError);
    for (const tolerance of [0, -1, NaN, Infinity]) {
      const error = await caught(() => proveExport({ bytes, reference, candidate, graphs, tolerance }));
      expect(error, `${tolerance}`).to.be.instanceOf(UsageError);
    }
  });
});
