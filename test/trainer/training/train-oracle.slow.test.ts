import { Random, type NamedWeight } from "@evenodds/core";
import { parseTrainingOptions, splitForTraining, train, type Engine } from "@evenodds/trainer";
import {
  classifierLayers,
  classifierLoss,
  disposeConstants,
  drawCovariance,
  drawFor,
  evidence,
  gradientsOf,
  initialWeights,
  maskWeights,
  prepareRun,
  rootLoss,
  runClassifier,
  runDiscriminator,
  splitWeights,
  weightTensors,
} from "@evenodds/trainer/internal";
import * as tf from "@tensorflow/tfjs-core";
import { denseTraining } from "../../support/dense-training.js";
import { expectClose } from "../../support/expect-close.js";
import { expectGradient } from "../../support/expect-gradient.js";
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
      const layers = classifierLayers(options, { features: 3, outputs });
      const start = initialWeights(layers, Random.of(seed, "classifier"));
      const rows = (name: string) => {
        const { shape, values } = start.get(name)!;
        return rowsOf(values, shape.at(-1)!);
      };
      const { train: part } = splitForTraining({ nodes }, options);
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

  /** A graph with three groups, classes or a numeric label, and some nodes without label or attribute. */
  function incompleteGraph({ numeric }: { numeric: boolean }) {
    const { graph, nodes } = learnableGraph({ nodes: 24, groups: 3, unlabelled: true });
    const [group] = nodes.sensitive;
    const code = group!.code.map((level, n) => (n % 7 === 3 ? -1 : level));
    const value = Float64Array.from(nodes.label, (y, n) => (y < 0 ? NaN : 10 * y + Math.sin(n)));
    const target = { name: "amount", value };
    return {
      graph,
      nodes: {
        ...nodes,
        sensitive: [{ ...group!, code }],
        ...(numeric ? { target, classes: [], label: nodes.label.map((y) => Math.min(y, 0)) } : {}),
      },
      ...{ name: "tiny", sha256: "0" },
    };
  }

  const kinds: readonly Record<string, unknown>[] = [
    {},
    { mode: "paper" },
    { discriminatorLoss: "permutation/h" },
    { discriminatorLoss: "paired" },
    { discriminatorLoss: "unpaired" },
    { discriminator: "mlp" },
    { heldOutLabels: "hidden" },
    { method: "debias" },
    { method: "debias", discriminatorSeesHidden: true, discriminator: "mlp" },
    { method: "fairgnn" },
    { taskLoss: "binary-cross-entropy" },
    { taskLoss: "squared-error" },
    { taskLoss: "squared-error", method: "debias" },
    ...["sage-mean", "sage-max", "gat", "gin", "mlp"].map((backbone) => ({ backbone })),
    { backbone: "gcn", layers: 3 },
    { backbone: "gin", batchNorm: true, layers: 3 },
  ];

  for (const kind of kinds) {
    const title = JSON.stringify(kind);
    const start = () => {
      const options = parseTrainingOptions({
        ...{ sensitive: "group", hidden: 4, heads: 2, dropout: 0, lambda: 0.7, gamma: 9, seed: 2 },
        ...kind,
      });
      const { context } = prepareRun(incompleteGraph({ numeric: kind.taskLoss === "squared-error" }), {
        ...{ engine, options },
      });
      const { constants, networks } = context;
      const opponent = context.opponent!;
      const random = Random.of(1, "draw");
      const mask = constants.train;
      const streams = { attributes: random, order: random, dropout: random };
      const draw = drawFor(opponent, { streams, mask });
      const covariance = drawCovariance(draw, { constants, mask, options });
      const classifier = initialWeights(networks.classifier, Random.of(2, "classifier"));
      const discriminator = initialWeights(networks.discriminator!, Random.of(2, "discriminator"));
      const play = (
        parameters: ReadonlyMap<string, tf.Tensor>,
        opposing: ReadonlyMap<string, tf.Tensor>,
        constant: "pass" | "parameters",
      ) => {
        const { adversary } = opponent;
        const pass = runClassifier(context, {
          parameters,
          wantsHidden: adversary.sees.hidden,
          training: { dropout: [], statistics: new Map() },
        });
        const logits = runDiscriminator(pass, {
          ...{ ...context, constant, parameters: opposing },
          evidence: evidence(draw, { adversary, pass, mask }),
        });
        return { pass, logits, opposition: { adversary, logits, draw, covariance } };
      };
      return { context, options, mask, opponent, draw, classifier, discriminator, play };
    };

    /** Compares gradients by named weights with the differences of a loss. */
    const expectDifferences = (
      gradients: ReadonlyMap<string, Float32Array>,
      weights: ReadonlyMap<string, NamedWeight>,
      loss: (tensors: ReadonlyMap<string, tf.Tensor>) => number,
    ) => {
      for (const [name, { shape, values }] of weights) {
        const f = (moved: Float32Array) =>
          tf.tidy(() => loss(new Map([...weightTensors(weights), [name, tf.tensor(moved, [...shape])]])));
        expectGradient(gradients.get(name)!, { f, values, tolerance: 3e-3 });
      }
    };

    it(`sends the gradient of the whole loss to every weight of the classifier, as differences confirm: ${title}`, () => {
      tf.engine().startScope();
      const { context, options, mask, classifier, discriminator, play } = start();
      const { task } = context.constants;
      const { learned, running } = splitWeights(context.networks.classifier, classifier);
      const fixed = [...weightTensors(running)];
      const opposing = weightTensors(discriminator);
      const evaluate = (parameters: ReadonlyMap<string, tf.Tensor>) => {
        const { pass, opposition } = play(new Map([...parameters, ...fixed]), opposing, "parameters");
        return classifierLoss(pass, { task, mask, options, opposition });
      };
      const gradients = gradientsOf(weightTensors(learned), (parameters) => {
        const { loss, inputs } = evaluate(parameters);
        return rootLoss(loss.total, inputs);
      });
      expectDifferences(gradients, learned, (tensors) => evaluate(tensors).loss.total);
      disposeConstants(context.constants);
      tf.engine().endScope();
    });

    it(`sends the gradient of the discriminator's loss to each of its weights, as differences confirm: ${title}`, () => {
      tf.engine().startScope();
      const { context, mask, opponent, draw, classifier, discriminator, play } = start();
      const fixed = weightTensors(classifier);
      const evaluate = (opposing: ReadonlyMap<string, tf.Tensor>) => {
        const { logits } = play(fixed, opposing, "pass");
        const values = logits.map((tensor) => tensor.dataSync<"float32">());
        const nodes = opponent.adversary.learnsFrom === "all" ? mask.allAttributed : mask.attributed;
        const game = { draw, attribute: mask.attribute!, nodes };
        return { logits, ...opponent.adversary.loss("discriminator", values, game) };
      };
      const gradients = gradientsOf(weightTensors(discriminator), (opposing) => {
        const { logits, value, gradients: byLogits } = evaluate(opposing);
        return rootLoss(
          value,
          logits.map((tensor, i) => ({ tensor, gradient: byLogits[i]! })),
        );
      });
      expectDifferences(gradients, discriminator, (tensors) => evaluate(tensors).value);
      disposeConstants(context.constants);
      tf.engine().endScope();
    });
  }
});
