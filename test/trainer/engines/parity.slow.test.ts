import { hashGraph } from "@evenodds/core";
import { openEngine, parseTrainingOptions, train, type EpochRecord } from "@evenodds/trainer";
import * as tf from "@tensorflow/tfjs-core";
import { expect } from "chai";
import { nativeIsExpected, noNativeLibrary } from "../../support/on-engines.js";
import { learnableGraph } from "../../support/tiny-graphs.js";

/** Relative difference of losses that engines may have after 50 epochs: they round sums in different orders. */
const tolerance = 1e-3;

describe(`engines${nativeIsExpected() ? "" : ` (skipped: ${noNativeLibrary})`}`, () => {
  before(function () {
    if (!nativeIsExpected()) this.skip();
  });

  const data = (nodes: number) => {
    const learnable = learnableGraph({ nodes, unlabelled: true });
    return { ...learnable, name: "tiny", sha256: hashGraph(learnable.graph, learnable.nodes) };
  };

  async function history(engine: string, nodes: number, options: object): Promise<readonly EpochRecord[]> {
    const settings = parseTrainingOptions({
      ...{ method: "eqgnn", sensitive: "group", hidden: 16, epochs: 50, seed: 3, learningRate: 0.005, patience: 60 },
      ...options,
    });
    return (await train(data(nodes), settings, { engine: await openEngine(engine) })).history;
  }

  for (const [name, nodes, options] of [
    ["GCN", 48, { method: "gcn" }],
    ["EqGNN", 48, {}],
    ["EqGNN in paper mode without h", 48, { mode: "paper", discriminatorSeesHidden: false }],
    ["EqGNN on a graph too large for the dense path, dropout 0.3", 600, { dropout: 0.3 }],
  ] as const) {
    it(`agree on every loss over 50 epochs, dropout and draws included: ${name}`, async () => {
      const [wasm, native] = [await history("wasm", nodes, options), await history("tensorflow", nodes, options)];
      expect(native).to.have.length(50);
      native.forEach((record, i) => {
        for (const key of ["trainLoss", "validationLoss", "discriminatorLoss"] as const) {
          const [a, b] = [wasm[i]![key], record[key]];
          if (b === null) expect(a).to.equal(null);
          else expect(Math.abs(a! - b) / Math.abs(b), `${key} of epoch ${i + 1}`).to.be.below(tolerance);
        }
      });
    });
  }

  it("keep tensors, native handles and memory over 1,000 steps of TensorFlow", async function () {
    this.timeout(120_000);
    const engine = await openEngine("tensorflow");
    const options = parseTrainingOptions({
      ...{ method: "eqgnn", sensitive: "group", hidden: 8, epochs: 1000, patience: 1000 },
    });
    const { binding } = tf.backend() as unknown as { binding: { getNumOfTensors(): number } };
    const handles: number[] = [];
    const tensors: number[] = [];
    const resident: number[] = [];
    const before = [tf.memory().numTensors, binding.getNumOfTensors()];
    await train(data(48), options, {
      engine,
      onEpoch: () => {
        tensors.push(tf.memory().numTensors);
        handles.push(binding.getNumOfTensors());
        resident.push(process.memoryUsage.rss());
      },
    });
    expect(tensors).to.have.length(1000);
    expect(new Set(tensors).size).to.equal(1);
    expect(new Set(handles.slice(1)).size).to.equal(1);
    expect([tf.memory().numTensors, binding.getNumOfTensors()]).to.deep.equal(before);
    // A leak of one [48, 8] tensor for each of the last 500 steps would be 0.8 MB, of every tensor of a step 40 MB.
    const mean = (values: readonly number[]) => values.reduce((a, b) => a + b) / values.length;
    expect(mean(resident.slice(900)) - mean(resident.slice(400, 500))).to.be.below(20e6);
  });
});
