import { cp, readFile } from "node:fs/promises";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { hashNodeIds, InputError, recordSplit, UsageError, type Split } from "@evenodds/core";
import { loadGraph } from "@evenodds/data";
import { expect } from "chai";
import {
  auditModel,
  auditRegressionModel,
  renderMarkdown,
  renderText,
  type AuditReport,
  type MemoryGraph,
} from "evenodds";
import { useTempFolder } from "../../cli/support/temp-folder.js";
import { caught } from "../../support/caught.js";
import { linearModel } from "../../support/onnx-models.js";

const fixtures = join(import.meta.dirname, "../../fixtures/tensor-graph");
const card = join(fixtures, "card");
const settings = { minSupport: 1, draws: 99, maxGap: 0.5, sensitive: ["sensitive", "region"] };

/** A model of another tool, whose two logits are the first two features; of a split that is recorded, if any. */
function modelOf(split?: Split, ids: readonly string[] = []): Uint8Array {
  const metadata: Record<string, string> = { "evenodds.classes": JSON.stringify(["denied", "approved"]) };
  if (split !== undefined) metadata["evenodds.split"] = JSON.stringify(recordSplit(split, hashNodeIds(ids)));
  return linearModel({ features: 4, classes: 2 }, { metadata });
}

const model = modelOf();

/** What a report says but for where its data came from. */
function withoutData({ data, ...rest }: AuditReport): string {
  expect(data).not.to.equal(null);
  return JSON.stringify(rest);
}

/** Rates and counts by group, without the reasons for which rows were left out. */
function figures({ attributes }: AuditReport): unknown {
  return attributes.map(({ cells, equalizedOdds, permutation, levels, performance }) => ({
    ...{ cells, equalizedOdds, permutation, levels, performance },
  }));
}

describe("auditModel on a graph in one file", () => {
  for (const file of ["graph.npz", "graph.safetensors", "texts.npz"]) {
    it(`gives for ${file} the report of the same graph in tables, but for the data`, async () => {
      for (const split of ["all", "train", "validation", "test"] as const) {
        const tables = await auditModel(model, card, { ...settings, split });
        const one = await auditModel(model, join(fixtures, file), { ...settings, split });
        expect(withoutData(one), split).to.equal(withoutData(tables));
        const sha256 = createHash("sha256")
          .update(await readFile(join(fixtures, file)))
          .digest("hex");
        const { audited, ...data } = one.data!;
        expect(data).to.deep.equal({ name: file.split(".")[0], files: [{ file, sha256 }], nodes: 60, arcs: 150 });
        const nodes = { all: undefined, train: 20, validation: 12, test: 24 }[split];
        const mask = { all: "", train: "train_mask", validation: "val_mask", test: "test_mask" }[split];
        expect(audited).to.deep.equal(nodes === undefined ? undefined : { nodes, from: `${mask} of ${file}` });
        const { audited: byColumn } = tables.data!;
        expect(byColumn).to.deep.equal(nodes && { nodes, from: 'column "part" of nodes.csv' });
      }
    });
  }

  it("audits the array ‘sensitive’ where no other is named, and what is crossed too", async () => {
    const file = join(fixtures, "graph.npz");
    const names = async (options: object) =>
      (await auditModel(model, file, { draws: 0, ...options })).attributes.map(({ name }) => name);
    expect(await names({})).to.deep.equal(["sensitive"]);
    expect(await names({ sensitive: ["region"] })).to.deep.equal(["region"]);
    expect(await names({ sensitive: ["region"], cross: [["sensitive", "region"]] })).to.deep.equal([
      "region",
      "sensitive × region",
    ]);
    const { notes } = await auditModel(model, file, { draws: 0 });
    expect(notes).to.include("Of graph.npz, region (int64 [60]), region_names (text [3]) are not used.");
  });
});

