import type { AttributeReport, AuditReport } from "@evenodds/auditor";
import { commandsOf, type PlannedModel } from "./planned-models.js";

const methods = {
  gcn: "Nothing in its training looks at the sensitive attribute (λ = 0).",
  eqgnn: "Trained towards equalized odds (EqGNN, Singer and Radinsky 2022)",
};
const backbones = {
  gcn: "Two GCN layers",
  "sage-mean": "Two GraphSAGE layers with a mean",
  gat: "Two GAT layers with four heads",
};
const titles = {
  gcn: { gcn: "GCN", eqgnn: "EqGNN" },
  "sage-mean": { gcn: "GraphSAGE", eqgnn: "EqGNN with GraphSAGE layers" },
  gat: { gcn: "GAT", eqgnn: "EqGNN with GAT layers" },
};

/** The title of a model's card. */
export function modelTitle({ graph, method, backbone }: PlannedModel): string {
  return `${titles[backbone][method]} on the ${graph.sample} graph`;
}

/**
 * Returns the README of a model's folder: front matter of the Hugging Face Hub, then what it is for, what it learned
 * from, and what its audit found. Every figure is taken from `audit`, the report beside it.
 */
export function modelCard(model: PlannedModel, audit: AuditReport): string {
  const attribute = audit.attributes[0]!;
  const { accuracy, f1 } = attribute.performance;
  return [
    frontMatter(model, audit),
    `# ${modelTitle(model)}`,
    `Predicts ${model.graph.predicts}. ${trained(model)}`,
    "## Intended use",
    "Tests, demonstrations and comparisons of tools. **Do not decide anything about a person with it.**",
    "## Input and output",
    `- \`x float32[N, ${audit.model?.featureCount ?? 0}]\`: raw features in the order that the file records; scaling is part of the model.\n` +
      "- `edge_index int64[2, E]`: sources, then targets; an undirected edge is listed in both directions.\n" +
      `- \`logits float32[N, ${audit.classes.length}]\`: ${audit.classes.map(code).join(", ")}.`,
    "See [Exporting a model, and running it anywhere](../../docs/export.md).",
    "## Data and groups",
    `${model.graph.data} Source, license and columns: [samples/${model.graph.sample}](../../samples/${model.graph.sample}/README.md). ` +
      `The sensitive attribute ${code(attribute.name)} is not among the features. Half of the labelled nodes are for training, a quarter each for ` +
      `stopping and for this audit: ${count(attribute.rows.used)} test nodes.`,
    cellTable(attribute),
    "## Does it treat the groups equally, given the true label?",
    figureTable([
      ["accuracy", fixed(accuracy)],
      ["F1, macro / weighted", `${fixed(f1.macro)} / ${fixed(f1.weighted)}`],
      [`equalized odds difference by ${attribute.name}`, gap(attribute.equalizedOdds)],
      ["its simultaneous 95 % interval", interval(attribute)],
      ["its noise floor: what equal treatment would show by chance", fixed(attribute.permutation?.floor)],
      ["p-value of the permutation test", fixed(attribute.permutation?.pValue)],
      [`demographic parity difference by ${attribute.name}`, gap(attribute.demographicParityDifference)],
    ]),
    `${verdict(attribute)} The whole [report](audit.json) has counts and intervals of every rate; the metrics are explained in ` +
      "[Metrics](../../docs/metrics.md), the intervals in [How sure are you?](../../docs/how-sure-are-you.md).",
    "## Limits",
    model.graph.limits.map((limit) => `- ${limit}`).join("\n"),
    "## Made by",
    `\`\`\`sh\n${madeBy(model)}\n\`\`\``,
    audit.model?.provenance
      ? `Best epoch ${audit.model.provenance.epochs}, ${audit.model.provenance.engine}. \`npm run models -- ${model.name}\` makes the folder again.`
      : "",
  ]
    .filter((part) => part !== "")
    .join("\n\n")
    .concat("\n");
}

