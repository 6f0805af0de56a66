import { link, mkdir, readdir, readFile, readlink, stat, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { buildProgram, type DescribedCommand, type InputKind, type WrittenKind } from "@evenodds/cli/internal";
import { expect } from "chai";
import { fakeTerminal, runCli } from "../../support/fake-terminal.js";
import { linearModel } from "../../support/onnx-models.js";
import { useTempFolder } from "../support/temp-folder.js";

const program = await buildProgram({ terminal: fakeTerminal().terminal, setExitCode: () => undefined });
const commands = program.commands as DescribedCommand[];

const files = {
  "m.onnx": linearModel({ features: 1, classes: 2 }),
  "other.onnx": linearModel({ features: 1, classes: 2 }),
  "g/graph.yaml": "nodes: { files: nodes.csv, id: id, label: y, sensitive: sex }\nedges: ../edges.csv\n",
  "g/nodes.csv": "id,y,sex,x\na,0,f,1\nb,1,m,2\n",
  "edges.csv": "a,b\n",
  "p.csv": "id,y,p,sex\n1,1,1,f\n",
  "a.csv": "id,sex\n1,f\n",
  "l.csv": "id,y\n1,1\n",
  "c.csv": "y,p,sex,count\n1,1,f,3\n",
  "nodes.txt": "1\n",
  "key.pem": "a key",
  "g.npz": "arrays",
  "db.duckdb": "a database",
  "run/config.json": "",
  "run/model.safetensors": "weights",
  "state.safetensors": "weights",
  "model.yaml": "a card",
  "logits.safetensors": "a run",
  "downloads/nba.csv": "data",
  "q.csv": "id,y,p,sex\n1,1,0,f\n",
  "reports/v1/report.json": "a report",
  "state/1.json": "a batch",
  "evenodds.yaml":
    "version: 1\naudits: { a: { predictions: p.csv, label: y, prediction: p, sensitive: sex, max-gap: 0.1 } }\n",
} as const;

/** Command lines without their outputs; together they name every input of every command. */
const lines: Readonly<Record<string, readonly (readonly string[])[]>> = {
  train: [["g", "--sensitive", "sex"]],
  sweep: [["g", "--sensitive", "sex", "--seeds", "1"]],
  reproduce: [["table-pokec", "--data", "g"]],
  export: [["run"], ["run", "--graph", "g"]],
  import: [["state.safetensors", "--model", "model.yaml", "--logits", "logits.safetensors", "--graph", "g"]],
  optimize: [["m.onnx", "--graph", "g"]],
  layers: [["m.onnx"]],
  audit: [
    ["m.onnx", "g"],
    ["m.onnx", "g", "--nodes", "nodes.txt"],
    ["m.onnx", "g.npz"],
    ["m.onnx", "g", "--attest-key", "key.pem"],
    ["--predictions", "p.csv,a.csv", "--label", "y", "--prediction", "p", "--sensitive", "sex"],
    [
      ...["--predictions", "p.csv", "--attributes", "a.csv", "--labels", "l.csv", "--id", "id"],
      ...["--label", "y", "--prediction", "p", "--sensitive", "sex"],
    ],
    ["--counts", "c.csv", "--label", "y", "--prediction", "p", "--sensitive", "sex"],
    [
      ...["--sql", "select * from 'p.csv' join \"a.csv\" using (id)", "--db", "db.duckdb"],
      ...["--label", "y", "--prediction", "p", "--sensitive", "sex"],
    ],
  ],
  sql: [["--dialect", "duckdb", "--from", "t", "--prediction", "p", "--sensitive", "sex"]],
  history: [["reports", "--order", "nodes.txt"]],
  gate: [["evenodds.yaml"]],
  init: [["m.onnx", "g"], ["p.csv"]],
  compare: [
    ["m.onnx", "other.onnx", "g", "--nodes", "nodes.txt"],
    [
      ...["p.csv", "q.csv", "--id", "id", "--labels", "l.csv"],
      ...["--label", "y", "--prediction", "p", "--sensitive", "sex"],
    ],
  ],
  monitor: [
    ["state", "--add", "p.csv,a.csv", "--reference", "q.csv"],
    ["state", "--predicted", "p.csv"],
    ["state", "--labels", "l.csv"],
  ],
  predict: [["m.onnx", "g"]],
  split: [["g"]],
  generate: [[], ["pokec-like"]],
  synth: [["pokec-like"]],
  "import-data": [["nba", "downloads"]],
  demo: [[]],
};

/** Files that are read by what stands at a flag or an argument. */
function filesBehind(kind: InputKind, value: string): string[] {
  switch (kind) {
    case "files":
      return value.split(",");
    case "graph":
      if (value === "g.npz") return [value];
      return ["g/graph.yaml", "g/nodes.csv", "edges.csv"];
    case "run":
      return ["run/config.json", "run/model.safetensors", "g/nodes.csv", "edges.csv"];
    case "folder":
      return [{ downloads: "downloads/nba.csv", reports: "reports/v1/report.json", state: "state/1.json" }[value]!];
    case "query":
      return ["p.csv", "a.csv"];
    case "file":
    case "model":
    case "database":
      return [value];
  }
}

describe("a command whose output is", () => {
  const folder = useTempFolder();
  const cwd = process.cwd();
  beforeEach(async () => {
    await folder.write({ ...files, "run/config.json": JSON.stringify({ graph: folder.at("g") }) });
    process.chdir(folder.at());
  });
  afterEach(() => process.chdir(cwd));

  /** Runs a command line that must be refused for a place, before anything is written. */
  async function expectRefusal(args: readonly string[], flags: readonly string[]): Promise<void> {
    const before = await snapshot(folder.at());
    const { code, out, log } = await runCli(args);
    const shown = `${args.join(" ")}\n${log.join("\n")}`;
    expect([code, out, log.length], shown).to.deep.equal([2, "", 1]);
    expect(
      flags.some((flag) => log[0]!.startsWith(`evenodds: ${flag}: expected a`)),
      shown,
    ).to.equal(true);
    expect(log[0], shown).to.match(/which is read as|within|which .* reads by|with .* in it|writes too/);
    expect(await snapshot(folder.at()), shown).to.deep.equal(before);
  }

  it("named in this test, with each of its inputs", () => {
    const written = commands.filter(({ table }) => table.options.some(({ writes }) => writes !== undefined));
    expect(Object.keys(lines).sort()).to.deep.equal(written.map((command) => command.name()).sort());
    for (const { table } of written) {
      const given = lines[table.name]!.flat();
      for (const { flags, reads } of table.options) {
        if (reads !== undefined) expect(given, table.name).to.include(flags.split(" ")[0]);
      }
    }
  });

  for (const command of commands) {
    const { name, options, arguments: positional } = command.table;
    const outputs = options.flatMap(({ flags, writes, mandatory }) =>
      writes === undefined ? [] : [{ flag: flags.split(" ")[0]!, writes, mandatory }],
    );
    for (const { flag, writes } of outputs) {
      /** The line with this output, and with the others that it cannot do without. */
      const withOutput = (line: readonly string[], value: string) => [
        ...[name, ...line, flag, value],
        ...outputs.flatMap((other) =>
          other.flag !== flag && (other.mandatory || (other.flag === "--attest" && line.includes("--attest-key")))
            ? [other.flag, folder.at("elsewhere", other.flag)]
            : [],
        ),
      ];
      const inputsOf = (line: readonly string[]) => [
        ...positional.flatMap(({ reads }, i) =>
          reads === undefined || line.slice(0, i + 1).some((word) => word.startsWith("--")) || line[i] === undefined
            ? []
            : [{ reads, value: line[i] }],
        ),
        ...options.flatMap(({ flags, reads }) => {
          const at = line.indexOf(flags.split(" ")[0]!);
          return reads === undefined || at < 0 ? [] : [{ reads, value: line[at + 1]! }];
        }),
      ];

      it(`${name} ${flag}: an input, by any path or link, or within one`, async () => {
        for (const line of lines[name]!) {
          for (const { reads, value } of inputsOf(line)) {
            for (const file of filesBehind(reads, value)) {
              for (const place of await placesOf(folder.at(), { file, writes })) {
                await expectRefusal(withOutput(line, place), [flag]);
              }
            }
            if (!["graph", "run", "folder"].includes(reads)) continue;
            await expectRefusal(withOutput(line, join(value, "new", "sub")), [flag]);
            await expectRefusal(withOutput(line, `${folder.at()}/elsewhere/../${value}/new`), [flag]);
          }
        }
      });

      const others = outputs.filter((other) => other.flag !== flag);
      if (others.length === 0) continue;
      it(`${name} ${flag}: another output, or within one`, async () => {
        const [line] = lines[name]!;
        const base = (other: string) =>
          outputs.flatMap((one) =>
            one.mandatory && ![flag, other].includes(one.flag) ? [one.flag, folder.at("elsewhere", one.flag)] : [],
          );
        for (const other of others) {
          const both = (one: string, two: string) => [name, ...line!, flag, one, other.flag, two, ...base(other.flag)];
          const names = [writes, other.writes].flatMap((one) => (one.kind === "files" ? one.names : []));
          const file = names[0] === undefined ? "o/one" : `o/${names[0]}`;
          const [mine, its] = [valueFor(writes, file), valueFor(other.writes, file)];
          await expectRefusal(both(mine, its), [flag, other.flag]);
          await expectRefusal(both(`${folder.at()}/x/../${mine}`, its), [flag, other.flag]);
          await expectRefusal(both(mine, valueFor(other.writes, changedCase(file))), [flag, other.flag]);
          await expectRefusal(both(`${file}/below`, its), [flag, other.flag]);
        }
      });
    }
  }

  it("a file that a query names, unless a server answers it, which reads none here", async () => {
    const columns = ["--label", "y", "--prediction", "p", "--sensitive", "sex", "--junit", "p.csv"];
    const query = ["audit", "--sql", "select * from 'p.csv'", ...columns];
    await expectRefusal(query, ["--junit"]);
    const { code, log } = await runCli([...query, "--postgres", "postgres://me@127.0.0.1:1/db"]);
    expect([code, log.length]).to.deep.equal([2, 1]);
    expect(log[0]).to.match(/expected a server that listens/);
  });

  it("a file that a query reads by a pattern", async () => {
    await mkdir("parts/one", { recursive: true });
    await writeFile("parts/one/p.csv", files["p.csv"]);
    const columns = ["--label", "y", "--prediction", "p", "--sensitive", "sex"];
    for (const sql of [
      "from 'parts/**/*.csv'",
      "from read_csv(['parts/?ne/p.csv'])",
      "from parts/one/p.csv",
      `from "parts/*/[op].csv"`,
    ]) {
      await expectRefusal(["audit", "--sql", sql, ...columns, "--junit", "parts/one/p.csv"], ["--junit"]);
      await expectRefusal(
        ["audit", "--sql", sql, ...columns, "--sarif", `${folder.at()}/parts/one/../one/p.csv`],
        ["--sarif"],
      );
    }
  });
});

describe("evenodds audit --predictions", () => {
  const folder = useTempFolder();

  it("counts no file twice, by whatever name", async () => {
    await folder.write({ "p.csv": files["p.csv"] });
    await symlink(folder.at("p.csv"), folder.at("link.csv"));
    await link(folder.at("p.csv"), folder.at("hard.csv"));
    for (const other of [`${folder.at()}/x/../p.csv`, folder.at("link.csv"), folder.at("hard.csv")]) {
      for (const flag of ["--predictions", "--counts"]) {
        const list = `${folder.at("p.csv")},${other}`;
        const { code, log } = await runCli([
          "audit",
          flag,
          list,
          "--label",
          "y",
          "--prediction",
          "p",
          "--sensitive",
          "sex",
        ]);
        expect(code).to.equal(2);
        expect(log[0]).to.match(/expected each file once, found .*, which are one file; its rows would count twice/);
      }
    }
  });
});

/** Values of an output by which it would write over `file`. */
async function placesOf(
  root: string,
  { file, writes }: { readonly file: string; readonly writes: WrittenKind },
): Promise<string[]> {
  switch (writes.kind) {
    case "folder":
    case "new folder":
      return [file];
    case "files": {
      const found: string[] = [];
      for (const [i, name] of writes.names.entries()) {
        const out = join(root, `out-${file.replaceAll("/", "-")}`, String(i));
        await mkdir(out, { recursive: true });
        await (i === 0 ? link : symlink)(join(root, file), join(out, name)).catch(() => undefined);
        found.push(out);
      }
      return found;
    }
    case "file":
    case "text to grow":
    case "model": {
      const links = {
        hard: join(root, `hard-${file.replaceAll("/", "-")}`),
        soft: join(root, `soft-${file.replaceAll("/", "-")}`),
      };
      await link(join(root, file), links.hard).catch(() => undefined);
      await symlink(join(root, file), links.soft).catch(() => undefined);
      return [file, `${root}/nothing/../${file}`, links.hard, links.soft];
    }
  }
}

/** The value of an output by which it writes `file`. */
function valueFor(writes: WrittenKind, file: string): string {
  return writes.kind === "files" ? dirname(file) : file;
}

/** Another spelling of a path that no folder report fixes: some file systems take both for one. */
function changedCase(file: string): string {
  return file.replace(/^o/, "O").replace(/one$/, "ONE");
}

/** Everything in a folder: files by their bytes, links by what they name. */
async function snapshot(root: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const entry of await readdir(root, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isSymbolicLink()) found[path] = `link to ${await readlink(path)}`;
    else if (entry.isFile()) found[path] = `${(await stat(path)).size} ${(await readFile(path)).toString("base64")}`;
    else found[path] = "folder";
  }
  return found;
}
