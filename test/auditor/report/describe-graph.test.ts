import { describeGraph } from "@evenodds/auditor";
import { expect } from "chai";
import { graphOf } from "../../support/tiny-graphs.js";

describe("describeGraph", () => {
  // A star around node 0 and an isolated node 5; node 4 is unlabelled.
  const graph = graphOf(
    [1, 2, 3, 4].flatMap((n): [number, number][] => [
      [0, n],
      [n, 0],
    ]),
    Array.from({ length: 6 }, () => [0]),
  );
  const audit = {
    graph,
    label: Int32Array.of(1, 1, 0, 0, -1, 1),
    prediction: Int32Array.of(1, 0, 0, 0, 1, 1),
    classes: ["no", "yes"],
    attributes: [{ name: "g", code: Int32Array.of(0, 0, 1, 1, 0, -1), levels: ["a", "b"] }],
    minimumSupport: 1,
  };

  it("counts unlabelled and isolated nodes and summarizes degrees by group", () => {
    const report = describeGraph(audit);
    expect(report).to.deep.include({ nodes: 6, arcs: 8, auditedNodes: 6, unlabelledNodes: 1, isolatedNodes: 1 });
    expect(report.attributes[0]!.degreeByGroup).to.deep.equal([
      { group: "a", n: 3, mean: 2, median: 1, maximum: 4 },
      { group: "b", n: 2, mean: 1, median: 1, maximum: 1 },
    ]);
    expect(report.attributes[0]!.homophily).to.deep.include({ arcs: 8, edge: 0.5 });
  });

  it("splits the gap by degree and by the share of neighbours of the own group, every used node once", () => {
    const { gapByDegree, gapBySameGroupNeighbours } = describeGraph(audit).attributes[0]!;
    // Five nodes have label and group but for node 4: degree 1 holds 1, 2, 3; degree 4 holds 0.
    expect(gapByDegree.map(({ bucket, n }) => [bucket, n])).to.deep.equal([
      ["degree 0–1", 3],
      ["degree 2–4", 1],
    ]);
    expect(gapBySameGroupNeighbours.map(({ n }) => n)).to.deep.equal([0, 2, 0, 1, 1]);
  });

  it("looks at audited nodes alone", () => {
    const { auditedNodes, attributes } = describeGraph({ ...audit, include: Uint8Array.of(0, 1, 1, 1, 0, 0) });
    expect(auditedNodes).to.equal(3);
    expect(attributes[0]!.degreeByGroup.map(({ n }) => n)).to.deep.equal([1, 2]);
    expect(attributes[0]!.gapByDegree.map(({ bucket, n }) => [bucket, n])).to.deep.equal([
      ["degree 0–1", 3],
      ["degree 2–4", 0],
    ]);
  });

  it("summarizes degrees of many groups in one pass", () => {
    const nodeCount = 100_000;
    const ring = Int32Array.from({ length: nodeCount }, (_, n) => n);
    const graph = {
      nodeCount,
      source: ring,
      target: ring.map((n) => (n + 1) % nodeCount),
      features: new Float32Array(0),
      featureNames: [],
      nodeIds: Array.from(ring, String),
    };
    const levels = Array.from({ length: 20_000 }, (_, g) => `g${g}`);
    const group = { name: "place", code: ring.map((n) => n % 20_000), levels };
    const code = new Int32Array(nodeCount);
    const large = { ...audit, graph, label: code, prediction: code, attributes: [group], include: undefined };
    const { degreeByGroup, homophily } = describeGraph({ ...large, classes: ["0"] }).attributes[0]!;
    expect(degreeByGroup).to.have.length(20_000);
    expect(degreeByGroup[19_999]).to.deep.equal({ group: "g19999", n: 5, mean: 1, median: 1, maximum: 1 });
    expect(homophily).to.deep.include({ arcs: nodeCount, edge: 0 });
  });
});
