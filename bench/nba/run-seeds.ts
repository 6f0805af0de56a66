import {
  accuracy,
  countOutcomes,
  demographicParityDifference,
  diagonalRecallGap,
  f1Scores,
  hashGraph,
  hashNodeIds,
  maskOf,
  predictionCounts,
  Random,
  recallSplit,
  type OutcomeCounts,
} from "@evenodds/core";
import { permutationTest, predictClasses } from "@evenodds/auditor";
import type { LoadedGraph } from "@evenodds/data";
import { openEngine, parseTrainingOptions, predictLogits, train } from "@evenodds/trainer";

/** The figures of one run on its test nodes, as fractions in [0, 1]. */
export interface SeedResult {
  readonly seed: number;
  readonly epochs: number;
  readonly counts: OutcomeCounts;
  readonly accuracy: number;
  readonly macroF1: number;
  readonly weightedF1: number;
  /** The paper's ΔEO and ΔSP; every cell counts, however small, as in the paper. */
  readonly deltaEqualizedOdds: number;
  readonly deltaParity: number;
  /** ΔEO to expect with these cells from a classifier that treats the groups alike. */
  readonly floor: number;
}

/** Trains once per seed, each on the split of its seed, and measures on the test nodes. */
export async function runSeeds(
  loaded: LoadedGraph,
  options: { readonly seeds: readonly number[]; readonly attribute: string; readonly training: object },
  onResult: (result: SeedResult) => void,
): Promise<SeedResult[]> {
  const { graph, nodes, name } = loaded;
  const engine = await openEngine("auto");
  const data = { graph, nodes, name, sha256: hashGraph(graph, nodes) };
  const hashes = hashNodeIds(graph.nodeIds, graph.idScope);
  const attribute = nodes.sensitive.find((one) => one.name === options.attribute)!;
  const results: SeedResult[] = [];
  for (const seed of options.seeds) {
    const training = parseTrainingOptions({ sensitive: options.attribute, ...options.training, seed });
    const { model, summary } = await train(data, training, { engine });
    const logits = predictLogits(model, graph, engine);
    const counts = countOutcomes({
      group: attribute.code,
      groups: attribute.levels,
      label: nodes.label,
      prediction: predictClasses({ logits, columns: nodes.classes.length }).prediction,
      classes: nodes.classes,
      include: maskOf(recallSplit(model.split, hashes).test, graph.nodeCount),
    });
    results.push({ seed, epochs: summary.epochs, counts, ...figures(counts, seed) });
    onResult(results.at(-1)!);
  }
  return results;
}

function figures(counts: OutcomeCounts, seed: number) {
  const every = { minimumSupport: 1 };
  const f1 = f1Scores(counts);
  return {
    accuracy: accuracy(counts)!,
    macroF1: f1.macro!,
    weightedF1: f1.weighted!,
    deltaEqualizedOdds: diagonalRecallGap(counts, every).value!,
    deltaParity: demographicParityDifference(predictionCounts(counts), every).value!,
    floor: permutationTest(counts, { random: Random.of(seed, "floor"), draws: 1000, minimumSupport: 1 }).floor!,
  };
}
