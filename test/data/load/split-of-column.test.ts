import { InputError } from "@evenodds/core";
import { expect } from "chai";
import { edited, loadTiny, rejection, removeTempFolders, tiny } from "../support/temp-graph.js";

after(removeTempFolders);

/** The tiny graph with a column `part`, and what its card says of it. */
async function load(parts: readonly string[], split = "part", more: string[] = []) {
  const card = edited(
    tiny["graph.yaml"],
    "  sensitive: s\n",
    ["  sensitive: s", `  split: ${split}`, ...more, ""].join("\n"),
  );
  const [head, ...rows] = tiny["nodes.csv"].trim().split("\n");
  const nodes = [`${head},part`, ...rows.map((row, i) => `${row},${parts[i]}`), ""].join("\n");
  return loadTiny({ "graph.yaml": card, "nodes.csv": nodes });
}

describe("nodes.split of a card", () => {
  it("gives the part of each node, and the column is no feature", async () => {
    const { split, graph } = await load(["test", "", " train"]);
    expect(split).to.deep.equal({
      parts: { train: Int32Array.of(2), validation: new Int32Array(0), test: Int32Array.of(0) },
      from: 'column "part" of nodes.csv',
      partFrom: {
        train: 'column "part" of nodes.csv',
        validation: 'column "part" of nodes.csv',
        test: 'column "part" of nodes.csv',
      },
    });
    expect(graph.featureNames).to.deep.equal(["x1", "x2"]);
    expect((await loadTiny()).split).to.equal(undefined);
  });

  it("has other spellings where the card lists them", async () => {
    const { split } = await load(["2.0", "9", "Val"], "{ column: part, validation: [Val, val], test: 2, missing: 9 }");
    expect(split!.parts).to.deep.equal({
      train: new Int32Array(0),
      validation: Int32Array.of(2),
      test: Int32Array.of(0),
    });
    const { split: named } = await load(["NA", "", "test"], "{ column: part, train: NA }");
    expect([...named!.parts.train]).to.deep.equal([0]);
  });

  it("follows nodes that are left out or sorted", async () => {
    const { split, graph } = await load(["test", "train", "train"], "part", ["  where: id <> 'b'"]);
    expect([graph.nodeIds, split!.parts.test, split!.parts.train]).to.deep.equal([
      ["a", "c"],
      Int32Array.of(0),
      Int32Array.of(1),
    ]);
  });

  it("refuses other values, a column that is not there, and a value for two parts", async () => {
    const other = await rejection(load(["test", "valid", "train"]));
    expect(other).to.be.instanceOf(InputError);
    expect(other.message).to.match(
      /^split, column "part" of nodes\.csv: expected "train", "validation", "test", or nothing .*, found "valid" on node "b"; .*list other spellings under nodes\.split in the card, such as test: \[valid\]/,
    );
    expect((await rejection(load(["", "", ""], "parts"))).message).to.match(/^split column: .*did you mean "part"/);
    const twice = await rejection(load(["", "", ""], "{ column: part, train: [a, b], test: b }"));
    expect(twice.message).to.match(/nodes\.split: expected each value for one part/);
    const unknown = await rejection(load(["", "", ""], "{ column: part, val: x }"));
    expect(unknown.message).to.include('found "val"');
  });
});
