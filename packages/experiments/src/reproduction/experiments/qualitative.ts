import { openEngine } from "@evenodds/trainer";
import { drawNeighbourhood } from "../../qualitative/draw-neighbourhood.js";
import { renderQualitative } from "../../qualitative/render-qualitative.js";
import { runQualitative } from "../../qualitative/run-qualitative.js";
import type { Experiment } from "../experiment.js";

/** The paper's qualitative figure, on the bail graph. */
export const qualitative: Experiment = {
  name: "qualitative",
  title: "Nodes with another label than most around them",
  summary: "the paper's qualitative figure on Bail: nodes whose neighbourhood has another label, with λ = 0 and λ = 1",
  run: async ({ engine, quick, load, signal, log }) => {
    const [sample, attribute] = quick ? (["nba", "country"] as const) : (["bail", "WHITE"] as const);
    const study = await runQualitative({
      data: await load(sample),
      attribute,
      engine: await openEngine(engine),
      seed: 1,
      ...(quick ? { epochs: 3 } : {}),
      signal,
      onProgress: ({ lambda, epoch, epochs }) => {
        if (epoch % 50 === 0) log(`qualitative: λ = ${lambda}, epoch ${epoch} of at most ${epochs}`);
      },
    });
    const examples = study.findings.flatMap((group) => group.examples);
    const file = (number: number) => `qualitative-${number}.svg`;
    return {
      markdown: renderQualitative(study, {
        charts: Object.fromEntries(examples.map(({ number }) => [number, file(number)])),
      }),
      charts: Object.fromEntries(examples.map((example) => [file(example.number), drawNeighbourhood(example, study)])),
    };
  },
};
