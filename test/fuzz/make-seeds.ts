import { readdirSync, readFileSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { fileURLToPath } from "node:url";
import { auditCase, equal, graphFiles, type Rows } from "../cli/support/audit-case.js";
import { trainQuickly, writeLearnable } from "../cli/support/trained-run.js";
import { sparseNpz } from "../data/known/support/npz.js";
import { scatterModel } from "../support/onnx-models.js";
import { readSparseRowsCall, type Seed, type Target } from "./seed.js";

const fixtures = (name: string) => fileURLToPath(new URL(`../fixtures/${name}/`, import.meta.url));
const text = (content: string) => new TextEncoder().encode(content);
const bytes = (content: string | Uint8Array) => (typeof content === "string" ? text(content) : content);

/** Models of other exporters above this size say nothing that a smaller one does not, and take longer. */
const largestModel = 60_000;

/** Most memory of a command, and so of an input. */
export const memoryCeiling = "2GB";

const limit = ["--memory", memoryCeiling];

/** Sound inputs, from the samples, fixtures and small models of the tests. The same on every call. */
export async function makeSeeds(): Promise<readonly Seed[]> {
  const folder = await mkdtemp(join(tmpdir(), "evenodds-seeds-"));
  try {
    const seeds = [
      ...modelSeeds(),
      ...graphSeeds(),
      ...(await tableSeeds(folder)),
      ...countSeeds(),
      ...importSeeds(),
      ...(await runSeeds(folder)),
      npzSeed(),
    ];
    return [...seeds, ...flagSeeds(seeds)];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const modelCommands: Seed["commands"] = [
  ["inspect", "model.onnx", ...limit],
  ["audit", "model.onnx", "graph", "--draws", "20", ...limit],
  ["audit", "model.onnx", "graph", "--draws", "0", "--max-gap", "0.3", "--out", "out", ...limit],
  ["predict", "model.onnx", "graph", "--out", "out.csv", ...limit],
  ["optimize", "model.onnx", "--out", "out.onnx", ...limit],
];

function modelSeeds(): Seed[] {
  const folder = fixtures("optimize");
  const names = readdirSync(folder).filter((name) => name.endsWith(".onnx") && !/external|flat/.test(name));
  const others = names.map((name) => readFileSync(join(folder, name))).filter(({ length }) => length < largestModel);
  const graph = graphOfFive();
  return [
    modelSeed(toBytes(auditCase(equal))),
    modelSeed({ ...toBytes(auditCase(equal)), "model.onnx": scatterModel({ features: 2 }) }),
    ...others.map((model) => modelSeed({ ...graph, "model.onnx": model })),
  ];
}

function modelSeed(files: Seed["files"]): Seed {
  return { target: "model", files, changed: ["model.onnx"], commands: modelCommands };
}

function toBytes(files: Readonly<Record<string, string | Uint8Array>>): Record<string, Uint8Array> {
  return Object.fromEntries(Object.entries(files).map(([name, content]) => [name, bytes(content)]));
}

const rows: Rows = [...equal, ["a", "1", "0"], ["b", "0", "1"], ["c", "1", "1"], ["c", "", "0"]];

/** A labelled graph with the five features and three classes that the models of other exporters expect. */
function graphOfFive(): Record<string, Uint8Array> {
  const { "nodes.csv": table, "graph.yaml": card, "edges.csv": edges } = graphFiles(rows);
  const lines = table.trimEnd().split("\n");
  const wide = lines.map((line, n) => line + (n === 0 ? ",f2,f3,f4" : `,${(n % 3) - 1}`.repeat(3)));
  return toBytes({
    "graph/graph.yaml": card.replace("{ 0: 0, 1: 1 }", "{ 0: 0, 1: 1, 2: 2 }"),
    "graph/nodes.csv": `${wide.join("\n")}\n`,
    "graph/edges.csv": edges,
  });
}

/** A card that uses nearly every field. */
const fullCard = `name: customers
description: Loan applicants
license: internal
citation: none
nodes:
  files:
    - path: nodes.csv
      format: csv
  delimiter: ","
  header: true
  comment: "#"
  id: id
  label:
    column: y
    missing: [-1, unknown]
    classes: { 0: 0, 1: 1 }
  sensitive:
    group: { column: group, missing: "?", levels: { a: first, b: second, c: third } }
    left: { bins: [0.5] }
  features: { include: [left, right] }
  where: TRY_CAST("left" AS INTEGER) >= 0
  connected_only: false
  order: id
edges:
  files: edges.csv
  header: false
  source: 0
  target: 1
  directed: true
  duplicates: keep
  unmatched: drop
expect: { nodes: 10 }
`;

function graphSeeds(): Seed[] {
  const sound = toBytes(auditCase(rows));
  const full = { ...sound, "graph/graph.yaml": text(fullCard) };
  const weighted = {
    ...sound,
    "graph/graph.yaml": text(String(Buffer.from(sound["graph/graph.yaml"]!)).replace("edges: edges.csv", weights)),
    "graph/edges.csv": text("from,to,w\nn0,n1,1\nn1,n2,0.5\nn2,n3,2\n"),
  };
  const commands = [
    ["audit", "model.onnx", "graph", "--draws", "20", ...limit],
    ["predict", "model.onnx", "graph", "--out", "out.json", ...limit],
    ["split", "graph", "--training", "out-a", "--held-out", "out-b"],
    ["train", "graph", "--sensitive", "group", "--epochs", "2", "--hidden", "4", "--out", "out", ...wasm, ...limit],
  ];
  const seed = (target: Target, files: Seed["files"], changed: readonly string[]): Seed => ({
    ...{ target, files, changed, commands },
  });
  return [sound, full, weighted].flatMap((files) => [
    seed("graph card", files, ["graph/graph.yaml"]),
    seed("graph tables", files, ["graph/nodes.csv", "graph/edges.csv"]),
  ]);
}

const wasm = ["--engine", "wasm"];
const weights = "edges: { files: edges.csv, header: true, source: from, target: to, edge_weight: w }";

const people = [
  ["id", "sex", "age", "y", "p", "score", "w"],
  ...Array.from({ length: 24 }, (_, i) => [
    ...[`n${i}`, "FMX"[i % 3]!, String(20 + 3 * (i % 11)), String(i % 2), String(((i * 7) % 5) % 2)],
    ...[String(((i * 37) % 100) / 100), String(1 + (i % 4))],
  ]),
];

const objects = people.slice(1).map((row) => Object.fromEntries(people[0]!.map((name, i) => [name, row[i]])));

async function tableSeeds(folder: string): Promise<Seed[]> {
  const lines = (delimiter: string) => text(people.map((row) => `${row.join(delimiter)}\n`).join(""));
  const tables: Record<string, Uint8Array> = {
    "p.csv": lines(","),
    "p.tsv": lines("\t"),
    "p.json": text(JSON.stringify(objects)),
    "p.ndjson": text(objects.map((row) => `${JSON.stringify(row)}\n`).join("")),
    "p.parquet": await parquetOf(lines(","), folder),
  };
  const classes = ["--label", "y", "--prediction", "p"];
  return Object.entries(tables).flatMap(([name, table]): Seed[] => {
    const attributes = { [name]: table, "a.csv": lines(",") };
    const audit = (...flags: string[]) => ["audit", "--predictions", name, ...flags, "--draws", "20"];
    return [
      {
        target: "table",
        files: { [name]: table },
        changed: [name],
        commands: [
          audit(...classes, "--sensitive", "sex", "--max-gap", "0.2"),
          audit(...classes, "--sensitive", "sex,age", "--bins", "age=30,40", "--cross", "sex*age", "--out", "out"),
          audit("--label", "y", "--score", "score", "--threshold", "0.5", "--sensitive", "sex", "--json"),
          ["audit", "--predictions", name, ...classes, "--sensitive", "sex", "--weight", "w", "--missing", "own-group"],
          audit("--regression", "--label", "age", "--prediction", "score", "--sensitive", "sex"),
        ],
      },
      {
        target: "table",
        files: attributes,
        changed: [name, "a.csv"],
        commands: [
          audit("--attributes", "a.csv", "--id", "id", "--label", "y", "--prediction", "p", "--sensitive", "sex"),
          audit("--labels", "a.csv", "--id", "id", ...classes, "--sensitive", "sex", "--unmatched", "exclude"),
        ],
      },
    ];
  });
}

async function parquetOf(csv: Uint8Array, folder: string): Promise<Uint8Array> {
  await writeFile(join(folder, "p.csv"), csv);
  const instance = await DuckDBInstance.create(":memory:", { threads: "1" });
  const connection = await instance.connect();
  const [from, to] = [join(folder, "p.csv"), join(folder, "p.parquet")].map((path) => path.replaceAll("'", "''"));
  await connection.run(`COPY (SELECT * FROM read_csv('${from}')) TO '${to}' (FORMAT parquet)`);
  connection.closeSync();
  instance.closeSync();
  return readFile(join(folder, "p.parquet"));
}

function countSeeds(): Seed[] {
  const counts = "sex,y,p,n\nF,0,0,20\nF,0,1,5\nF,1,0,4\nF,1,1,11\nM,0,0,9\nM,0,1,3\nM,1,0,2\nM,1,1,30\n";
  const flags = ["--label", "y", "--prediction", "p", "--sensitive", "sex"];
  const audit = (...more: string[]) => ["audit", "--counts", "c.csv", ...flags, "--count-column", "n", ...more];
  const commands = [
    audit("--draws", "20", "--max-gap", "0.2"),
    audit("--draws", "0", "--json"),
    audit("--draws", "20", "--out", "out", "--classes", "0,1"),
  ];
  return [{ target: "counts", files: { "c.csv": text(counts) }, changed: ["c.csv"], commands }];
}

function importSeeds(): Seed[] {
  const folder = fixtures("pyg");
  const names = readdirSync(folder).flatMap((file) => /^(.*)\.yaml$/.exec(file)?.[1] ?? []);
  return names.map((name) => ({
    target: "import",
    files: {
      "state.safetensors": readFileSync(join(folder, `${name}.safetensors`)),
      "logits.safetensors": readFileSync(join(folder, `${name}.logits.safetensors`)),
      "card.yaml": readFileSync(join(folder, `${name}.yaml`)),
    },
    changed: ["state.safetensors", "card.yaml", "logits.safetensors"],
    commands: [
      [...importState, "--logits", "logits.safetensors", ...limit],
      [...importState, "--form", "portable", ...limit],
    ],
  }));
}

const importState = ["import", "state.safetensors", "--model", "card.yaml", "--out", "out.onnx"];

async function runSeeds(folder: string): Promise<Seed[]> {
  await writeLearnable(join(folder, "graph"), { nodes: 24 });
  const graph = await filesOf(folder, "graph");
  const seeds: Seed[] = [];
  for (const flags of [
    ["--method", "gcn"],
    ["--method", "eqgnn"],
    ["--backbone", "gat", "--batch-norm"],
  ]) {
    const more = ["--epochs", "2", "--hidden", "4", ...(flags[1] === "gat" ? ["--heads", "2"] : flags), ...wasm];
    const backbone = flags[1] === "gat" ? flags : [];
    await trainQuickly(join(folder, "graph"), join(folder, "run"), ...more, ...backbone);
    const run = await filesOf(folder, "run");
    // The path of the graph, which is of this machine.
    const config = Buffer.from(run["run/config.json"]!).toString("utf8").replace(join(folder, "graph"), "graph");
    const files = { ...graph, ...run, "run/config.json": text(config) };
    seeds.push({
      target: "run",
      files,
      changed: Object.keys(run),
      commands: [
        ["train", "--resume", "run", ...limit],
        ["export", "run", "--graph", "graph", "--out", "out.onnx", ...limit],
        ["export", "run", "--graph", "graph", "--form", "portable", "--out", "out.onnx", ...limit],
      ],
      grows: "run",
    });
    await rm(join(folder, "run"), { recursive: true });
  }
  return seeds;
}

async function filesOf(folder: string, name: string): Promise<Record<string, Uint8Array>> {
  const names = (await readdir(join(folder, name))).sort();
  const contents = await Promise.all(names.map((file) => readFile(join(folder, name, file))));
  return Object.fromEntries(names.map((file, i) => [`${name}/${file}`, contents[i]!]));
}

function npzSeed(): Seed {
  const matrix = Array.from({ length: 6 }, (_, r) => Array.from({ length: 9 }, (_, c) => ((r * c) % 4 === 1 ? r : 0)));
  const files = { "m.npz": sparseNpz(matrix) };
  return { target: "npz", files, changed: ["m.npz"], commands: [[readSparseRowsCall, "m.npz"]] };
}

/** Command lines of the other seeds, and of commands that read no file. */
function flagSeeds(seeds: readonly Seed[]): Seed[] {
  const named = seeds.filter(({ target }) => target !== "npz").map((seed) => [seed.target, seed] as const);
  const first = new Map(named.reverse());
  const generate = ["generate", "--nodes", "20", "--features", "3", "--edges", "40", "--out", "out"];
  return [
    ...[...first.values()].map((seed) => ({ ...seed, target: "flags" as const, changed: [] })),
    { target: "flags", files: {}, changed: [], commands: [generate, ["generate", "pokec-like", ...generate.slice(1)]] },
  ];
}
