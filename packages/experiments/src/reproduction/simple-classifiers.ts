import { parseTrainingOptions, partOutcome, splitForTraining, type FinishedRun } from "@evenodds/trainer";
import { applyPreprocessing, fitPreprocessing, type TrainingData, type TrainingOptions } from "@evenodds/trainer";
import { fitLogisticRegression, predictLogisticRegression } from "../statistics/logistic-regression.js";
import type { Campaign } from "./campaigns.js";

/** What a run of a simple classifier gives: the part of a training run that figures are made of. */
export type SimpleRun = Pick<FinishedRun, "seed" | "test">;

/** A classifier without a graph that every method should beat, on the same split. */
export interface SimpleClassifier {
  readonly title: string;
  /** Returns the class of every node, learned from the training nodes. */
  readonly predict: (data: TrainingData, part: { train: Int32Array; options: TrainingOptions }) => Int32Array;
}

/** The classifiers that tables set beside the methods. */
export const simpleClassifiers: readonly SimpleClassifier[] = [
  { title: "Constant", predict: predictConstant },
  { title: "Logistic regression", predict: predictFromFeatures },
];

/** What pages say about these rows. */
export const simpleNote =
  "**Constant** is the most frequent class of the training nodes for everybody; **logistic regression** sees a node's features, " +
  "scaled as for the methods, and no neighbours (penalty ½‖w‖², no choice to make). Both have the splits of the methods.";

/** Runs a simple classifier on every split of a campaign. */
export function runSimple(
  { predict }: SimpleClassifier,
  { base, seeds, data }: Pick<Campaign, "base" | "seeds"> & { readonly data: TrainingData },
): SimpleRun[] {
  return seeds.map((seed) => {
    const options = parseTrainingOptions({ ...base, method: "gcn", seed });
    const { train, test } = splitForTraining(data, options);
    const classes = predict(data, { train, options });
    return { seed, test: partOutcome({ classes, values: null }, { options, data, nodes: test }) };
  });
}

/** The most frequent class of the training nodes, the first of equals. */
function predictConstant({ nodes }: TrainingData, { train }: { readonly train: Int32Array }): Int32Array {
  const count = new Float64Array(nodes.classes.length);
  for (const node of train) count[nodes.label[node]!]!++;
  const most = count.reduce((best, n, c) => (n > count[best]! ? c : best), 0);
  return new Int32Array(nodes.label.length).fill(most);
}

function predictFromFeatures(
  { graph, nodes }: TrainingData,
  { train, options }: { readonly train: Int32Array; readonly options: TrainingOptions },
): Int32Array {
  const all = applyPreprocessing(graph, fitPreprocessing(graph, options.scale));
  const columns = graph.featureNames.length;
  const features = new Float64Array(train.length * columns);
  train.forEach((node, i) => features.set(all.subarray(node * columns, (node + 1) * columns), i * columns));
  const label = train.map((node) => nodes.label[node]!);
  return predictLogisticRegression(
    fitLogisticRegression({ features, columns, label, classes: nodes.classes.length }),
    all,
  );
}
