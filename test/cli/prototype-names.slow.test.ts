import { readFile } from "node:fs/promises";
import { decodeTrainedModel } from "@evenodds/core";
import { loadGraph } from "@evenodds/data";
import { expect } from "chai";
import { runCli } from "../support/fake-terminal.js";
import { useTempFolder } from "./support/temp-folder.js";

/** Methods that every object inherits: a lookup finds a function, whichever of them it is. */
const methods = Object.getOwnPropertyNames(Object.prototype).filter(
  (name) => name !== "__proto__" && name !== "constructor",
);
/** Names with a meaning of their own to objects, promises, lists, modules and numbered lists. */
const special = [
  ...["__proto__", "constructor"],
  ...["then", "length", "name", "default", "prototype", "0", "-1", "size", "get", "undefined", "toJSON"],
];
const names = [...special, ...methods];

/**
 * The names that whole audits are made with: all with a meaning of their own, and every fourth method, in turns, so
 * that each way to name a thing meets some and each method meets several ways.
 */
function namesOf(turn: number): readonly string[] {
  return [...special, ...methods.filter((_, i) => i % 4 === turn % 4)];
}

/** A name without any meaning, in whose place the others stand. */
const plain = "zzplainzz";

/** Rows of a table: attribute, label, prediction, score, group of rows, condition, weight. */
const rows = Array.from({ length: 120 }, (_, row) => ({
  group: ["a", "b"][(row * 7) % 3 === 0 ? 0 : 1]!,
  label: (row * 5) % 3 === 0 ? "1" : "0",
  prediction: (row * 11) % 4 === 0 ? "1" : "0",
  score: ((row * 37) % 100) / 100,
  part: `p${row % 10}`,
  age: 20 + ((row * 13) % 50),
}));

/** Expects two reports that differ in nothing but the name, keys of objects and texts that hold it included. */
function expectSame(found: unknown, expected: unknown, name: string): void {
  const renamed = (text: string) => text.replaceAll(plain, name);
  // The hash of the table, or of a query.
  if (typeof expected === "string" && /^(?:sha256:)?[0-9a-f]{64}$/.test(expected)) return;
  if (typeof expected === "string") expect(found).to.equal(renamed(expected));
  else if (typeof expected !== "object" || expected === null) expect(found).to.equal(expected);
  else {
    const entries = (value: unknown) => new Map(Object.entries(value as object) as [string, unknown][]);
    const [there, wanted] = [entries(found), entries(expected)];
    expect([...there.keys()].sort()).to.deep.equal([...wanted.keys()].map(renamed).sort());
    for (const [key, value] of wanted) expectSame(there.get(renamed(key)), value, name);
  }
}

/** Leaves out what is drawn: the name of an attribute is part of its stream. The other p-values are exact here. */
function withoutDraws(key: string, value: unknown): unknown {
  return ["dependence", "commonPValue", "cellPValue"].includes(key) || isGroupTest(key, value) ? undefined : value;
}

function isGroupTest(key: string, value: unknown): boolean {
  return key === "groups" && Array.isArray(value) && value.some((one) => typeof one === "object");
}

