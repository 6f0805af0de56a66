import { stat, writeFile } from "node:fs/promises";
import { basename, dirname, extname, relative, resolve } from "node:path";
import { UsageError } from "@evenodds/core";
import { isRowFile, loadGraph, tableColumns, writeFileAtomically, type TableColumn } from "@evenodds/data";
import { checkOutput, readInspected } from "evenodds/internal";
import type { InitFlags } from "../commands/init.js";
import type { Terminal } from "../console/terminal.js";
import { findColumns, groupColumns, requiredColumn } from "../gates/find-columns.js";
import { gatesTemplate, type TemplateParts } from "../gates/gates-template.js";
import { planAudits } from "../gates/plan-audits.js";
import { gatesFileNames, parseGates } from "../gates/read-gates.js";

/** Writes a commented file of gates for a model and a graph or a table, or for a table of predictions. */
export async function initAction(
  { data, graph }: { readonly data: string; readonly graph: string | undefined },
  flags: InitFlags,
  { log }: Pick<Terminal, "log">,
): Promise<void> {
  const { out, force } = flags;
  await checkOutput(out, { kind: "file", argument: "--out" });
  if (!force && (await stat(out).catch(() => null)) !== null) {
    const hint = "add --force to replace it, or name another one";
    throw new UsageError({ argument: "--out", expected: "a new file", found: `${out}, which is there`, hint });
  }
  const parts = await partsOf({ data, graph }, flags);
  const text = gatesTemplate(parts);
  // What is written can be run: the same checks say so here, before the file is there.
  const content = parseGates(text, basename(out));
  await planAudits({ path: out, folder: dirname(out), content }, { options: new Map() });
  await writeFileAtomically(out, (beside) => writeFile(beside, text));
  const isFound = (gatesFileNames as readonly string[]).includes(out);
  log(`wrote ${out}`);
  log(`next: evenodds gate${isFound ? "" : ` ${out}`}`);
}

async function partsOf(
  { data, graph }: { readonly data: string; readonly graph: string | undefined },
  flags: InitFlags,
): Promise<TemplateParts> {
  const path = (file: string) => relative(dirname(resolve(flags.out)), resolve(file)).replaceAll("\\", "/");
  if (graph === undefined) {
    if (isRowFile(data)) return ofTable(data, { flags, path: path(data) });
    throw new UsageError({
      argument: "graph",
      expected: "a model and its graph, or a table of predictions",
      found: `${data} alone`,
      hint: "name the graph or the rows that the model is to run on behind it",
    });
  }
  const model = await readInspected(data);
  const hasSplit = model.description.metadata.split !== null;
  const both = [
    { key: "model", value: path(data) },
    { key: "graph", value: path(graph) },
  ];
  if (isRowFile(graph)) return ofRows(graph, { flags, name: nameOf(data, graph), both });
  refuseColumns(flags, graph);
  const { nodes } = await loadGraph(graph);
  const all = nodes.sensitive.map(({ name, levels, code }) => ({ name, groups: groupsOf(levels, code) }));
  const attributes = all.filter(({ name }) => flags.sensitive?.includes(name) ?? true);
  return {
    name: nameOf(data, graph),
    options: [
      ...both,
      ...(nodes.target === undefined ? [] : [{ key: "regression", value: true, comment: "the label is a number" }]),
      ...(hasSplit ? [{ key: "split", value: "test", comment: "nodes that the model was not trained on" }] : []),
      { key: "sensitive", value: flags.sensitive ?? all.map(({ name }) => name) },
    ],
    attributes,
    classes: nodes.target === undefined ? nodes.classes : null,
  };
}

function refuseColumns({ label, prediction, id }: InitFlags, graph: string): void {
  const given = Object.entries({ "--label": label, "--prediction": prediction, "--id": id });
  const [flag] = given.find(([, value]) => value !== undefined) ?? [];
  if (flag === undefined) return;
  const [expected, found] = ["a table", `the graph ${graph}`];
  throw new UsageError({ argument: flag, expected, found, hint: "its card names the columns; leave it out" });
}

async function ofTable(
  table: string,
  { flags, path }: { readonly flags: InitFlags; readonly path: string },
): Promise<TemplateParts> {
  const columns = await tableColumns(table);
  const { label, prediction, sensitive, count } = findColumns(columns, flags);
  return {
    name: cleaned(basename(table, extname(table))),
    options: [
      ...(count === null
        ? [{ key: "predictions", value: path }]
        : [
            { key: "counts", value: path },
            { key: "count-column", value: count },
          ]),
      { key: "label", value: label },
      { key: "prediction", value: prediction },
      { key: "sensitive", value: sensitive.map(({ name }) => name) },
    ],
    attributes: sensitive.map(({ name, values }) => ({
      name,
      groups: values?.map(({ value, rows }) => ({ value, rows: count === null ? rows : null })) ?? null,
    })),
    classes: classesOf(columns, label),
  };
}

async function ofRows(
  rows: string,
  of: { readonly flags: InitFlags; readonly name: string; readonly both: TemplateParts["options"] },
): Promise<TemplateParts> {
  const { flags, name, both } = of;
  const columns = await tableColumns(rows);
  const label = requiredColumn(columns, { kind: "label", named: flags.label });
  const id = requiredColumn(columns, { kind: "id", named: flags.id });
  const sensitive = groupColumns(columns, { named: flags.sensitive, taken: [label, id] });
  return {
    name,
    options: [
      ...both,
      { key: "id", value: id },
      { key: "label", value: label },
      { key: "sensitive", value: sensitive.map((column) => column.name) },
    ],
    attributes: sensitive.map((column) => ({ name: column.name, groups: column.values })),
    classes: classesOf(columns, label),
  };
}

function classesOf(columns: readonly TableColumn[], label: string): string[] {
  const values = columns.find(({ name }) => name === label)?.values ?? [];
  return values.map(({ value }) => value).sort();
}

function groupsOf(levels: readonly string[], code: Int32Array) {
  const rows = levels.map(() => 0);
  for (const group of code) if (group >= 0) rows[group]!++;
  return levels.map((value, i) => ({ value, rows: rows[i]! }));
}

/** A model is called as its file, or as its folder where all are called model.onnx. */
function nameOf(model: string, graph: string): string {
  const stem = basename(model, extname(model));
  const own = stem === "model" ? basename(dirname(resolve(model))) : stem;
  return cleaned(own === "" ? basename(graph) : own);
}

/** A name of an audit, which is one of a folder too. */
function cleaned(name: string): string {
  const clean = name
    .replace(/[^A-Za-z0-9._-]+/g, "-")
    .replace(/^[^A-Za-z0-9]+/, "")
    .slice(0, 64);
  return clean === "" ? "audit" : clean;
}