describe("nodes that are audited", () => {
  const folder = useTempFolder();
  let ids: readonly string[];
  let test: readonly string[];
  let whole: Awaited<ReturnType<typeof loadGraph>>;
  before(async () => {
    whole = await loadGraph(card);
    ids = whole.graph.nodeIds;
    test = [...whole.split!.parts.test].map((node) => ids[node]!);
  });

  it("are the same by a list, a file, a table, masks, a column, and labels that are blank elsewhere", async () => {
    await folder.write({
      "nodes.txt": `\n${test.join("\r\n")}\n\n`,
      "nodes.csv": ["id", ...test, ""].join("\n"),
      "nodes.tsv": ["n\tid", ...test.map((id, n) => `${n}\t${id}.0`), ""].join("\n"),
      "nodes.json": JSON.stringify(test.map((id) => ({ id: Number(id) }))),
    });
    const byColumn = await auditModel(model, card, { ...settings, split: "test" });
    expect(byColumn.attributes[0]!.rows).to.deep.include({ read: 60 });
    // Of the 24 nodes, one has no label.
    expect(byColumn.attributes[0]!.rows.excluded).to.include({ "outside-split": 36 });
    const ways: [object, object][] = [
      [{ nodes: test }, { from: "a list of ids" }],
      [{ nodes: test.map(Number) }, { from: "a list of ids" }],
      [{ nodes: test.map(BigInt) }, { from: "a list of ids" }],
      ...["nodes.txt", "nodes.csv", "nodes.json"].map((name): [object, object] => [
        { nodes: folder.at(name) },
        { from: `the ids in ${folder.at(name)}` },
      ]),
      [{ nodes: folder.at("nodes.tsv"), id: "id" }, { from: `the ids in ${folder.at("nodes.tsv")}` }],
    ];
    for (const [chosen, from] of ways) {
      const report = await auditModel(model, card, { ...settings, ...chosen });
      const shown = JSON.stringify(from);
      expect(withoutData({ ...report, split: "test" }), shown).to.equal(withoutData(byColumn));
      expect(report.data!.audited, shown).to.deep.include({ nodes: 24, ...from });
    }
    const text = await readFile(folder.at("nodes.txt"));
    const { data } = await auditModel(model, card, { ...settings, nodes: folder.at("nodes.txt") });
    const sha256 = createHash("sha256").update(text).digest("hex");
    expect(data!.audited!.file).to.deep.equal({ file: folder.at("nodes.txt"), sha256 });
    const listed = await auditModel(model, card, { ...settings, nodes: folder.at("nodes.txt") });
    const rows = renderMarkdown(listed).split("\n");
    expect(rows.find((row) => row.includes("Chosen nodes"))).to.include("24 nodes, by the ids in ");
    expect(rows.some((row) => row.includes(`sha256 ${sha256}`))).to.equal(true);
    // The other road: no node but these has a label.
    await cp(card, folder.at("blank"), { recursive: true });
    const table = await readFile(join(card, "nodes.csv"), "utf8");
    const chosen = new Set(test);
    const blanked = table.split("\n").map((line, i) => {
      const cells = line.split(",");
      if (i > 0 && line !== "" && !chosen.has(cells[0]!)) cells[5] = "";
      return cells.join(",");
    });
    await folder.write({ "blank/nodes.csv": blanked.join("\n") });
    const byLabel = await auditModel(model, folder.at("blank"), settings);
    expect(figures(byLabel)).to.deep.equal(figures(byColumn));
  });

  it("are those that the model records too, where the graph gives a split, or an error", async () => {
    const own = await auditModel(model, card, { ...settings, split: "test" });
    const { parts } = whole.split!;
    const labelled = (nodes: Int32Array) => nodes.filter((node) => whole.nodes.label[node]! >= 0);
    const same = { train: labelled(parts.train), validation: labelled(parts.validation), test: labelled(parts.test) };
    const agreed = await auditModel(modelOf(same, ids), card, { ...settings, split: "test" });
    expect(figures(agreed)).to.deep.equal(figures(own));
    expect(agreed.trainingNodes).to.equal(0);
    const other = { ...same, train: same.test, test: same.train };
    const error = await caught(() => auditModel(modelOf(other, ids), card, { ...settings, split: "test" }));
    expect(error).to.be.instanceOf(InputError);
    expect(error.message).to.match(
      new RegExp(
        `^‘split’ test: expected one split of the nodes, found two: column "part" of nodes\\.csv has ${same.test.length} labelled nodes in it, ` +
          `the model records ${same.train.length}, and 0 are in both; say which nodes are audited with ‘nodes’`,
      ),
    );
    // A model of another graph says nothing about this one.
    const strange = modelOf(
      other,
      ids.map((id) => `other ${id}`),
    );
    const alone = await auditModel(strange, card, { ...settings, split: "test" });
    expect(figures(alone)).to.deep.equal(figures(own));
    expect((await auditModel(modelOf(other, ids), card, { ...settings, nodes: test })).trainingNodes).to.equal(
      same.test.length,
    );
  });

  it("are refused where a list is not one of nodes, each once", async () => {
    await folder.write({
      "two.csv": "id,n\n1,2\n",
      "blank.csv": "id,n\n1,2\n,3\n",
      "ids.csv": test.join("\n"),
      "header.txt": ["id", ...test].join("\n"),
      "latin.txt": Uint8Array.of(0xe4, 10),
      "empty.txt": "\n",
    });
    const refused: [object, RegExp, typeof InputError | typeof UsageError][] = [
      [
        { nodes: [...test, "7"] },
        /^‘nodes’: expected ids of nodes in the graph, found 1 of 25 that it lacks, such as "7"; .*‘unmatched’ exclude/,
        InputError,
      ],
      [{ nodes: [...test, test[0]!] }, /^‘nodes’: expected each node once, found "\d+" twice/, InputError],
      [
        { nodes: [...test, `${test[0]!}.0`] },
        /expected each node once, found "(\d+)" and "\1\.0", one node/,
        InputError,
      ],
      [{ nodes: [] }, /expected at least one node to audit, found none/, InputError],
      [{ nodes: ["7"], unmatched: "exclude" }, /expected at least one node to audit, found none/, InputError],
      [{ nodes: test, split: "test" }, /^‘nodes’: expected one of ‘nodes’ and ‘split’/, UsageError],
      [{ nodes: test, id: "id" }, /^‘id’: expected a table of ‘nodes’/, UsageError],
      [{ id: "id" }, /^‘id’: expected ‘nodes’ beside it/, UsageError],
      [{ unmatched: "exclude" }, /^‘unmatched’: expected ‘nodes’ beside it/, UsageError],
      [{ nodes: folder.at("none.txt") }, /none\.txt: expected a file, found nothing/, InputError],
      [
        { nodes: folder.at("two.csv") },
        /two\.csv: expected one column, of node ids, found "id", "n"; name the column of the ids with ‘id’/,
        InputError,
      ],
      [{ nodes: folder.at("two.csv"), id: "Id" }, /^‘id’: expected a column .*did you mean "id"/, InputError],
      [
        { nodes: folder.at("blank.csv"), id: "id" },
        /expected an id in every row, found none in data row 2/,
        InputError,
      ],
      [
        { nodes: folder.at("ids.csv") },
        /expected a name of the column in the first line, found "\d+", which is the id of a node/,
        InputError,
      ],
      [{ nodes: folder.at("header.txt") }, /1 of 25 that it lacks, such as "id"/, InputError],
      [{ nodes: folder.at("header.txt"), id: "id" }, /a \.txt file has one id in each line/, InputError],
      [{ nodes: folder.at("latin.txt") }, /expected text in UTF-8/, InputError],
      [{ nodes: folder.at("empty.txt") }, /at least one node/, InputError],
    ];
    for (const [options, words, type] of refused) {
      const error = await caught(() => auditModel(model, card, { draws: 0, ...options }));
      expect(error, String(words)).to.be.instanceOf(type);
      expect(error.message).to.match(words);
    }
  });

  it("are those of graphs: of a table, every row is audited", async () => {
    const table = { table: join(card, "nodes.csv"), label: "y", sensitive: ["region"] };
    for (const [options, words] of [
      [{ nodes: test }, /^‘nodes’: expected a graph, found a table; give the table those rows alone/],
      [{ id: "id" }, /^‘id’: expected a graph, found a table; name the column of the ids beside the table/],
    ] as const) {
      const error = await caught(() => auditModel(model, table, options));
      expect(error).to.be.instanceOf(UsageError);
      expect(error.message).to.match(words);
    }
  });

  it("leave out ids that the graph lacks, and count them, where that is asked for", async () => {
    const nodes = [...test, "7", "8"];
    const report = await auditModel(model, card, { ...settings, nodes, unmatched: "exclude" });
    expect(report.data!.audited).to.deep.equal({ nodes: 24, from: "a list of ids", unmatched: 2 });
    expect(renderText(report)).to.include("24 nodes, by a list of ids, of which the graph lacks 2");
  });

  it("may be parts of a graph in memory, or its mask, and of a regression", async () => {
    const graph: MemoryGraph = {
      features: [[1], [2], [3], [4]],
      edges: [[0, 1]],
      label: [1.5, 2.5, 2, 4],
      numeric: true,
      sensitive: { g: ["a", "b", "a", "b"] },
      split: { train: [true, false, false, false], test: [0, 1, 1, 0] },
    };
    const numbers = linearModel({ features: 1, classes: 1 }, { metadata: { "evenodds.task": "regression" } });
    const used = async (options: object, changes: Partial<MemoryGraph> = {}) => {
      const { attributes, data } = await auditRegressionModel(
        numbers,
        { ...graph, ...changes },
        { draws: 0, labelBins: { bins: 1 }, ...options },
      );
      return [attributes[0]!.rows.used, data!.audited];
    };
    expect(await used({})).to.deep.equal([4, undefined]);
    expect(await used({ split: "test" })).to.deep.equal([2, { nodes: 2, from: "graph.split.test" }]);
    expect(await used({ nodes: ["0", "3", "1"] })).to.deep.equal([3, { nodes: 3, from: "a list of ids" }]);
    expect(await used({}, { mask: [1, 1, 1, 0] })).to.deep.equal([3, { nodes: 3, from: "graph.mask" }]);
    expect(await used({ split: "test" }, { mask: [1, 1, 0, 0] })).to.deep.equal([
      1,
      { nodes: 1, from: "graph.split.test and graph.mask" },
    ]);
    const fails = async (options: object, changes: Partial<MemoryGraph> = {}) =>
      (await caught(() => used(options, changes))).message;
    expect(await fails({ split: "validation" })).to.match(
      /^‘split’ validation: expected nodes in the validation part, by graph\.split\.validation/,
    );
    expect(await fails({ nodes: ["1"] }, { mask: [1, 1, 1, 0] })).to.match(
      /^‘nodes’: expected one of ‘nodes’ and the mask/,
    );
    expect(await fails({}, { split: { train: [1, 0, 0, 0], test: [1, 0, 0, 0] } })).to.equal(
      'graph.split: expected each node in one part at most, found node "0" in train and test',
    );
    expect(await fails({}, { split: { test: [1, 0, 0] } })).to.match(/^graph\.split\.test: expected 4 values/);
    expect(await fails({ split: "test" }, { split: undefined })).to.match(
      /a model that records its split, or a graph that has one/,
    );
  });
});
