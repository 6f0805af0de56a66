import { openEngine } from "@evenodds/trainer";
import { pairStudyChart } from "../../pair-study/pair-study-chart.js";
import { renderPairStudy } from "../../pair-study/render-pair-study.js";
import { runPairStudy } from "../../pair-study/run-pair-study.js";
import type { Experiment } from "../experiment.js";

/** The paper's synthetic study of the permutation loss. */
export const permutationTest: Experiment = {
  name: "permutation-test",
  title: "The permutation loss on synthetic pairs",
  summary: "the paper's synthetic study: four tests on shifted and on rotated pairs",
  run: async ({ engine, quick, signal, log }) => {
    const small = quick ? { n: [60, 20], epochs: 5, seeds: 2 } : {};
    const study = await runPairStudy({
      // The tensors are small, and WebAssembly gives the same bytes everywhere.
      engine: await openEngine(engine === "auto" ? "wasm" : engine),
      ...small,
      signal,
      onProgress: ({ done, total, test, data, n, seed }) =>
        log(`permutation-test: ${done} of ${total}, ${test} on ${data}, n ${n}, seed ${seed}`),
    });
    const chart = "permutation-test.svg";
    return { markdown: renderPairStudy(study, { chart }), charts: { [chart]: pairStudyChart(study) } };
  },
};
