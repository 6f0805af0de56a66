import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { encodeSafetensors, hashGraph, InputError, Random, type StoredTensor } from "@evenodds/core";
import { loadGraph, type LoadedGraph, type LoadOptions } from "@evenodds/data";
import { expect } from "chai";
import { npy, npyOf, zip } from "../known/support/npz.js";
import { rejection, removeTempFolders, tempFolder } from "../support/temp-graph.js";

const fixtures = join(import.meta.dirname, "../../fixtures/tensor-graph");
const both = { sensitive: ["sensitive", "region"] };

after(removeTempFolders);

describe("loadGraph", () => {
  let card: LoadedGraph;
  before(async () => {
    card = await loadGraph(join(fixtures, "card"), { cluster: "region" });
  });

  for (const file of ["graph.npz", "graph.safetensors", "texts.npz"]) {
    it(`reads ${file} as it reads the same graph in tables`, async () => {
      const loaded = await loadGraph(join(fixtures, file), { ...both, cluster: "region" });
      expect(loaded.graph).to.deep.equal(card.graph);
      expect(loaded.nodes).to.deep.equal(card.nodes);
      expect(hashGraph(loaded.graph, loaded.nodes)).to.equal(hashGraph(card.graph, card.nodes));
      expect(loaded.split!.parts).to.deep.equal(card.split!.parts);
      expect(loaded.labelled).to.equal(58);
      expect(loaded.findings).to.deep.equal(card.findings);
      expect(loaded.accounting).to.deep.equal(card.accounting);
      expect([loaded.warnings, loaded.notes]).to.deep.equal([[], []]);
      // The clusters of codes and of their names are the same, in another order.
      const pairs = new Set([...loaded.cluster!].map((code, node) => `${code} ${card.cluster![node]}`));
      expect(pairs.size).to.equal(3);
    });
  }
});

/** A graph of three nodes and two arcs, as the bytes of an archive, with some of its arrays replaced or left out. */
function archive(changes: Readonly<Record<string, Buffer | undefined>> = {}): Buffer {
  const arrays = {
    x: npy([1, 2, 3, 4, 5, 6], "<f4", [3, 2]),
    edge_index: npy([0, 1, 1, 2], "<i8", [2, 2]),
    y: npy([0, 1, 1], "<i8"),
    sensitive: npy([1, 0, 1], "<i8"),
    ...changes,
  };
  const entries = Object.entries(arrays).filter((entry): entry is [string, Buffer] => entry[1] !== undefined);
  return zip(Object.fromEntries(entries.map(([key, array]) => [`${key}.npy`, array])));
}

const words = (...texts: string[]) =>
  npyOf("|S8", [texts.length], Buffer.concat(texts.map((text) => Buffer.from(text.padEnd(8, "\0")))));

async function load(changes: Readonly<Record<string, Buffer | undefined>> = {}, options: LoadOptions = {}) {
  return loadGraph(join(await tempFolder({ "g.npz": archive(changes) }), "g.npz"), options);
}

