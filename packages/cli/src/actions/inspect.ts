import { statSync } from "node:fs";
import { dirname, join } from "node:path";
import {
  describeInputs,
  displayText,
  findingText,
  formatTensor,
  jsonText,
  knownByText,
  meaningText,
  wrapText,
  type DescribedInputs,
  type InputDescription,
  type ModelDescription,
  type OutputDescription,
} from "@evenodds/auditor";
import { maximum, metadataKeys, ownValue, recordedSizes } from "@evenodds/core";
import { readInspected } from "evenodds/internal";
import { flagWords } from "../options/flag-words.js";
import type { Terminal } from "../console/terminal.js";

/** Says what an ONNX file is, without running it. */
export async function inspectAction(
  model: string,
  { json }: { readonly json?: true },
  terminal: Pick<Terminal, "out" | "columns">,
): Promise<void> {
  const { description: read } = await readInspected(model);
  const findings = read.findings.map((finding) => ({ ...finding, remedy: flagWords(finding.remedy) }));
  const inputsTaken = inFlagWords(describeInputs(read));
  const description = { ...read, findings, inputsTaken };
  terminal.out(json ? jsonText(description) : describeModel(description, { file: model, width: terminal.columns }));
}

/** What `inspect` says of a model. */
type ShownModel = ModelDescription & { readonly inputsTaken: InputDescription };

function inFlagWords({ graph, table }: InputDescription): InputDescription {
  const words = ({ inputs, problem }: DescribedInputs): DescribedInputs => ({
    inputs: inputs.map((input) => ({ ...input, text: flagWords(input.text) })),
    problem: problem === null ? null : flagWords(problem),
  });
  return { graph: words(graph), table: table && words(table) };
}

function describeModel(
  description: ShownModel,
  { file, width }: { readonly file: string; readonly width: number },
): string {
  const { metadata, opsets, operators } = description;
  const { featureNames, task, classes, labelName, form, preprocessing, split, provenance } = metadata;
  const rows: [string, string][] = [
    ["file", `${file} (${description.bytes} bytes)`],
    ["sha256", description.sha256],
    ...description.externalFiles.map(({ path }): [string, string] => ["data", dataFile(path, file)]),
    ["producer", description.producer || "not recorded"],
    ["format", `IR ${description.irVersion}, ${opsets.map((o) => `${o.domain || "ai.onnx"} ${o.version}`).join(", ")}`],
    ["inputs", description.inputs.map(formatTensor).join(", ")],
    ...inputRows(description.inputsTaken),
    ["outputs", description.outputs.map(formatTensor).join(", ")],
    ...meaningRows(description),
    [
      "operators",
      Object.entries(operators)
        .map(([name, count]) => `${name} ${count}`)
        .join(", "),
    ],
    ["parameters", `${description.parameters}`],
  ];
  if (labelName !== null) rows.push(["label", labelName]);
  rows.push(["task", task ?? (hasScores(description) ? "not recorded, taken as classification" : "not recorded")]);
  if (classes !== null && classes.length > 0) rows.push(["classes", classes.join(", ")]);
  if (featureNames !== null) rows.push(["features", shorten(featureNames)]);
  if (preprocessing !== null) rows.push(["scaling", preprocessing]);
  if (form !== null) rows.push(["form", form]);
  if (split !== null) {
    const { train, validation, test } = recordedSizes(split);
    rows.push(["split", `${train} training, ${validation} validation and ${test} test nodes`]);
  }
  if (provenance !== null) {
    const { method, seed, sensitive, epochs, engine, graph, tool } = provenance;
    const about = sensitive === null ? method : `${method} on ${sensitive}`;
    rows.push(["trained", `${about}, seed ${seed}, ${epochs} epochs, ${engine}, by ${tool}`]);
    rows.push(["graph", `${graph.name} (${graph.sha256.slice(0, 12)}…)`]);
  }
  // The keys that the ONNX specification recommends.
  const recommended = { author: metadataKeys.author, license: metadataKeys.license };
  for (const [name, key] of Object.entries(recommended)) {
    const text = ownValue<string>(metadata.foreign, key);
    if (text !== undefined) rows.push([name, text]);
  }
  for (const finding of description.findings) {
    const { severity, remedy } = finding;
    // What evenodds avoids has a shorter word: nobody has to do anything.
    const text =
      severity === "handled"
        ? `${findingText(finding)}: runs on one CPU thread only`
        : `${findingText(finding)}; ${remedy}`;
    rows.push([severity === "error" ? "error" : "warning", text]);
  }
  const hang = " ".repeat(11);
  return rows
    .map(([name, value]) => {
      // What a file says of itself may hold anything, terminal commands included.
      const text = displayText(value);
      // Whole paths and hashes, so that they can be copied.
      const longest = maximum(text.split(" ").map((word) => word.length));
      const lines = wrapText(name.padEnd(hang.length) + text, { width: Math.max(width, hang.length + longest), hang });
      return lines.map((line) => `${line}\n`).join("");
    })
    .join("");
}