describe("names that objects inherit", function () {
  this.timeout(300_000);
  const folder = useTempFolder();

  const table = (
    columns: readonly (readonly [string, (row: (typeof rows)[number], index: number) => string | number])[],
  ) =>
    [
      columns.map(([name]) => name).join(","),
      ...rows.map((row, i) => columns.map(([, of]) => of(row, i)).join(",")),
      "",
    ].join("\n");

  async function report(args: readonly string[]): Promise<unknown> {
    // Weighted rows have no permutation test.
    const draws = args.includes("--weight") ? [] : ["--draws", "50"];
    const { code, out, log } = await runCli(["audit", ...args, "--json", ...draws, "--min-support", "1"]);
    expect(code, log.join("\n")).to.equal(0);
    return JSON.parse(out, withoutDraws);
  }

  /** Every way to name a thing in a table, by what is named. */
  const doors: Readonly<Record<string, (name: string) => { table: string; args: readonly string[] }>> = {
    attribute: (name) => ({
      table: table([
        ["y", (r) => r.label],
        ["p", (r) => r.prediction],
        [name, (r) => r.group],
      ]),
      args: ["--sensitive", name],
    }),
    "attribute with bins": (name) => ({
      table: table([
        ["y", (r) => r.label],
        ["p", (r) => r.prediction],
        [name, (r) => r.age],
      ]),
      args: ["--sensitive", name, "--bins", `${name}=30,50`],
    }),
    "attributes that are crossed": (name) => ({
      table: table([
        ["y", (r) => r.label],
        ["p", (r) => r.prediction],
        ["s", (r) => r.group],
        [name, (r) => r.part.length + (r.age > 40 ? 1 : 0)],
      ]),
      args: ["--sensitive", `s,${name}`, "--cross", `s*${name}`],
    }),
    level: (name) => ({
      table: table([
        ["y", (r) => r.label],
        ["p", (r) => r.prediction],
        ["s", (r) => (r.group === "a" ? "~other" : name)],
      ]),
      args: ["--sensitive", "s"],
    }),
    class: (name) => ({
      table: table([
        ["y", (r) => (r.label === "1" ? "~other" : name)],
        ["p", (r) => (r.prediction === "1" ? "~other" : name)],
        ["s", (r) => r.group],
      ]),
      args: ["--sensitive", "s"],
    }),
    "label and prediction": (name) => ({
      table: table([
        [name, (r) => r.label],
        ["p", (r) => r.prediction],
        ["s", (r) => r.group],
      ]),
      args: ["--label", name, "--sensitive", "s"],
    }),
    prediction: (name) => ({
      table: table([
        ["y", (r) => r.label],
        [name, (r) => r.prediction],
        ["s", (r) => r.group],
      ]),
      args: ["--prediction", name, "--sensitive", "s"],
    }),
    condition: (name) => ({
      table: table([
        ["y", (r) => r.label],
        ["p", (r) => r.prediction],
        ["s", (r) => r.group],
        [name, (r) => (r.age > 40 ? name : "~young")],
      ]),
      args: ["--sensitive", "s", "--given", name],
    }),
    cluster: (name) => ({
      table: table([
        ["y", (r) => r.label],
        ["p", (r) => r.prediction],
        ["s", (r) => r.group],
        [name, (r) => r.part],
      ]),
      args: ["--sensitive", "s", "--cluster", name],
    }),
    weight: (name) => ({
      table: table([
        ["y", (r) => r.label],
        ["p", (r) => r.prediction],
        ["s", (r) => r.group],
        [name, (r) => r.age],
      ]),
      args: ["--sensitive", "s", "--weight", name],
    }),
    id: (name) => ({
      table: table([
        ["y", (r) => r.label],
        ["p", (r) => r.prediction],
        ["s", (r) => r.group],
        [name, (_, i) => (i === 0 ? name : `n${i}`)],
      ]),
      args: ["--sensitive", "s"],
    }),
    score: (name) => ({
      table: table([
        ["y", (r) => r.label],
        [name, (r) => r.score],
        ["s", (r) => r.group],
      ]),
      args: ["--sensitive", "s", "--score", name, "--threshold", "0.5", "--positive", "1"],
    }),
  };

  for (const [turn, [door, make]] of Object.entries(doors).entries()) {
    it(`give the same figures in a table: ${door}`, async () => {
      const audit = async (name: string) => {
        const { table: content, args } = make(name);
        await folder.write({ "t.csv": content });
        const has = (flag: string) => args.includes(flag);
        const usual = [
          ...(has("--label") ? [] : ["--label", "y"]),
          ...(has("--prediction") || has("--score") ? [] : ["--prediction", "p"]),
        ];
        return report(["--predictions", folder.at("t.csv"), ...usual, ...args]);
      };
      const expected = await audit(plain);
      for (const name of namesOf(turn)) expectSame(await audit(name), expected, name);
    });
  }

  it("give the same figures as JSON, JSON lines, counts, joined files and a regression", async () => {
    const objects = (name: string) =>
      rows.map(
        ({ group, label, prediction, age }, i) =>
          // Written by hand: JSON.stringify asks a key toJSON for the value.
          `{"id": "n${i}", "y": ${label}, "p": ${prediction}, "v": ${age}, ${JSON.stringify(name)}: "${group}"}`,
      );
    const forms: Readonly<Record<string, (name: string) => Promise<readonly string[]>>> = {
      json: async (name) => {
        await folder.write({ "t.json": `[${objects(name).join(",")}]` });
        return ["--predictions", folder.at("t.json"), "--label", "y", "--prediction", "p", "--sensitive", name];
      },
      lines: async (name) => {
        await folder.write({ "t.ndjson": objects(name).join("\n") });
        return ["--predictions", folder.at("t.ndjson"), "--label", "y", "--prediction", "p", "--sensitive", name];
      },
      counts: async (name) => {
        const lines = ["a,0,0,30", "a,1,1,20", "b,0,1,9", "b,1,1,12", "b,0,0,21"];
        await folder.write({ "c.csv": [`${name},y,p,count`, ...lines, ""].join("\n") });
        return ["--counts", folder.at("c.csv"), "--label", "y", "--prediction", "p", "--sensitive", name];
      },
      "count column": async (name) => {
        const lines = ["a,0,0,30", "a,1,1,20", "b,0,1,9", "b,1,1,12", "b,0,0,21"];
        await folder.write({ "c.csv": [`s,y,p,${name}`, ...lines, ""].join("\n") });
        const counts = ["--counts", folder.at("c.csv"), "--count-column", name];
        return [...counts, "--label", "y", "--prediction", "p", "--sensitive", "s"];
      },
      joined: async (name) => {
        await folder.write({
          "p.csv": table([
            [name, (_, i) => `n${i}`],
            ["p", (r) => r.prediction],
          ]),
          "a.csv": table([
            [name, (_, i) => `n${i}`],
            ["y", (r) => r.label],
            ["s", (r) => r.group],
          ]),
        });
        const files = ["--predictions", folder.at("p.csv"), "--attributes", folder.at("a.csv"), "--id", name];
        return [...files, "--label", "y", "--prediction", "p", "--sensitive", "s"];
      },
      query: async (name) => {
        const select = `select 1 as y, 1 as p, 'a' as ${JSON.stringify(name)} union all select 0, 1, 'b'`;
        return Promise.resolve(["--sql", select, "--label", "y", "--prediction", "p", "--sensitive", name]);
      },
    };
    for (const [turn, [form, make]] of Object.entries(forms).entries()) {
      const expected = await report(await make(plain));
      for (const name of namesOf(turn)) {
        try {
          expectSame(await report(await make(name)), expected, name);
        } catch (error) {
          throw new Error(`${form} ${name}`, { cause: error });
        }
      }
    }
  });

  /** A graph whose columns are called so; every third node is of group b. */
  const graph = (
    called: Partial<Record<"attribute" | "column" | "label" | "feature" | "id" | "level" | "class", string>>,
  ) => {
    const { attribute = "s", label = "y", feature = "f", id = "id", level = "b", class: one = "1" } = called;
    const { column = attribute } = called;
    const text = (name: string) => JSON.stringify(name);
    const node = (r: (typeof rows)[number], i: number) =>
      [`n${i}`, r.label === "1" ? one : "~0", r.group === "b" ? level : "~a", r.score, r.age].join(",");
    return {
      "g/graph.yaml": [
        "name: g",
        "nodes:",
        "  files: nodes.csv",
        `  id: ${text(id)}`,
        `  label: ${text(label)}`,
        `  sensitive: { ${text(attribute)}: { column: ${text(column)}, levels: [${text(level)}, "~a"] } }`,
        "edges: edges.csv",
      ].join("\n"),
      "g/nodes.csv": [[id, label, column, feature, "age"].join(","), ...rows.map(node), ""].join("\n"),
      "g/edges.csv": rows.map((_, i) => `n${i},n${(i * 7 + 1) % rows.length}`).join("\n"),
    };
  };

  it("are columns of a graph like others, and never a feature", async () => {
    for (const [i, name] of names.entries()) {
      // Every name stands in every part once, beside other names in the other parts.
      const [attribute, column, label, feature, id, level, one] = Array.from(
        { length: 7 },
        (_, part) => names[(i + 3 * part) % names.length]!,
      );
      const parts = { attribute, column, label, feature, id, level, class: one };
      await folder.write(graph(parts));
      const { graph: loaded, nodes } = await loadGraph(folder.at("g"));
      const what = JSON.stringify(parts);
      expect(loaded.featureNames, what).to.deep.equal([feature, "age"]);
      expect(
        nodes.sensitive.map(({ name }) => name),
        what,
      ).to.deep.equal([attribute]);
      expect(nodes.sensitive[0]!.levels, what).to.deep.equal([level, "~a"]);
      expect([...nodes.classes].sort(), what).to.deep.equal([one, "~0"].sort());
      expect(nodes.labelName, what).to.equal(label);
      // A list and a single name of attributes.
      for (const sensitive of [JSON.stringify(name), JSON.stringify([name])]) {
        const files = graph({ attribute: name });
        await folder.write({
          ...files,
          "g/graph.yaml": files["g/graph.yaml"].replace(/sensitive: .*/, `sensitive: ${sensitive}`),
        });
        const { graph: loaded, nodes } = await loadGraph(folder.at("g"));
        expect(loaded.featureNames).to.deep.equal(["f", "age"]);
        expect(nodes.sensitive.map((one) => one.name)).to.deep.equal([name]);
      }
    }
  });

  it("go through training, export, audit and predict to the same figures", async () => {
    const pipeline = async (name: string) => {
      await folder.write(graph({ attribute: name, feature: `${name}2`, label: `${name}3`, level: name, class: name }));
      const [g, run, model] = [folder.at("g"), folder.at(`run-${name}`), folder.at("m.onnx")];
      const training = ["--sensitive", name, "--epochs", "1", "--hidden", "4", "--seed", "2", "--engine", "wasm"];
      for (const args of [
        ["train", g, ...training, "--out", run],
        ["export", run, "--out", model],
        ["predict", model, g, "--out", folder.at("p.csv")],
      ]) {
        const { code, log } = await runCli(args);
        expect(code, log.join("\n")).to.equal(0);
      }
      const { featureNames, classes } = decodeTrainedModel(await readFile(`${run}/model.safetensors`), "m");
      return {
        featureNames,
        classes,
        predictions: await readFile(folder.at("p.csv"), "utf8"),
        report: await report([model, g]),
        // Longer names make a longer file.
        inspected: { ...(JSON.parse((await runCli(["inspect", model, "--json"])).out) as object), bytes: 0 },
      };
    };
    const expected = await pipeline(plain);
    for (const name of ["__proto__", "constructor", "toString", "then", "0"]) {
      expectSame(await pipeline(name), expected, name);
    }
  });

  it("are unknown keys of a card where none stands for a column", async () => {
    const files = graph({});
    const card = files["g/graph.yaml"];
    for (const name of names) {
      for (const broken of [
        `${card}\n${JSON.stringify(name)}: 1`,
        card.replace("nodes:", `nodes:\n  ${JSON.stringify(name)}: 1`),
        card.replace("column:", `${JSON.stringify(name)}: 1, column:`),
      ]) {
        if (name === "name" && broken.endsWith(": 1")) continue;
        await folder.write({ ...files, "g/graph.yaml": broken });
        let message = "";
        await loadGraph(folder.at("g")).catch((error: Error) => (message = error.message));
        expect(message, broken).to.include("only keys that a graph card has").and.to.include(JSON.stringify(name));
      }
    }
  });
});
