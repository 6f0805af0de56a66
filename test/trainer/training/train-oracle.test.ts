import { Random } from "@evenodds/core";
import { parseTrainingOptions, train, type Engine } from "@evenodds/trainer";
import * as tf from "@tensorflow/tfjs-core";
import { gcnClassifier } from "../../../packages/trainer/src/classifier/gcn-classifier.js";
import { initialWeights } from "../../../packages/trainer/src/layers/initial-weights.js";
import { maskWeights } from "../../../packages/trainer/src/losses/class-weights.js";
import { rootLoss } from "../../../packages/trainer/src/operations/root-loss.js";
import { adamInit, parameterTensors } from "../../../packages/trainer/src/optimizers/adam.js";
import { classifierLoss } from "../../../packages/trainer/src/training/classifier-loss.js";
import { draw, drawCovariance } from "../../../packages/trainer/src/training/draw.js";
import { runClassifier, runDiscriminator } from "../../../packages/trainer/src/training/networks.js";
import { prepareRun } from "../../../packages/trainer/src/training/prepare.js";
import { splitForTraining } from "../../../packages/trainer/src/training/split-for-training.js";
import { gradientsOf } from "../../../packages/trainer/src/training/gradients-of.js";
import { denseTraining } from "../../support/dense-training.js";
import { expectClose } from "../../support/expect-close.js";
import { numericGradient } from "../../support/numeric-gradient.js";
import { onEngines } from "../../support/on-engines.js";
import { learnableGraph, rowsOf } from "../../support/tiny-graphs.js";

onEngines("train, against formulas written out by hand", (open) => {
  let engine: Engine;
  before(() => (engine = open()));

  for (const mode of ["official", "paper"] as const) {
    it(`follows the losses of a dense float64 GCN for 20 epochs, ${mode} mode`, async () => {
      const whole = learnableGraph({ unlabelled: true });
      const { graph, nodes } = whole;
      const seed = 5;
      const options = parseTrainingOptions({
        ...{ method: "gcn", mode, scale: "none", dropout: 0, hidden: 6, epochs: 20, seed, learningRate: 0.01 },
      });
      const { history } = await train({ ...whole, name: "tiny", sha256: "0" }, options, { engine });

      const outputs = mode === "official" ? 3 : 2;
      const layers = gcnClassifier({ features: 3, hidden: 6, outputs, dropout: 0 });
      const start = initialWeights(layers, Random.of(seed, "classifier"));
      const rows = (name: string) => {
        const { shape, values } = start.get(name)!;
        return rowsOf(values, shape.at(-1)!);
      };
      const { train: part } = splitForTraining(nodes, options);
      const weighting = mode === "official" ? "balanced" : "uniform";
      const expected = denseTraining(
        graph,
        {
          ...{ w1: rows("conv1.weight"), b1: rows("conv1.bias"), w2: rows("conv2.weight"), b2: rows("conv2.bias") },
          ...{ wh: rows("head.weight"), bh: rows("head.bias") },
        },
        {
          weight: Array.from(maskWeights(nodes.label, { nodes: part, classCount: 2, weighting })),
          oneHot: Array.from(nodes.label, (y) => [0, 1].map((c) => (c === y ? 1 : 0))),
          steps: 20,
          learningRate: 0.01,
        },
      );
      // Paper mode also decays weights, by 1e-5 of each: too little to show here.
      expectClose(
        history.map((record) => record.trainLoss),
        expected,
        mode === "official" ? 2e-5 : 2e-4,
      );
    });
  }

  it("sends the gradient of the whole EqGNN loss to every weight of the classifier, as differences confirm", () => {
    const options = parseTrainingOptions({ sensitive: "group", hidden: 4, dropout: 0, lambda: 0.7, gamma: 9, seed: 2 });
    const whole = learnableGraph({ nodes: 24, groups: 3, unlabelled: true });
    tf.engine().startScope();
    const { context } = prepareRun({ ...whole, name: "tiny", sha256: "0" }, { engine, options });
    const { constants, networks, sampler } = context;
    const random = Random.of(1, "draw");
    const drawn = draw(sampler!, { attributes: random, order: random, dropout: random }, constants);
    const covariance = drawCovariance(drawn, { constants, mask: constants.train, options });
    const discriminator = adamInit(initialWeights(networks.discriminator!, Random.of(2, "discriminator")));
    const evaluate = (parameters: ReadonlyMap<string, tf.Tensor>) => {
      const layers = networks.classifier;
      const pass = runClassifier({ engine, constants, layers, parameters, wantsHidden: true });
      const logits = runDiscriminator(pass, {
        ...{ engine, constants, shown: drawn, constant: "parameters" },
        layers: networks.discriminator!,
        parameters: parameterTensors(discriminator),
      });
      const opposition = { logits, order: drawn.order, covariance };
      return classifierLoss(pass, { constants, mask: constants.train, options, opposition });
    };
    const weights = initialWeights(networks.classifier, Random.of(2, "classifier"));
    const tensors = parameterTensors(adamInit(weights));
    const gradients = gradientsOf(tensors, (parameters) => {
      const { loss, inputs } = evaluate(parameters);
      return rootLoss(loss.total, inputs);
    });
    for (const [name, { shape, values }] of weights) {
      const at = (moved: Float32Array) => {
        let total = 0;
        tf.tidy(() => {
          total = evaluate(new Map([...tensors, [name, tf.tensor(moved, [...shape])]])).loss.total;
        });
        return total;
      };
      expectClose(gradients.get(name)!, numericGradient(at, values, 5e-3), 2e-3);
    }
    tf.engine().endScope();
  });
});
