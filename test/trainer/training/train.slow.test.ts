import { encodeTrainedModel, hashGraph, InputError, InterruptedError, recallSplit, hashNodeIds } from "@evenodds/core";
import { parseTrainingOptions, predictLogits, train, type Engine, type TrainHooks } from "@evenodds/trainer";
import { decodeState, encodeState } from "@evenodds/trainer/internal";
import * as tf from "@tensorflow/tfjs-core";
import { expect } from "chai";
import { onEngines } from "../../support/on-engines.js";
import { learnableGraph } from "../../support/tiny-graphs.js";

onEngines("train", (open) => {
  let engine: Engine;
  before(() => (engine = open()));

  type Shape = Parameters<typeof learnableGraph>[0];
  const data = (shape: Shape = {}) => {
    const { graph, nodes } = learnableGraph(shape);
    return { graph, nodes, name: "tiny", sha256: hashGraph(graph, nodes) };
  };
  const run = (options: object, shape: Shape = {}, hooks: Partial<TrainHooks> = {}) => {
    const defaults = { method: "eqgnn", sensitive: "group", hidden: 8, epochs: 12, seed: 3 };
    return train(data(shape), parseTrainingOptions({ ...defaults, ...options }), { engine, ...hooks });
  };

  it("learns: the task loss falls and the training nodes are mostly right", async () => {
    const { history, summary } = await run({ method: "gcn", epochs: 150, learningRate: 0.01 });
    expect(history.at(-1)!.trainTaskLoss).to.be.below(0.5 * history[0]!.trainTaskLoss);
    expect(summary.train.accuracy).to.be.above(0.8);
  });

  it("gives the same bytes for the same seed and others for another", async () => {
    const bytes = async (seed: number) =>
      Buffer.from(encodeTrainedModel((await run({ seed })).model)).toString("base64");
    const first = await bytes(3);
    expect(await bytes(3)).to.equal(first);
    expect(await bytes(4)).not.to.equal(first);
  });

  it("splits alike for both methods with one seed", async () => {
    const [gcn, eqgnn] = [await run({ method: "gcn" }), await run({})];
    expect(gcn.model.split).to.deep.equal(eqgnn.model.split);
  });

  const everything: readonly Record<string, unknown>[] = [
    { method: "gcn" },
    { method: "eqgnn" },
    { method: "eqgnn", mode: "paper" },
    { method: "eqgnn", discriminatorSeesHidden: false },
    { method: "debias" },
    { method: "fairgnn" },
    { discriminatorLoss: "paired" },
    { discriminatorLoss: "unpaired", heldOutLabels: "hidden" },
    { discriminatorLoss: "permutation/h", discriminator: "mlp" },
    { taskLoss: "binary-cross-entropy", batchNorm: true },
    ...["sage-mean", "sage-max", "gat", "gin", "mlp"].map((backbone) => ({ backbone, layers: 3 })),
  ];

  for (const options of everything) {
    it(`scores in the summary what the model predicts: ${JSON.stringify(options)}`, async () => {
      const { graph, nodes } = data({ unlabelled: true });
      const { model, summary, prediction, split } = await run({ ...options, epochs: 20 }, { unlabelled: true });
      const logits = predictLogits(model, graph, engine);
      const predicted = (n: number) =>
        model.task === "binary" ? Number(logits[n]! > 0) : Number(logits[2 * n + 1]! > logits[2 * n]!);
      expect(Array.from(prediction.classes!, (_, n) => predicted(n))).to.deep.equal(Array.from(prediction.classes!));
      const right = split.test.filter((n) => predicted(n) === nodes.label[n]).length;
      expect(summary.test.accuracy).to.be.closeTo(right / split.test.length, 1e-12);
    });

    it(`keeps the number of tensors from epoch to epoch and frees them all: ${JSON.stringify(options)}`, async () => {
      const before = tf.memory().numTensors;
      const counts: number[] = [];
      const shape = { unlabelled: true };
      await run(options, shape, { onEpoch: () => counts.push(tf.memory().numTensors) });
      expect(counts).to.have.length(12);
      expect(new Set(counts).size).to.equal(1);
      expect(tf.memory().numTensors).to.equal(before);
    });
  }

  for (const options of [{ method: "gcn" }, { method: "eqgnn" }, { discriminatorLoss: "paired", batchNorm: true }]) {
    it(`resumes to the same bytes as a run in one go: ${JSON.stringify(options)}`, async () => {
      const whole = await run(options);
      const stop = new AbortController();
      let saved: { state: Uint8Array; history: readonly object[] } | undefined;
      const error = await run(
        options,
        {},
        {
          signal: stop.signal,
          onEpoch: ({ epoch }) => epoch === 5 && stop.abort(),
          onCheckpoint: (state, history) =>
            Promise.resolve(void (saved = { state: encodeState(state), history: [...history] })),
        },
      ).catch((caught: unknown) => caught);
      expect(error).to.be.instanceOf(InterruptedError);
      const state = decodeState(saved!.state, "checkpoint");
      expect(state.epoch).to.equal(5);
      const resume = { state, history: saved!.history as never };
      const resumed = await run(options, {}, { resume });
      expect(Buffer.from(encodeTrainedModel(resumed.model))).to.deep.equal(
        Buffer.from(encodeTrainedModel(whole.model)),
      );
      expect(resumed.history).to.deep.equal(whole.history);
      expect(resumed.summary).to.deep.equal(whole.summary);
    });
  }

  it("stops after `patience` epochs without a better validation loss and keeps the best weights", async () => {
    const { history, summary } = await run({ method: "gcn", epochs: 1000, patience: 5, learningRate: 0.05 });
    const best = history.reduce((a, b) => (b.validationLoss < a.validationLoss ? b : a));
    expect(summary.bestEpoch).to.equal(best.epoch);
    expect(history).to.have.length(best.epoch + 5);
    expect(summary.validation.accuracy).to.equal(best.validationAccuracy);
  });

  it("trains with three groups, three classes and unlabelled nodes, and exports the classes alone", async () => {
    const shape = { groups: 3, classes: 3, unlabelled: true, nodes: 90 };
    const { model, summary } = await run({}, shape);
    expect(model.classes).to.have.length(3);
    expect(model.weights.get("head.weight")!.shape).to.deep.equal([8, 3]);
    expect(summary.train.nodes + summary.validation.nodes + summary.test.nodes).to.equal(79);
    const logits = predictLogits(model, data(shape).graph, engine);
    expect(logits).to.have.length(90 * 3);
    expect(logits.every(Number.isFinite)).to.equal(true);
  });

  it("learns a number, in its unit, whatever adversary it plays against", async () => {
    const { graph, nodes } = data({ unlabelled: true, groups: 3 });
    const value = Float64Array.from(nodes.label, (y, n) => (y < 0 ? NaN : 1000 + 200 * y + (n % 3)));
    const label = nodes.label.map((y) => Math.min(y, 0));
    const numeric = { ...nodes, label, classes: [], target: { name: "amount", value } };
    for (const options of [{ method: "gcn" }, { method: "eqgnn" }, { method: "debias" }, { method: "fairgnn" }]) {
      const parsed = parseTrainingOptions({
        ...{ sensitive: "group", hidden: 8, epochs: 200, learningRate: 0.02, seed: 3, lambda: 0.01, patience: 200 },
        ...options,
      });
      const whole = { graph, nodes: numeric, name: "tiny", sha256: "0" };
      const { model, summary, prediction } = await train(whole, parsed, { engine });
      expect(model.task).to.equal("regression");
      expect(model.classes).to.deep.equal([]);
      expect(summary.test.accuracy).to.equal(null);
      // The targets' own standard deviation is about 100.
      expect(summary.train.rootMeanSquaredError).to.be.below(70);
      const output = predictLogits(model, graph, engine);
      output.forEach((given, n) => expect(given).to.be.closeTo(prediction.values![n]!, 0.01));
    }
  });

  it("keeps test labels and attributes out of training where they are hidden, whatever the method", async () => {
    for (const options of [
      ...["gcn", "debias", "fairgnn"].map((method) => ({ method })),
      ...["permutation", "paired", "unpaired"].map((discriminatorLoss) => ({ discriminatorLoss })),
    ]) {
      const given = data();
      const hidden = { sensitive: "group", hidden: 8, epochs: 8, heldOutLabels: "hidden", ...options };
      const parsed = parseTrainingOptions(hidden);
      const first = await train(given, parsed, { engine });
      const [group] = given.nodes.sensitive;
      const label = given.nodes.label.slice();
      const code = group!.code.slice();
      for (const node of first.split.test) {
        label[node] = 1 - label[node]!;
        code[node] = 1 - code[node]!;
      }
      const changed = { ...given, nodes: { ...given.nodes, label, sensitive: [{ ...group!, code }] } };
      const second = await train(changed, parsed, { engine });
      expect(second.history, JSON.stringify(options)).to.deep.equal(first.history);
      expect(second.summary.validation).to.deep.equal(first.summary.validation);
      expect(second.summary.test.accuracy).to.be.closeTo(1 - first.summary.test.accuracy!, 1e-12);
    }
  });

  it("crosses the attributes that a name joins", async () => {
    const given = data({ groups: 2 });
    const [group] = given.nodes.sensitive;
    const other = { name: "half", levels: ["even", "odd"], code: group!.code.map((_, n) => n % 2) };
    const nodes = { ...given.nodes, sensitive: [group!, other] };
    const options = parseTrainingOptions({ sensitive: "group × half", hidden: 8, epochs: 3 });
    const { model, history } = await train({ ...given, nodes }, options, { engine });
    expect(model.provenance.sensitive).to.equal("group × half");
    expect(history.every((record) => Number.isFinite(record.trainLoss))).to.equal(true);
  });

  it("stops by the task's loss alone where it is asked to", async () => {
    const { history, summary } = await run({ monitor: "task", epochs: 40, learningRate: 0.05, patience: 40 });
    const best = history.reduce((a, b) => (b.validationTaskLoss < a.validationTaskLoss ? b : a));
    expect(summary.bestEpoch).to.equal(best.epoch);
    expect(summary.validationLoss).to.equal(best.validationTaskLoss);
  });

  it("leaves nodes without attribute to the task loss", async () => {
    const given = data();
    const [group] = given.nodes.sensitive;
    const code = group!.code.map((level, n) => (n % 5 === 0 ? -1 : level));
    const nodes = { ...given.nodes, sensitive: [{ ...group!, code }] };
    const options = parseTrainingOptions({ sensitive: "group", hidden: 8, epochs: 5 });
    const { history } = await train({ ...given, nodes }, options, { engine });
    expect(history.every((record) => Number.isFinite(record.trainLoss))).to.equal(true);
  });

  it("adds λ (adversary + γ covariance) to the task loss, and reports all parts", async () => {
    const { history } = await run({ lambda: 0.3, gamma: 7 });
    for (const { trainLoss, trainTaskLoss, trainAdversarialLoss, trainCovarianceLoss, discriminatorLoss } of history) {
      expect(trainLoss).to.be.closeTo(trainTaskLoss + 0.3 * (trainAdversarialLoss! + 7 * trainCovarianceLoss!), 1e-4);
      expect(discriminatorLoss).to.be.above(0);
    }
  });

  it("records the split in the model in a form that finds its nodes again", async () => {
    const { model } = await run({ method: "gcn" });
    const split = recallSplit(model.split, hashNodeIds(data().graph.nodeIds));
    expect([split.train.length, split.validation.length, split.test.length]).to.deep.equal([24, 12, 12]);
    expect(new Set([...split.train, ...split.validation, ...split.test]).size).to.equal(48);
  });

  it("says when it is ready, before the first epoch, and not for data that do not fit", async () => {
    const calls: string[] = [];
    const hooks = {
      onReady: () => Promise.resolve(void calls.push("ready")),
      onEpoch: ({ epoch }: { epoch: number }) => void calls.push(`epoch ${epoch}`),
    };
    await run({ epochs: 2 }, {}, hooks);
    await run({ sensitive: "grup" }, {}, hooks).catch(() => calls.push("refused"));
    expect(calls).to.deep.equal(["ready", "epoch 1", "epoch 2", "refused"]);
  });

  it("refuses what cannot be learned, and says why", async () => {
    const fails = async (promise: Promise<unknown>) => (await promise.catch((error: unknown) => error)) as Error;
    const unlabelled = data();
    unlabelled.nodes.label.fill(-1);
    const options = parseTrainingOptions({ method: "gcn" });
    const noLabel = await fails(train(unlabelled, options, { engine }));
    expect(noLabel).to.be.instanceOf(InputError);
    expect(noLabel.message).to.contain("no labelled node");
    expect((await fails(run({ sensitive: "grup" }))).message).to.contain('did you mean "group"?');
    const one = await fails(run({}, { groups: 1 }));
    expect(one.message).to.contain("at least two groups");
  });
});