/** What each input is given, of a graph and of a table, where the model could run on one. */
function inputRows({ graph, table }: InputDescription): [string, string][] {
  const rows = (where: string, { inputs, problem }: DescribedInputs): [string, string][] => [
    ...inputs.map(({ input, text }): [string, string] => [where, `${input}: ${text}`]),
    ...(problem === null ? [] : [[where, problem] satisfies [string, string]]),
  ];
  // A model without features of nodes, and without arcs, is for tables alone.
  const isForTables = table !== null && (graph.problem !== null || graph.inputs.every(({ given }) => given === null));
  return [...(isForTables ? [] : rows("on graph", graph)), ...(table === null ? [] : rows("on table", table))];
}

/** What each output means; those that are columns of one matrix in a line. */
function meaningRows(description: ModelDescription): [string, string][] {
  const columns = new Map(description.columnOutputs.flatMap((one) => one.outputs.map((output) => [output, one])));
  return description.outputMeanings.flatMap((meaning): [string, string][] => {
    const matrix = columns.get(meaning.output);
    if (matrix === undefined) return [["meaning", outputText(meaning, description)]];
    const { tensor, outputs } = matrix;
    return meaning.output === outputs[0] ? [["meaning", `${outputs.join(", ")}: the columns of ${tensor}`]] : [];
  });
}

/** What an output means and who says so: `logits: probabilities, told by its last operators (MatMul, Softmax)`. */
function outputText(
  { output, kind, knownBy, remark, graph }: OutputDescription,
  { outputs, zippedOutputs }: ModelDescription,
): string {
  const lastOperators = graph.operators;
  if (kind !== null && knownBy !== null) {
    return `${output}: ${meaningText(kind)}, ${knownByText({ knownBy, lastOperators })}`;
  }
  const because = remark === null ? "" : `: ${remark}`;
  const operators = lastOperators.length === 0 ? "" : ` (last operators ${lastOperators.join(", ")})`;
  const isList = outputs.some(({ name, type }) => name === output && type.includes("("));
  if (isList && !zippedOutputs.some((zipped) => zipped.output === output))
    return `${output}: ${remark ?? "a list or a map"}${operators}, which cannot be audited`;
  return `${output}: not known${because}${operators}; needs --output-kind`;
}

/** Whether an output has scores, and not the classes themselves or a map. */
function hasScores({ outputs, outputMeanings }: ModelDescription): boolean {
  return outputs.some(({ type }, i) => /^(?:float|bfloat|other)/.test(type) && outputMeanings[i]!.kind !== "class-ids");
}

/** Name and size of a file beside a model, which is what the hash of the model does not cover. */
function dataFile(path: string, model: string): string {
  const size = statSync(join(dirname(model), path), { throwIfNoEntry: false })?.size;
  return `${path} (${size === undefined ? "missing" : `${size} bytes`})`;
}

function shorten(names: readonly string[]): string {
  const shown = names.slice(0, 6).join(", ");
  return names.length > 6 ? `${names.length}: ${shown}, …` : `${names.length}: ${shown}`;
}
