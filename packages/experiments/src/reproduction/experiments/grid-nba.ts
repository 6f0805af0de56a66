import { paretoChart } from "../../sweep/pareto-chart.js";
import { renderSweepMarkdown } from "../../sweep/render-sweep-markdown.js";
import { summarizeSweep } from "../../sweep/summarize-sweep.js";
import { campaigns } from "../campaigns.js";
import type { Experiment } from "../experiment.js";

/** The paper's whole grid, with the choice that it describes, and without labels of test nodes in any network. */
export const gridNba: Experiment = {
  name: "grid-nba",
  title: "The whole grid on NBA",
  summary:
    "every method with every λ and γ of the paper's grid, chosen on validation nodes, with labels of test nodes hidden",
  run: async (context) => {
    const summary = summarizeSweep(await context.collect(campaigns.nbaGrid));
    const chart = `${gridNba.name}.svg`;
    const markdown = renderSweepMarkdown(summary, { chart, title: gridNba.title }).trimEnd();
    return { markdown, charts: { [chart]: paretoChart(summary) } };
  },
};
