import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { hashGraph } from "@evenodds/core";
import { openEngine, parseTrainingOptions, train } from "@evenodds/trainer";
import { decodeState, encodeState, type TrainingState } from "@evenodds/trainer/internal";
import * as tf from "@tensorflow/tfjs-core";
import { expect } from "chai";
import { nativeIsExpected, noNativeLibrary } from "../support/on-engines.js";
import { skipBecause } from "../support/skip-because.js";
import { learnableGraph } from "../support/tiny-graphs.js";

const { graph, nodes } = learnableGraph();
const data = { graph, nodes, name: "tiny", sha256: hashGraph(graph, nodes) };
const options = parseTrainingOptions({ sensitive: "group", hidden: 8, epochs: 4 });

describe("a sum over segments that the WebAssembly backend lacks (tfjs#8082)", () => {
  it("is not needed: training runs without the kernel", async () => {
    const engine = await openEngine("wasm");
    expect(tf.getKernel("UnsortedSegmentSum", "wasm")).to.equal(undefined);
    const { history } = await train(data, options, { engine });
    expect(history.every(({ trainLoss }) => Number.isFinite(trainLoss))).to.equal(true);
  });
});

describe("a Node without util.isNullOrUndefined and util.isArray (tfjs#8609)", () => {
  it("trains all the same, whatever the version of Node", async function () {
    if (!nativeIsExpected()) skipBecause(this, noNativeLibrary);
    const script = `
      const util = process.getBuiltinModule("node:util");
      delete util.isNullOrUndefined;
      delete util.isArray;
      const { openEngine } = await import("@evenodds/trainer");
      const { topk, tensor1d } = await import("@tensorflow/tfjs-core");
      await openEngine("tensorflow");
      console.log(topk(tensor1d([1, 7, 3]), 1).values.dataSync()[0]);`;
    const flags = ["--conditions=@evenodds/source", "--import", "tsx", "--input-type=module", "--eval", script];
    const { stdout } = await promisify(execFile)(process.execPath, flags);
    expect(stdout.trim()).to.equal("7");
  }).timeout(30_000);
});

describe("a tensor that saving with the optimizer leaves behind (tfjs#8238)", () => {
  it("does not happen: saving and loading a state makes no tensor", async () => {
    const engine = await openEngine("wasm");
    let saved: TrainingState | undefined;
    const onCheckpoint = (state: TrainingState) => Promise.resolve(void (saved = state));
    await train(data, options, { engine, onCheckpoint });
    const before = tf.memory().numTensors;
    for (let i = 0; i < 5; i++) saved = decodeState(encodeState(saved!), "checkpoint");
    expect(tf.memory().numTensors).to.equal(before);
    expect(saved!.epoch).to.equal(4);
  });
});
