import { paretoChart } from "../../sweep/pareto-chart.js";
import { renderSweepMarkdown } from "../../sweep/render-sweep-markdown.js";
import { summarizeSweep } from "../../sweep/summarize-sweep.js";
import { beatenText } from "../beaten-text.js";
import { campaigns } from "../campaigns.js";
import type { Experiment } from "../experiment.js";
import { page, resultTable } from "../markdown.js";
import { simpleNote } from "../simple-classifiers.js";
import { simpleRows } from "../table-experiment.js";
import { tableRows, type RowPlan } from "../table-rows.js";

/** The paper's whole grid, with the choice that it describes, and without labels of test nodes in any network. */
export const gridNba: Experiment = {
  name: "grid-nba",
  title: "The whole grid on NBA",
  summary:
    "every method with every λ and γ of the paper's grid, chosen on validation nodes, with labels of test nodes hidden",
  run: async (context) => {
    const records = await context.collect(campaigns.nbaGrid);
    const summary = summarizeSweep(records);
    const chart = `${gridNba.name}.svg`;
    const settings = new Map(records.map(({ setting, values }) => [setting, values]));
    const plans = [...settings].map(([title, values]): RowPlan => ({ title: `\`${title}\``, values }));
    const rows = tableRows(plans, records, simpleRows({ records, data: await context.load(campaigns.nbaGrid.graph) }));
    const markdown = page(
      renderSweepMarkdown(summary, { chart, title: gridNba.title }).trimEnd(),
      "## Beside classifiers without a graph",
      resultTable(rows.filter(({ simple }) => simple)),
      simpleNote,
      beatenText(rows),
    ).trimEnd();
    return { markdown, charts: { [chart]: paretoChart(summary) } };
  },
};
