import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { UsageError, checkGraph, checkNodeTable, homophily } from "@evenodds/core";
import { loadGraph, pokecLikeGraph, writeGraph, type PokecLikeOptions } from "@evenodds/data";
import { expect } from "chai";
import { removeTempFolders, tempFolder } from "../support/temp-graph.js";

after(removeTempFolders);

const small = (options: Partial<PokecLikeOptions> = {}) => pokecLikeGraph({ seed: 1, nodes: 2000, ...options });

/** How many nodes have each code. */
function sizes(code: Int32Array, levels: number): number[] {
  return Array.from({ length: levels }, (_, level) => code.filter((c) => c === level).length);
}

/** Undirected edges between and within the groups of the sensitive attribute. */
function edgesByGroup({ graph, nodes }: Pick<ReturnType<typeof pokecLikeGraph>, "graph" | "nodes">) {
  const { code } = nodes.sensitive[0]!;
  const arcs = graph.source.length;
  const intra = graph.source.filter((s, e) => code[s] === code[graph.target[e]!]).length / 2;
  return { inter: arcs / 2 - intra, intra };
}

describe("pokecLikeGraph", () => {
  it("has the size, groups, edges and labels of Pokec-z by default", () => {
    const made = pokecLikeGraph({ seed: 0 });
    const { graph, nodes } = made;
    const findings = checkGraph(graph);
    expect(findings).to.include({
      nodes: 67_796,
      arcs: 2 * 617_958,
      features: 276,
      selfLoops: 0,
      duplicateArcs: 0,
      isolatedNodes: 0,
      constantFeatures: 0,
    });
    expect(findings.maximumInDegree).to.be.within(1000, 4000);
    expect(edgesByGroup(made)).to.deep.equal({ inter: 339_461, intra: 278_497 });
    expect(sizes(nodes.label, 3)).to.deep.equal([4800, 3900, 1562]);
    expect(nodes.label.filter((k) => k >= 0).length).to.equal(10_262);
    // 34,234 / 33,562 = 1.02.
    expect(sizes(nodes.sensitive[0]!.code, 2)).to.deep.equal([34_234, 33_562]);
    expect(homophily(graph, nodes.label).edge).to.be.closeTo(0.55, 0.02);
  });

  it("has the smaller number of edges between regions where region is sensitive", () => {
    const { graph, nodes } = small({ sensitive: "region" });
    const { inter, intra } = edgesByGroup({ graph, nodes });
    // 30,519 of 617,958 edges, at 2,000 of 67,796 nodes: 900 of 18,230.
    expect({ inter, intra }).to.deep.equal({ inter: 900, intra: 17_330 });
    const [larger, other] = sizes(nodes.sensitive[0]!.code, 2);
    expect(larger! / other!).to.be.closeTo(1.84, 0.01);
    expect(nodes.sensitive[0]!.name).to.equal("region");
    expect(graph.featureNames.slice(0, 4)).to.deep.equal(["public", "completion_percentage", "gender", "age"]);
  });

  it("is the same for the same options and another for another seed", () => {
    expect(small()).to.deep.equal(small());
    expect(small({ seed: 2 }).graph.source).not.to.deep.equal(small().graph.source);
  });

  it("has whole numbers, mostly 0, that are 0 where their topic is not filled in", () => {
    const { graph } = small({ features: 40 });
    const { features, featureNames } = graph;
    expect(features.every(Number.isInteger)).to.equal(true);
    expect(features.filter((x) => x === 0).length / features.length).to.be.above(0.7);
    const column = (name: string) => features.filter((_, i) => i % 40 === featureNames.indexOf(name));
    expect(Math.max(...column("completion_percentage"))).to.be.within(60, 100);
    const ages = column("age");
    expect(ages.filter((age) => age === 0).length / 2000).to.be.closeTo(0.35, 0.04);
    expect(ages.every((age) => age === 0 || (age >= 12 && age <= 90))).to.equal(true);
    const indicator = column("topic0_indicator");
    expect(new Set(indicator)).to.deep.equal(new Set([0, 1]));
    expect(column("topic0_1").every((x, i) => x <= indicator[i]!)).to.equal(true);
  });

  it("makes labels and features depend on the group, so that there is a gap to find", () => {
    const { graph, nodes } = small({ nodes: 8000, classSizes: [4000, 2800, 1200] });
    const { code } = nodes.sensitive[0]!;
    const shareOfClass0 = (group: number) => {
      const labels = nodes.label.filter((_, i) => code[i] === group);
      return labels.filter((k) => k === 0).length / labels.length;
    };
    expect(shareOfClass0(1) - shareOfClass0(0)).to.be.above(0.1);
    const width = graph.featureNames.length;
    const sums = new Float64Array(2 * width);
    graph.features.forEach((x, i) => (sums[code[Math.floor(i / width)]! * width + (i % width)]! += x));
    const [first, second] = sizes(code, 2);
    const apart = graph.featureNames.filter((_, f) => Math.abs(sums[f]! / first! - sums[width + f]! / second!) > 0.05);
    expect(apart.length).to.be.above(10);
  });

  it("has any size, homophily and classes that are asked for", () => {
    const made = small({
      nodes: 300,
      edges: 900,
      features: 3,
      groupHomophily: 0.9,
      labelHomophily: 0.25,
      classSizes: [100, 50, 100, 50],
    });
    const { graph, nodes } = made;
    checkNodeTable(nodes, 300);
    expect(graph.featureNames).to.deep.equal(["public", "completion_percentage", "region"]);
    expect(edgesByGroup(made)).to.deep.equal({ inter: 90, intra: 810 });
    expect(sizes(nodes.label, 4)).to.deep.equal([100, 50, 100, 50]);
    // Every node is labelled, so the share is exact.
    expect(homophily(graph, nodes.label).edge).to.equal(0.25);
  });

  it("says wherever it goes that it is synthetic", async () => {
    const dir = join(await tempFolder(), "g");
    await writeGraph(dir, small({ nodes: 100 }));
    const { card, graph } = await loadGraph(dir);
    expect(card!.name).to.equal("pokec-like (synthetic)");
    expect(card!.description).to.match(/^Synthetic: random numbers.*No row describes anybody/s);
    expect(await readFile(join(dir, "README.md"), "utf8")).to.match(
      /^# pokec-like \(synthetic\)\n[^]*describes nobody/,
    );
    expect(graph.idScope).to.match(/^pokec-like \{"seed":1/);
  });

  it("refuses options out of range", () => {
    const make = (options: Partial<PokecLikeOptions>) => () => small({ nodes: 100, ...options });
    expect(make({ nodes: 5 })).to.throw(UsageError, /nodes: expected a whole number from 20/);
    expect(make({ edges: 5000 })).to.throw(UsageError, /edges: expected a whole number from 0 to 1237, found 5000/);
    expect(make({ groupHomophily: 1.1 })).to.throw(UsageError, /groupHomophily: expected a number from 0 to 1/);
    expect(make({ classSizes: [100] })).to.throw(UsageError, /number of classes/);
    expect(make({ classSizes: [60, 50] })).to.throw(UsageError, /sum of class sizes.*found 110/);
    expect(make({ classSizes: [0, 50] })).to.throw(UsageError, /class sizes: expected a whole number from 1/);
    expect(make({ features: 0 })).to.throw(UsageError, /features/);
  });
});
