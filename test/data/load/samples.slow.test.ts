import { cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sensitiveAttribute } from "@evenodds/core";
import { loadGraph, type LoadedGraph } from "@evenodds/data";
import { expect } from "chai";
import { removeTempFolders, tempFolder } from "../support/temp-graph.js";

const samples = join(import.meta.dirname, "../../../samples");

/** Undirected edges between and within groups, counted on the arcs. */
function edgesByGroup({ graph, nodes }: LoadedGraph, name: string): { inter: number; intra: number } {
  const { code } = sensitiveAttribute(nodes, name);
  let inter = 0;
  for (let e = 0; e < graph.source.length; e++) if (code[graph.source[e]!] !== code[graph.target[e]!]) inter++;
  return { inter: inter / 2, intra: (graph.source.length - inter) / 2 };
}

/** Number of nodes with this label and level. */
function cell({ nodes }: LoadedGraph, attribute: string, { label, level }: { label: number; level: number }): number {
  const { code } = sensitiveAttribute(nodes, attribute);
  return nodes.label.filter((y, i) => y === label && code[i] === level).length;
}

after(removeTempFolders);

describe("samples/nba", () => {
  let nba: LoadedGraph;
  before(async () => (nba = await loadGraph(join(samples, "nba"))));

  it("is the graph of the paper's Table 1", () => {
    expect(nba.graph.nodeCount).to.equal(355);
    expect(nba.graph.source.length).to.equal(2 * 9477);
    expect(nba.graph.featureNames.length).to.equal(95);
    expect(edgesByGroup(nba, "country")).to.deep.equal({ inter: 2472, intra: 7005 });
  });

  it("has the paper's cells of label and country", () => {
    expect(nba.labelled).to.equal(279);
    expect(nba.nodes.classes).to.deep.equal(["below-median", "above-median"]);
    expect(nba.nodes.sensitive[0]!.levels).to.deep.equal(["US", "overseas"]);
    const cells = [-1, 0, 1].map((label) => [0, 1].map((level) => cell(nba, "country", { label, level })));
    expect(cells).to.deep.equal([
      [57, 19],
      [101, 32],
      [110, 36],
    ]);
  });

  it("tells of the isolated node, the constant feature and the hub", () => {
    expect(nba.findings).to.include({ isolatedNodes: 1, constantFeatures: 1, maximumInDegree: 204, selfLoops: 0 });
    const column = nba.graph.featureNames.indexOf("NY/PHI");
    const values = nba.graph.nodeIds.map((_, i) => nba.graph.features[i * 95 + column]);
    expect(new Set(values).size).to.equal(1);
  });

  it("accounts for every row", () => {
    const { nodes, edges } = nba.accounting;
    expect(nodes).to.deep.include({ read: 403, used: 355 });
    expect(nodes.excluded.map(({ reason, rows }) => [reason, rows])).to.deep.equal([
      ["where", 47],
      ["not-in-edges", 1],
    ]);
    expect(edges).to.deep.include({ read: 16570, used: 9477 });
    for (const { read, used, excluded } of [nodes, edges]) {
      expect(used + excluded.reduce((sum, { rows }) => sum + rows, 0)).to.equal(read);
    }
  });

  it("has its nodes in the text order of their ids", () => {
    expect(nba.graph.nodeIds).to.deep.equal([...nba.graph.nodeIds].sort());
  });

  it("keeps ids above 2^53 whole when the filters are lifted", async () => {
    const folder = await tempFolder();
    await cp(join(samples, "nba"), folder, { recursive: true });
    const card = (await readFile(join(folder, "graph.yaml"), "utf8")).replace(/expect:[^]*$/, "");
    const withCard = async (text: string) => {
      await writeFile(join(folder, "graph.yaml"), text);
      return loadGraph(folder);
    };
    const named = await withCard(card.replace(/ {2}where: .*\n/, ""));
    expect(named.graph.nodeCount).to.equal(400);
    expect(named.graph.source.length).to.equal(2 * 10621);
    expect(edgesByGroup(named, "country")).to.deep.equal({ inter: 2935, intra: 7686 });
    const all = await withCard(card.replace(/ {2}where: .*\n/, "").replace("connected_only: true", ""));
    expect(all.graph.nodeCount).to.equal(403);
    expect(all.findings.isolatedNodes).to.equal(3);
    const large = all.graph.nodeIds.filter((id) => BigInt(id) > 2n ** 53n);
    expect(large).to.have.length(11);
    expect(large.every((id) => String(Number(id)) !== id)).to.equal(true);
    expect(large).to.include("796404775580811383");
  });
});

describe("samples/german", () => {
  let german: LoadedGraph;
  before(async () => (german = await loadGraph(join(samples, "german"))));

  it("has the counts of its documentation", () => {
    expect(german.graph.nodeCount).to.equal(1000);
    expect(german.graph.source.length).to.equal(2 * 21742);
    expect(edgesByGroup(german, "Gender")).to.deep.equal({ inter: 4244, intra: 17498 });
    expect(german.findings).to.include({ isolatedNodes: 0, maximumInDegree: 286 });
    expect(german.nodes.classes).to.deep.equal(["bad", "good"]);
    expect(cell(german, "Gender", { label: 1, level: 0 })).to.equal(499);
    expect(cell(german, "Gender", { label: 0, level: 1 })).to.equal(109);
  });

  it("leaves out label, Gender, text and constant, and scopes its ids by the file", () => {
    expect(german.graph.featureNames).to.have.length(26);
    expect(german.graph.featureNames).not.to.include.members(["Gender"]);
    expect(german.graph.idScope).to.equal(german.files[0]!.sha256);
    expect(german.graph.nodeIds.slice(0, 2)).to.deep.equal(["0", "1"]);
  });
});

describe("samples/bail", () => {
  let bail: LoadedGraph;
  before(async () => (bail = await loadGraph(join(samples, "bail"))));

  it("has the counts of its documentation", () => {
    expect(bail.graph.nodeCount).to.equal(18_876);
    expect(edgesByGroup(bail, "WHITE")).to.deep.equal({ inter: 149_049, intra: 162_821 });
    expect(bail.accounting.edges.read).to.equal(403_977);
    expect(bail.findings).to.include({ isolatedNodes: 0, maximumInDegree: 5391 });
    const cells = [0, 1].map((label) => [0, 1].map((level) => cell(bail, "WHITE", { label, level })));
    expect(cells).to.deep.equal([
      [5457, 6315],
      [3860, 3244],
    ]);
    const priors = bail.graph.featureNames.indexOf("PRIORS");
    expect(bail.graph.features.filter((x, i) => i % 16 === priors && x === -9).length).to.equal(1347);
  });

  it("has TIME only in the card that says so, where it gives the label away", async () => {
    const withTime = await loadGraph(join(samples, "bail/with-time.yaml"));
    expect(withTime.name).to.equal("bail-with-time");
    const { featureNames, features } = withTime.graph;
    const time = featureNames.indexOf("TIME");
    expect(featureNames.filter((name) => name !== "TIME")).to.deep.equal(bail.graph.featureNames);
    const right = withTime.nodes.label.filter((y, i) => (features[i * 17 + time]! > 0 ? 1 : 0) === y);
    expect(right.length).to.equal(18_762);
    expect(withTime.graph.source).to.deep.equal(bail.graph.source);
    expect(withTime.nodes).to.deep.equal(bail.nodes);
  });
});
