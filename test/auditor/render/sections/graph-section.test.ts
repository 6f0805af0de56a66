import { describeGraph } from "@evenodds/auditor";
import { graphSection, graphSentence } from "@evenodds/auditor/internal";
import { expect } from "chai";
import { graphOf } from "../../../support/tiny-graphs.js";
import { tablesOf, textsOf } from "../support/pieces.js";

// A star around node 0 and an isolated node 5; node 4 is unlabelled.
const star = graphOf(
  [1, 2, 3, 4].flatMap((n): [number, number][] => [
    [0, n],
    [n, 0],
  ]),
  Array.from({ length: 6 }, () => [0]),
);
const found = (minimumSupport: number, graph = star) =>
  describeGraph({
    graph,
    label: Int32Array.of(1, 1, 0, 0, -1, 1),
    prediction: Int32Array.of(1, 0, 0, 0, 1, 1),
    classes: ["no", "yes"],
    attributes: [{ name: "sex", code: Int32Array.of(0, 0, 1, 1, 0, -1), levels: ["a", "b"] }],
    minimumSupport,
  });

describe("graphSection", () => {
  it("is absent without a graph", () => {
    expect(graphSection(null)).to.equal(null);
    expect(graphSentence(null)).to.equal(null);
  });

  it("counts nodes, and shows homophily and degrees", () => {
    const section = graphSection(found(1))!;
    expect(textsOf(section)[0]).to.equal(
      "6 nodes with 8 arcs. 6 nodes (100.0 %) are in the audited part, 1 (16.7 %) have no label, " +
        "1 (16.7 %) have no neighbour. sex is unknown for 1 (16.7 %).",
    );
    const [homophily, degrees] = tablesOf(section);
    // Of the 8 arcs 4 join group a to itself; of 6 between labelled nodes 2 join label yes to itself.
    expect(homophily!.rows.map((row) => row.slice(0, 3))).to.deep.equal([
      ["true label", "6", "0.333"],
      ["sex", "8", "0.500"],
    ]);
    expect(degrees!.rows).to.deep.equal([
      ["a", "3", "2.0", "1", "4"],
      ["b", "2", "1.0", "1", "1"],
    ]);
    expect(graphSentence(found(1))).to.match(
      /^Graph: 6 nodes, 1 unlabelled, 1 isolated; adjusted homophily: labels -0\.\d{3}, sex -?0\.\d{3}\.$/,
    );
  });

  it("has the gap of every bucket with n and status, undefined ones with their reason", () => {
    const [, , byDegree, byNeighbours] = tablesOf(graphSection(found(5))!);
    expect(byDegree!.rows.map((row) => row.slice(0, 4))).to.deep.equal([
      ["degree 0–1", "3", "undefined", "undefined"],
      ["degree 2–4", "1", "undefined", "undefined"],
    ]);
    expect(byNeighbours!.rows).to.have.length(5);
    for (const row of byDegree!.rows) expect(row[4]).to.match(/no label has two groups with at least 5 rows/);
  });

  it("tells group leakage in plain words", () => {
    // Labels alone: yes → a (2 of 2 used), no → b (2 of 2): every group is guessed right.
    expect(textsOf(graphSection(found(1))!).at(-1)).to.match(
      /reveal about sex: who knows the true label guesses 100\.0 % of the groups right; .*, 100\.0 %\. .* 0\.0000 bits/,
    );
  });

  it("leaves homophily and leakage undefined where there is nothing to count", () => {
    const empty = describeGraph({
      graph: graphOf([], [[0], [0]]),
      label: Int32Array.of(-1, -1),
      prediction: Int32Array.of(0, 0),
      classes: ["no", "yes"],
      attributes: [{ name: "sex", code: Int32Array.of(0, 0), levels: ["a", "b"] }],
      minimumSupport: 5,
    });
    const section = graphSection(empty)!;
    expect(tablesOf(section)[0]!.rows[1]!.slice(2)).to.deep.equal([
      { value: "undefined", detail: "no arc joins two known ends" },
      { value: "undefined", detail: "no arc joins two known ends" },
    ]);
    expect(textsOf(section).at(-1)).to.match(/about sex is undefined: no audited node/);
    expect(tablesOf(section)[1]!.rows[1]).to.deep.equal(["b", "0", "undefined (n = 0)", "undefined", "undefined"]);
  });
});
