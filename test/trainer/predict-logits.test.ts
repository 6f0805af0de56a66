import { ModelError } from "@evenodds/core";
import { parseTrainingOptions, predictLogits, train, type Engine } from "@evenodds/trainer";
import { expect } from "chai";
import { denseLogits } from "../support/dense-gcn.js";
import { expectClose } from "../support/expect-close.js";
import { onEngines } from "../support/on-engines.js";
import { graphOf, learnableGraph, randomGraph } from "../support/tiny-graphs.js";

onEngines("predictLogits", (open) => {
  let engine: Engine;
  before(() => (engine = open()));

  const model = async (scale: string) => {
    const options = parseTrainingOptions({ method: "gcn", hidden: 6, epochs: 8, scale });
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

  it("works on one node and without arcs", async () => {
    const trained = await model("min-max");
    for (const graph of [graphOf([], [[1, 2, 3]]), graphOf([[0, 0]], [[1, 2, 3]])]) {
      expectClose(predictLogits(trained, graph, engine), denseLogits(trained, graph), 1e-5);
    }
  });

  it("refuses a graph with other features", async () => {
    const trained = await model("none");
    expect(() => predictLogits(trained, randomGraph(1, { features: 4 }), engine)).to.throw(ModelError, /3.*4/);
  });
});
