import { ModelError } from "@evenodds/core";
import { parseTrainingOptions, predictLogits, train, type Engine } from "@evenodds/trainer";
import { expect } from "chai";
import { denseLogits } from "../support/dense-model.js";
import { expectClose } from "../support/expect-close.js";
import { onEngines } from "../support/on-engines.js";
import { graphOf, learnableGraph, randomGraph } from "../support/tiny-graphs.js";

onEngines("predictLogits", (open) => {
  let engine: Engine;
  before(() => (engine = open()));

  const model = async (scale: string, architecture: object = {}) => {
    const options = parseTrainingOptions({ method: "gcn", hidden: 6, epochs: 8, scale, ...architecture });
    const data = { ...learnableGraph({ unlabelled: true }), name: "tiny", sha256: "0" };
    return (await train(data, options, { engine })).model;
  };

  for (const scale of ["none", "min-max", "z-score"]) {
    it(`equals Â (x W) + b written out in plain arithmetic, features ${scale}`, async () => {
      const trained = await model(scale);
      for (const seed of [1, 2, 3]) {
        const graph = randomGraph(seed, { nodes: 11, arcs: 25 * seed, features: 3 });
        expectClose(predictLogits(trained, graph, engine), denseLogits(trained, graph), 1e-4);
      }
    });
  }

  for (const architecture of [
    { backbone: "gcn" },
    ...["sage-mean", "sage-max", "gat", "gin", "mlp"].map((backbone) => ({ backbone, heads: 2 })),
    { backbone: "sage-mean", layers: 3, batchNorm: true },
    { backbone: "gin", layers: 1 },
    { backbone: "gcn", taskLoss: "binary-cross-entropy" },
  ]) {
    it(`equals the formulas of every layer in plain float64, ${JSON.stringify(architecture)}`, async () => {
      const trained = await model("min-max", architecture);
      const graphs = [
        graphOf([], [[1, 2, 3]]),
        graphOf([[0, 0]], [[1, 2, 3]]),
        ...[1, 2, 3].map((seed) => randomGraph(seed, { nodes: 11, arcs: 25 * seed, features: 3 })),
      ];
      for (const graph of graphs) {
        expectClose(predictLogits(trained, graph, engine), denseLogits(trained, graph), 1e-4);
      }
    });
  }

  it("refuses a graph with other features", async () => {
    const trained = await model("none");
    expect(() => predictLogits(trained, randomGraph(1, { features: 4 }), engine)).to.throw(ModelError, /3.*4/);
  });
});
