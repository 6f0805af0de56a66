import type { GroupLeakage, Homophily } from "@evenodds/core";
import type { AttributeGraphFindings, BucketGap, GraphReport } from "../../report/describe-graph.js";
import { formatCount, formatRate } from "../numbers.js";
import { disparityNote } from "./condition-section.js";
import { nameColumn, numberColumn, sentence, textColumn, undefinedBecause, wordColumn } from "./section.js";
import type { Piece, Section, Table } from "./section.js";

/** Returns what is remarkable about the graph around the audited nodes; null for an audit of a table. */
export function graphSection(graph: GraphReport | null): Section | null {
  if (graph === null) return null;
  return {
    title: "The graph around the audited nodes",
    pieces: [
      sentence(nodeText(graph)),
      { kind: "table", table: homophilyTable(graph) },
      sentence(
        "Edge homophily is the share of arcs that join like to like. Adjusted homophily allows for how common each class or " +
          "group is: 0 = as if arcs were paired at random, 1 = only like to like, below 0 = rather unlike.",
      ),
      ...graph.attributes.flatMap(attributePieces),
    ],
  };
}

/** Returns the same in one line; null for an audit of a table. */
export function graphSentence(graph: GraphReport | null): string | null {
  if (graph === null) return null;
  const { nodes, unlabelledNodes, isolatedNodes, labelHomophily, attributes } = graph;
  const known = [
    `labels ${formatRate(labelHomophily.adjusted)}`,
    ...attributes.slice(0, 3).map(({ attribute, homophily }) => `${attribute} ${formatRate(homophily.adjusted)}`),
  ];
  return (
    `Graph: ${formatCount(nodes)} nodes, ${formatCount(unlabelledNodes)} unlabelled, ${formatCount(isolatedNodes)} isolated; ` +
    `adjusted homophily: ${known.join(", ")}.`
  );
}

function nodeText({ nodes, arcs, auditedNodes, unlabelledNodes, isolatedNodes, unknown }: GraphReport): string {
  const share = (count: number) => (nodes === 0 ? "" : ` (${((100 * count) / nodes).toFixed(1)} %)`);
  return (
    `${formatCount(nodes)} nodes with ${formatCount(arcs)} arcs. ${formatCount(auditedNodes)} nodes${share(auditedNodes)} are in ` +
    `the audited part, ${formatCount(unlabelledNodes)}${share(unlabelledNodes)} have no label, ` +
    `${formatCount(isolatedNodes)}${share(isolatedNodes)} have no neighbour.` +
    unknown
      .filter(({ nodes: count }) => count > 0)
      .map(({ attribute, nodes: count }) => ` ${attribute} is unknown for ${formatCount(count)}${share(count)}.`)
      .join("")
  );
}

function homophilyTable({ labelHomophily, attributes }: GraphReport): Table {
  const row = (what: string, { arcs, edge, adjusted }: Homophily) => [
    what,
    formatCount(arcs),
    edge === null ? undefinedBecause("no arc joins two known ends") : formatRate(edge),
    adjusted === null
      ? undefinedBecause(edge === null ? "no arc joins two known ends" : "all ends are in one category")
      : formatRate(adjusted),
  ];
  return {
    caption: "Homophily",
    columns: [nameColumn("by"), numberColumn("arcs"), numberColumn("edge"), numberColumn("adjusted")],
    rows: [
      row("true label", labelHomophily),
      ...attributes.map(({ attribute, homophily }) => row(attribute, homophily)),
    ],
  };
}

function attributePieces(findings: AttributeGraphFindings): Piece[] {
  const { attribute, degreeByGroup, gapByDegree, gapBySameGroupNeighbours, leakage } = findings;
  const degrees: Table = {
    caption: "Neighbours of the audited nodes, by group",
    columns: [nameColumn("group"), ...(["size", "mean", "median", "most"] as const).map(numberColumn)],
    rows: degreeByGroup.map(({ group, n, mean, median, maximum }) => [
      group,
      formatCount(n),
      mean === null ? "undefined (n = 0)" : mean.toFixed(1),
      median === null ? "undefined" : formatCount(median),
      maximum === null ? "undefined" : formatCount(maximum),
    ]),
  };
  const gaps = [
    bucketTable("Equalized odds difference by number of neighbours", gapByDegree),
    bucketTable("Equalized odds difference by the share of neighbours of the own group", gapBySameGroupNeighbours),
  ];
  return [
    sentence(leakageText(attribute, leakage)),
    {
      kind: "fold",
      summary: `Neighbours and gaps by ${attribute}`,
      pieces: [degrees, ...gaps].map((table) => ({ kind: "table", table })),
    },
  ];
}

function bucketTable(caption: string, buckets: readonly BucketGap[]): Table {
  return {
    caption,
    columns: [
      textColumn("nodesWith"),
      numberColumn("size"),
      numberColumn("difference"),
      wordColumn("status"),
      textColumn("between"),
    ],
    rows: buckets.map(({ bucket, n, gap }) => [
      bucket,
      formatCount(n),
      formatRate(gap.value),
      gap.status,
      disparityNote(gap),
    ]),
  };
}

function leakageText(attribute: string, { fromLabel, fromLabelAndPrediction, bits }: GroupLeakage): string {
  if (fromLabel === null || fromLabelAndPrediction === null || bits === null) {
    return `How much predictions reveal about ${attribute} is undefined: no audited node has group, label and prediction.`;
  }
  const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
  return (
    `What predictions reveal about ${attribute}: who knows the true label guesses ${percent(fromLabel)} of the groups right; ` +
    `who knows the prediction too, ${percent(fromLabelAndPrediction)}. Given the label, a prediction tells ${bits.toFixed(4)} ` +
    "bits about the group (0 = nothing, as equalized odds asks)."
  );
}