describe("loadGraph of one file", () => {
  it("takes arcs as they are listed, from sources to targets", async () => {
    const { graph, accounting } = await load({ edge_index: npy([2, 0, 0, 1, 1, 1, 1, 1], "<i4", [2, 4]) });
    expect([[...graph.source], [...graph.target]]).to.deep.equal([
      [0, 0, 1, 2],
      [1, 1, 1, 1],
    ]);
    expect(accounting.edges).to.deep.equal({ read: 4, used: 4, excluded: [] });
    expect((await load({ edge_index: npy([], "<i8", [2, 0]) })).graph.source.length).to.equal(0);
  });

  it("knows nodes without ids by their place in this file alone", async () => {
    const { graph, files, name } = await load();
    expect(graph.nodeIds).to.deep.equal(["0", "1", "2"]);
    expect(graph.idScope).to.equal(files[0]!.sha256);
    expect([name, files[0]!.name]).to.deep.equal(["g", "g.npz"]);
    const named = await load({ node_ids: words("a", "b ", "c") });
    expect([named.graph.nodeIds, named.graph.idScope]).to.deep.equal([["a", "b", "c"], undefined]);
  });

  it("takes the weights of arcs, and refuses to lose what may be some", async () => {
    const weighted = await load({ edge_weight: npy([0.5, 2], "<f8", [2, 1]) });
    expect([...weighted.graph.edgeWeight!]).to.deep.equal([0.5, 2]);
    expect(weighted.notes).to.deep.equal(["Arcs have the weights of edge_weight of g.npz."]);
    for (const edge_weight of [npy([NaN, 1], "<f4"), npy([-1, 1], "<f4")]) {
      expect((await rejection(load({ edge_weight }))).message).to.match(
        /^edge_weight of g\.npz: expected finite numbers/,
      );
    }
    expect((await rejection(load({ edge_weight: npy([1], "<f4") }))).message).to.match(
      /expected \[2\], one for each arc/,
    );
    expect((await rejection(load({ weight: npy([1, 3], "<f4", [2, 1]) }))).message).to.match(
      /^weight of g\.npz: expected arrays that do not weigh arcs, found float32 \[2, 1\], .*save it as edge_weight, or leave it out/,
    );
    const ones = await load({ weight: npy([1, 1], "<f4") });
    expect(ones.notes).to.deep.equal(["Of g.npz, weight (float32 [2]) is not used."]);
  });

  it("takes the attributes of arcs, in the order of its columns, beside their weights", async () => {
    // Arcs 1 → 2 and 0 → 1 are sorted by their targets.
    const edge_index = npy([1, 0, 2, 1], "<i8", [2, 2]);
    const edge_attr = npy([5, 6, 7, -8, 9.5, 10], "<f4", [2, 3]);
    const { graph, notes } = await load({ edge_index, edge_attr, edge_weight: npy([2, 3], "<f4") });
    expect(graph.edgeAttributes).to.deep.equal({
      names: ["edge_attr:0", "edge_attr:1", "edge_attr:2"],
      values: Float32Array.of(-8, 9.5, 10, 5, 6, 7),
    });
    expect([...graph.edgeWeight!]).to.deep.equal([3, 2]);
    expect(notes).to.deep.equal([
      "Arcs have the weights of edge_weight of g.npz.",
      "Arcs have the attributes of edge_attr of g.npz.",
    ]);
    const single = await load({ edge_attr: npy([1, 3], "<i8"), edge_attr_names: words("years") });
    expect(single.graph.edgeAttributes).to.deep.equal({ names: ["years"], values: Float32Array.of(1, 3) });
    expect((await load()).graph).not.to.have.property("edgeAttributes");
    const none = { edge_index: npy([], "<i8", [2, 0]), edge_attr: npy([], "<f4", [0, 2]) };
    expect((await load(none)).graph.edgeAttributes!.names).to.deep.equal(["edge_attr:0", "edge_attr:1"]);
  });

  it("refuses attributes of arcs that are not one row of finite numbers for each", async () => {
    const refusals: [Record<string, Buffer>, RegExp][] = [
      [{ edge_attr: npy([1, 2, 3], "<f4") }, /expected \[2, D\] or \[2\], a row for each arc, found float32 \[3\]/],
      [{ edge_attr: npy([1, 2], "<f4", [2, 1, 1]) }, /expected \[2, D\] or \[2\], .* found float32 \[2, 1, 1\]/],
      [{ edge_attr: npy([1, NaN], "<f4") }, /^edge_attr of g\.npz: expected finite numbers of 32 bits, found NaN/],
      [{ edge_attr: words("a", "b") }, /^edge_attr of g\.npz: expected numbers/],
      [
        { edge_attr: npy([1, 2], "<f4"), edge_attr_names: words("a", "b") },
        /^edge_attr_names of g\.npz: expected 1 names, one for each column of edge_attr, found 2/,
      ],
    ];
    for (const [arrays, message] of refusals) expect((await rejection(load(arrays))).message).to.match(message);
  });

  it("names every array that it does not use", async () => {
    const { notes } = await load({ pos: npy([1, 2, 3], "<f4"), n_id: npyOf("|O", [3], Buffer.alloc(24)) });
    expect(notes).to.deep.equal(["Of g.npz, pos (float32 [3]), n_id (object [3]) are not used."]);
  });

  it("reads attributes from arrays, and from columns of x by name or place", async () => {
    const x_names = words("age", "sex");
    const x = npy([0.1, 1, 0.1, 0, 0.25, 1], "<f4", [3, 2]);
    const { nodes } = await load({ x, x_names }, { sensitive: ["sex", "x:0", "sensitive"] });
    expect(nodes.sensitive).to.deep.equal([
      { name: "sex", code: Int32Array.of(1, 0, 1), levels: ["0", "1"] },
      { name: "x:0", code: Int32Array.of(0, 0, 1), levels: ["0.1", "0.25"] },
      { name: "sensitive", code: Int32Array.of(1, 0, 1), levels: ["0", "1"] },
    ]);
    for (const wrong of ["sexx", "x:2"]) {
      expect((await rejection(load({ x_names }, { sensitive: [wrong] }))).message).to.match(
        /^sensitive attribute: expected an array \[3\] of g\.npz, one of x_names, or a column of x such as x:1, found/,
      );
    }
    expect((await rejection(load({}, { sensitive: ["edge_index"] }))).message).to.match(
      /^edge_index of g\.npz: expected \[3\], one for each node, found int64 \[2, 2\]/,
    );
    const none = await load({ sensitive: undefined });
    expect(none.nodes.sensitive).to.deep.equal([]);
  });

  it("reads the features that a model wants by name", async () => {
    const x_names = words("a", "b");
    const { graph } = await load({ x_names }, { featureNames: ["b"] });
    expect([graph.featureNames, [...graph.features]]).to.deep.equal([["b"], [2, 4, 6]]);
    expect((await rejection(load({}, { featureNames: ["b"] }))).message).to.equal(
      'feature of the model: expected one of x_names of g.npz, found "b"; save the names of the columns of x as x_names',
    );
  });

  it("takes a value for missing where the file says so, and refuses what may mean it", async () => {
    const y = npy([0, -1, 1], "<i8");
    expect((await rejection(load({ y }))).message).to.match(
      /^y of g\.npz: expected codes of classes, found "-1" beside "0", "1"; if -1 means unknown, save y_missing=-1 beside it/,
    );
    const { nodes, labelled } = await load({ y, y_missing: npy([-1], "<i8", []) });
    expect([[...nodes.label], nodes.classes, labelled]).to.deep.equal([[0, -1, 1], ["0", "1"], 2]);
    const sensitive = npy([1, NaN, 0], "<f4");
    expect((await rejection(load({ sensitive }))).message).to.equal(
      "sensitive of g.npz: expected a finite number on every node, found NaN at node 1; " +
        "if it means unknown, save sensitive_missing=float('nan') beside it",
    );
    const known = await load({ sensitive, sensitive_missing: npy([NaN], "<f4") });
    expect([...known.nodes.sensitive[0]!.code]).to.deep.equal([1, -1, 0]);
    const infinite = await rejection(load({ sensitive: npy([1, Infinity, 0], "<f4") }));
    expect(infinite.message).to.equal(
      "sensitive of g.npz: expected a finite number on every node, found Infinity at node 1",
    );
  });

  it("names codes, and refuses those without a name", async () => {
    const { nodes, labels } = await load({ y_names: words("no", "yes"), sensitive_names: words("F", "M") });
    expect([nodes.classes, nodes.sensitive[0]!.levels]).to.deep.equal([
      ["no", "yes"],
      ["F", "M"],
    ]);
    expect(labels.listed).to.deep.equal([["0"], ["1"]]);
    expect((await rejection(load({ y_names: words("no") }))).message).to.equal(
      'y of g.npz: expected 0 to 0, the places of y_names, found "1" at node 1; if it means unknown, save y_missing=1 beside it',
    );
    const texts = { y: words("yes", "no", "maybe"), y_names: words("no", "yes") };
    expect((await rejection(load(texts))).message).to.match(
      /^y of g\.npz: expected one of y_names, found "maybe" at node 2; .*save y_missing="maybe" beside it/,
    );
    expect((await load({ y: npy([1, 0, 1], "|b1") })).nodes.classes).to.deep.equal(["false", "true"]);
    expect((await load({ y: npy([1, 0, 1], "|b1"), y_names: words("no", "yes") })).nodes.classes).to.deep.equal([
      "no",
      "yes",
    ]);
  });

  it("asks whether whole numbers in floating point are classes", async () => {
    const y = npy([0, 1, 1], "<f4");
    expect((await rejection(load({ y }))).message).to.equal(
      "y of g.npz: expected integers for classes, or numbers to predict, found float32 [3] of whole numbers; " +
        "save y.long() if they are classes, or y_numeric=True beside it if they are numbers to predict",
    );
    expect((await load({ y, y_numeric: npy([0], "|b1", []) })).nodes.classes).to.deep.equal(["0", "1"]);
    const numbers = await load({ y, y_numeric: npy([1], "|b1", []) });
    expect([...numbers.nodes.target!.value]).to.deep.equal([0, 1, 1]);
    const fractions = await load({ y: npy([0.5, NaN, 2], "<f8"), y_missing: npy([NaN], "<f8") });
    expect([...fractions.nodes.target!.value]).to.deep.equal([0.5, NaN, 2]);
    expect((await rejection(load({ y: npy([0.5, NaN, 2], "<f8") }))).message).to.match(
      /found NaN at node 1; if it means unknown/,
    );
    expect((await rejection(load({ y_numeric: npy([1, 1], "|b1") }))).message).to.match(
      /^y_numeric of g\.npz: expected True or False/,
    );
  });

  it("takes masks of truth values alone, of one split", async () => {
    const mask = (...values: number[]) => npy(values, "|b1");
    const { split } = await load({ train_mask: mask(1, 0, 0), test_mask: mask(0, 0, 1) });
    expect(split).to.deep.equal({
      parts: { train: Int32Array.of(0), validation: new Int32Array(0), test: Int32Array.of(2) },
      from: "train_mask, test_mask of g.npz",
      partFrom: {
        train: "train_mask of g.npz",
        validation: "val_mask of g.npz",
        test: "test_mask of g.npz",
      },
    });
    const refused: [Buffer, RegExp][] = [
      [
        npy([0, 0, 1], "<i8"),
        /^test_mask of g\.npz: expected truth values, bool \[3\], found int64 \[3\]; save test_mask\.bool\(\)/,
      ],
      [mask(0, 1), /expected \[3\], one for each node, found bool \[2\]/],
      [
        npy([0, 1, 1, 0, 0, 1], "|b1", [3, 2]),
        /found bool \[3, 2\]; it has 2 splits; save one, such as test_mask\[:, 0\]/,
      ],
    ];
    for (const [test_mask, words] of refused) expect((await rejection(load({ test_mask }))).message).to.match(words);
    const both = await rejection(load({ train_mask: mask(1, 0, 0), val_mask: mask(1, 0, 0) }));
    expect(both.message).to.equal(
      'train_mask, val_mask of g.npz: expected each node in one part at most, found node "0" in train and validation',
    );
  });

  it("refuses arrays that are no graph", async () => {
    const refused: [Readonly<Record<string, Buffer | undefined>>, RegExp][] = [
      [{ x: undefined }, /^x of g\.npz: expected an array of this name, found only edge_index, y, sensitive/],
      [{ edge_index: undefined }, /^edge_index of g\.npz: expected an array of this name/],
      [{ x: npy([1, 2, 3], "<f4") }, /^x of g\.npz: expected \[N, F\].*found float32 \[3\]/],
      [{ x: npy([], "<f4", [3, 0]) }, /^x of g\.npz: expected \[N, F\]/],
      [{ x: words("a") }, /^x of g\.npz: expected \[N, F\]/],
      [{ x: npyOf("|S1", [3, 1], Buffer.from("abc")) }, /^x of g\.npz: expected numbers, found text/],
      [
        { x: npy([1, 2, NaN, 4, 5, 6], "<f4", [3, 2]) },
        /^x of g\.npz: expected finite numbers of 32 bits, found NaN in row 1, feature "feature0"/,
      ],
      [{ x: npy([1, 2, 1e39, 4, 5, 6], "<f8", [3, 2]) }, /found 1e\+39 in row 1/],
      [{ x_names: words("a") }, /^x of g\.npz: expected 3 nodes times 1 features/],
      [{ x_names: words("a", "a") }, /feature names: expected each once/],
      [
        { edge_index: npy([0, 1, 1, 2, 0, 2], "<i8", [3, 2]) },
        /expected \[2, E\].*found int64 \[3, 2\]; turn it round: edge_index\.T/,
      ],
      [{ edge_index: npy([0, 1, 1, 2], "<f4", [2, 2]) }, /expected integers, positions of nodes, found float32/],
      [{ edge_index: npy([0, 3, 1, 2], "<i8", [2, 2]) }, /expected positions of nodes, 0 to 2, found 3 in pair 1/],
      [{ edge_index: npy([0, -1, 1, 2], "<i8", [2, 2]) }, /found -1 in pair 1/],
      [{ y: npy([0, 1], "<i8") }, /^y of g\.npz: expected \[3\], one for each node, found int64 \[2\]/],
      [{ y: npy([0, 1, 1, 0, 0, 1], "<i8", [3, 2]) }, /found int64 \[3, 2\]; one-hot rows are y\.argmax\(1\)/],
      [{ sensitive: npy([0, 1, 1, 0, 0, 1], "<i8", [3, 2]) }, /save one array \[N\] for each attribute/],
      [{ node_ids: npy([0, 1, 2], "<f4") }, /^node_ids of g\.npz: expected integers or texts/],
      [{ node_ids: npy([0, 1, 1], "<i8") }, /node ids: expected each once/],
      [{ node_ids: words("a", "", "c") }, /expected an id for every node, found none at node 1/],
      [
        { sensitive: npyOf("|O", [3], Buffer.alloc(24)) },
        /^sensitive of g\.npz: expected elements of type .*found object/,
      ],
    ];
    for (const [changes, words] of refused) {
      const error = await rejection(load(changes));
      expect(error, String(words)).to.be.instanceOf(InputError);
      expect(error.message).to.match(words);
    }
  });

  it("warns as of tables: of an index among the features, and of groups in two spellings", async () => {
    const { warnings } = await load({
      x: npy([0, 1, 2, 3], "<f4", [4, 1]),
      y: npy([0, 1, 1, 0], "<i8"),
      sensitive: words("a", "A", "b", "b"),
    });
    expect(warnings.map(({ code }) => code)).to.deep.equal(["near-levels", "index-feature"]);
  });

  it("reads texts from the metadata of safetensors, a list in JSON or one text", async () => {
    const tensors = new Map<string, StoredTensor>([
      ["x", { shape: [3, 1], values: Float32Array.of(1, 2, 3) }],
      ["edge_index", { shape: [2, 1], values: Int32Array.of(0, 1) }],
      ["y", { shape: [3], values: Int32Array.of(0, 1, -1) }],
    ]);
    const read = async (metadata: Readonly<Record<string, string>>) =>
      loadGraph(join(await tempFolder({ "g.safetensors": encodeSafetensors(tensors, metadata) }), "g.safetensors"));
    const metadata = { format: "pt", x_names: '["age"]', y_missing: "-1", y_names: '["no", "yes"]', made: "today" };
    const { graph, nodes, notes } = await read(metadata);
    expect([graph.featureNames, nodes.classes, [...nodes.label]]).to.deep.equal([["age"], ["no", "yes"], [0, 1, -1]]);
    expect(notes).to.deep.equal(["Of g.safetensors, made (metadata) is not used."]);
    expect((await read({ x_names: "age", y_missing: "-1" })).graph.featureNames).to.deep.equal(["age"]);
    tensors.set("y_missing", { shape: [], values: Int32Array.of(-1) });
    expect((await rejection(read(metadata))).message).to.match(/^y_missing of g\.safetensors: expected it once/);
  });

  it("ends with a graph or one line, whatever bytes of the file are changed", async () => {
    const random = Random.of(3, "damaged files");
    const outcomes = { graphs: 0, refused: 0 };
    for (const name of ["graph.npz", "texts.npz", "graph.safetensors"]) {
      const content = await readFile(join(fixtures, name));
      const path = join(await tempFolder(), name);
      for (let round = 0; round < 60; round++) {
        const damaged = Uint8Array.from(content);
        for (let change = 0; change <= round % 4; change++) {
          damaged[random.integer(damaged.length)] = random.integer(256);
        }
        await writeFile(path, round % 5 === 4 ? damaged.subarray(0, random.integer(damaged.length)) : damaged);
        try {
          await loadGraph(path, both);
          outcomes.graphs++;
        } catch (error) {
          expect(error, `${name}, round ${round}: ${(error as Error).stack}`).to.be.instanceOf(InputError);
          outcomes.refused++;
        }
      }
    }
    expect(outcomes.graphs).to.be.above(5);
    expect(outcomes.refused).to.be.above(100);
  });

  it("is refused where the path is a card's, or a file of torch.save", async () => {
    const folder = await tempFolder({ "g.pt": "PK" });
    expect((await rejection(loadGraph(join(folder, "g.pt")))).message).to.match(
      /^g\.pt: expected a graph card, found a file of torch\.save; .*save_file/,
    );
    expect((await rejection(loadGraph(join(folder, "none.npz")))).message).to.match(
      /^graph: expected a folder with a graph\.yaml, a graph card, or a graph in one \.safetensors or \.npz file, found no file/,
    );
  });
});
