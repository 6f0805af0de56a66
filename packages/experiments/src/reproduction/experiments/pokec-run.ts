import { openEngine, parseTrainingOptions, train } from "@evenodds/trainer";
import { version } from "@evenodds/core";
import { describeSample } from "../../statistics/describe-sample.js";
import type { Experiment } from "../experiment.js";
import { page, percent, table } from "../markdown.js";
import { namedPokec, syntheticNote, syntheticPokec } from "./pokec-graph.js";

/** One EqGNN run at Pokec's size, with its time and memory. */
export const pokecRun: Experiment = {
  name: "pokec-run",
  title: "One run of EqGNN at Pokec's size",
  summary: "one full EqGNN run on a graph of Pokec's size, with time per epoch and peak memory",
  takesData: true,
  run: async (context) => {
    const { quick, signal, log, named } = context;
    const graph = named === null && !quick ? syntheticPokec() : await namedPokec(context);
    const engine = await openEngine(context.engine);
    const options = parseTrainingOptions({
      ...{ method: "eqgnn", sensitive: graph.sensitive, lambda: 1, gamma: 50, seed: 1, scale: "min-max" },
      ...(quick ? { epochs: 3, hidden: 8 } : {}),
    });
    const milliseconds: number[] = [];
    let last = performance.now();
    const { summary } = await train(graph.data, options, {
      engine,
      signal,
      onReady: () => Promise.resolve(void (last = performance.now())),
      onEpoch: ({ epoch, validationLoss }) => {
        const now = performance.now();
        milliseconds.push(now - last);
        last = now;
        if (epoch % 50 === 0) log(`pokec-run: epoch ${epoch}, validation loss ${validationLoss.toFixed(4)}`);
      },
    });
    const { nodeCount, source, featureNames } = graph.data.graph;
    const sorted = [...milliseconds].sort((a, b) => a - b);
    const { mean, sd } = describeSample(milliseconds);
    const rows: [string, string][] = [
      ["nodes, arcs, features", `${nodeCount}, ${source.length}, ${featureNames.length}`],
      ["labelled nodes", String(summary.train.nodes + summary.validation.nodes + summary.test.nodes)],
      ["epochs, best epoch", `${summary.epochs}, ${summary.bestEpoch}`],
      ["an epoch, median", `${sorted[sorted.length >> 1]!.toFixed(0)} ms`],
      ["an epoch, mean (standard deviation)", `${mean!.toFixed(0)} (${sd === null ? "–" : sd.toFixed(0)}) ms`],
      ["all epochs", `${(milliseconds.reduce((sum, ms) => sum + ms, 0) / 1000).toFixed(0)} s`],
      // The kernel counts in kibibytes.
      ["peak memory of the process", `${(process.resourceUsage().maxRSS / 2 ** 20).toFixed(2)} GiB`],
      ["test accuracy", `${percent(summary.test.accuracy)} %`],
      ["test equalized odds difference", `${percent(summary.test.equalizedOddsDifference)} points`],
    ];
    return {
      markdown: page(
        `# ${pokecRun.title}`,
        graph.synthetic ? [syntheticNote] : [],
        `Graph \`${graph.data.name}\`, content ${graph.data.sha256.slice(0, 12)}…; EqGNN with λ = 1 and γ = 50, seed 1, two GCN layers of ` +
          `${options.hidden}; evenodds ${version}, engine ${engine.description}. An epoch is one step of both networks and a validation. ` +
          "Time and memory depend on the machine and on what else it does: they differ from run to run.",
        table(["", "this run"], rows),
      ),
      charts: {},
    };
  },
};
