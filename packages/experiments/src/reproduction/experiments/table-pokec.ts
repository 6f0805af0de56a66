import type { Campaign } from "../campaigns.js";
import type { Experiment } from "../experiment.js";
import { page } from "../markdown.js";
import { paper } from "../reference.js";
import { resultChart } from "../result-chart.js";
import { sectionParts, simpleRows } from "../table-experiment.js";
import { tableRows, type RowPlan } from "../table-rows.js";
import { methodTitles, tableMethods } from "./four-methods.js";
import { namedPokec, syntheticNote, type PokecGraph } from "./pokec-graph.js";

/** The paper's main table on Pokec. */
export const tablePokec: Experiment = {
  name: "table-pokec",
  title: "Pokec: GCN, Debias, FairGNN and EqGNN",
  summary: "the paper's main table on Pokec, 20 splits, from the original files or a synthetic stand-in",
  takesData: true,
  run: async (context) => {
    const graph = await namedPokec(context);
    const campaign = campaignOf(graph);
    const records = await context.collect(campaign, graph.data);
    const rows = tableRows(rowsOf(graph), records, simpleRows({ records, data: graph.data }));
    const section = {
      title: `Sensitive attribute ${graph.sensitive}`,
      introduction: "λ = 1 and γ = 50 for every method, as the paper chose them; raw features.",
      campaigns: [campaign],
      chart: "table-pokec",
    };
    const introduction =
      "The paper's protocol on Pokec: 67,796 users, of whom 10,262 have a known kind of work in three classes.";
    return {
      markdown: page(
        `# ${tablePokec.title}`,
        introduction,
        graph.synthetic ? [syntheticNote] : [],
        sectionParts(section, { rows, records }),
      ),
      charts: { "table-pokec.svg": resultChart(rows) },
    };
  },
};

function campaignOf({ sensitive, data }: PokecGraph): Campaign {
  return {
    name: `pokec-${sensitive}-${data.sha256.slice(0, 8)}`,
    graph: data.name,
    base: { sensitive, heldOutLabels: "visible", scale: "none", lambda: 1, gamma: 50 },
    grid: { method: tableMethods },
    seeds: Array.from({ length: 20 }, (_, i) => i + 1),
  };
}

/** Rows with the paper's figures where the graph is the paper's. */
function rowsOf({ sensitive, data }: PokecGraph): RowPlan[] {
  const references = data.name === `pokec-z-${sensitive}` ? paper[`pokec-${sensitive}`] : null;
  return tableMethods.map((method) => ({
    title: methodTitles[method],
    values: { method },
    paper: references?.[method],
  }));
}