function trained({ method, backbone, hidden, lambda, graph }: PlannedModel): string {
  const how = method === "gcn" ? methods.gcn : `${methods.eqgnn} by ${code(graph.sensitive)}, λ = ${lambda}, γ = 50.`;
  return `${backbones[backbone]}, ${hidden} columns wide, and a linear layer. ${how}`;
}

function frontMatter({ name, graph }: PlannedModel, audit: AuditReport): string {
  const attribute = audit.attributes[0]!;
  const { accuracy, f1 } = attribute.performance;
  const metrics = [
    { type: "accuracy", value: accuracy },
    { type: "f1", name: "F1, macro", value: f1.macro },
    {
      type: "equalized_odds_difference",
      name: `equalized odds difference by ${attribute.name}`,
      value: attribute.equalizedOdds.value,
    },
  ].filter(({ value }) => value !== null);
  const named = /^[\w.-]+$/.test(graph.license);
  const lines = [
    "library_name: onnx",
    "pipeline_tag: graph-ml",
    `license: ${named ? graph.license.toLowerCase() : "other"}`,
    ...(named ? [] : [`license_name: ${JSON.stringify(graph.license)}`]),
    "tags: [onnx, node-classification, equalized-odds]",
    "model-index:",
    `  - name: ${name}`,
    "    results:",
    "      - task: { type: node-classification }",
    `        dataset: { name: ${graph.sample}, type: ${graph.sample}, split: test }`,
    "        metrics:",
    ...metrics.map(({ type, name: title, value }) => {
      const label = title === undefined ? "" : ` name: ${JSON.stringify(title)},`;
      return `          - { type: ${type},${label} value: ${value!.toFixed(4)} }`;
    }),
  ];
  return ["---", ...lines, "---"].join("\n");
}

function cellTable({ cells }: AttributeReport): string {
  return table(
    ["label", "group", "test nodes", "predicted rightly", "95 % interval"],
    cells.map(({ label, group, n, predictions }) => {
      const right = predictions.find(({ prediction }) => prediction === label);
      const bounds = right === undefined ? "none" : `${fixed(right.lower)} to ${fixed(right.upper)}`;
      const share = right === undefined ? "none" : `${fixed(right.rate)} (${count(right.k)} of ${count(n)})`;
      return [label, group, count(n), share, bounds];
    }),
  );
}

function verdict({ equalizedOdds, permutation }: AttributeReport): string {
  const p = permutation?.pValue ?? null;
  if (equalizedOdds.value === null || p === null) return "These test nodes allow no comparison.";
  return p < 0.05
    ? "The test nodes show a difference between the groups that chance does not explain."
    : "The test nodes do not show a difference beyond chance; that is no proof that there is none, and the interval says how large it may be.";
}

function gap({ status, value, reason }: AttributeReport["demographicParityDifference"]): string {
  if (value === null) return `undefined: ${reason ?? ""}`;
  return status === "partial" ? `at least ${fixed(value)} (${reason ?? ""})` : fixed(value);
}

function interval({ evidence }: AttributeReport): string {
  return `${fixed(evidence?.lower)} to ${fixed(evidence?.upper)}`;
}

function figureTable(rows: readonly (readonly string[])[]): string {
  return table(["figure", "value"], rows);
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

function madeBy(model: PlannedModel): string {
  const { train, export: exported, audit } = commandsOf(model, { run: `runs/${model.name}` });
  const shell = (args: readonly string[]) =>
    ["npx evenodds", ...args.map((arg) => (/^[\w./-]+$/.test(arg) ? arg : `"${arg}"`))].join(" ");
  return [shell(train), shell(exported), `${shell(audit)} > models/${model.name}/audit.json`].join("\n");
}

function code(text: string): string {
  return `\`${text}\``;
}

function count(value: number): string {
  return value.toLocaleString("en-US");
}

function fixed(value: number | null | undefined): string {
  return value?.toFixed(3) ?? "none";
}
