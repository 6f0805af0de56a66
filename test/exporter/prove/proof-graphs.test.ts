import { checkGraph, type GraphFindings } from "@evenodds/core";
import { proofGraphs } from "@evenodds/exporter";
import { expect } from "chai";

describe("proofGraphs", () => {
  const graphs = new Map(proofGraphs({ featureCount: 4, seed: 7 }).map(({ name, graph }) => [name, graph]));
  const found = (name: string): GraphFindings => checkGraph(graphs.get(name)!);

  it("has hubs, isolated nodes, self loops and duplicates in no order", () => {
    const hubs = found("hubs");
    expect(hubs.maximumInDegree).to.be.above(900);
    expect(hubs.isolatedNodes).to.be.at.least(20);
    expect(hubs.selfLoops).to.be.at.least(50);
    expect(hubs.duplicateArcs).to.be.at.least(150);
    const { target } = graphs.get("hubs")!;
    expect(target).not.to.deep.equal(target.toSorted());
  });

  it("has the same arcs sorted by target", () => {
    const { target } = graphs.get("sorted")!;
    expect(target).to.deep.equal(graphs.get("hubs")!.target.toSorted());
    expect(found("sorted")).to.deep.equal(found("hubs"));
  });

  it("has a graph without arcs and one of one node", () => {
    expect(found("no arcs")).to.include({ nodes: 5, arcs: 0 });
    expect(found("one node")).to.include({ nodes: 1, arcs: 1 });
  });

  it("is the same for the same seed and another for another", () => {
    expect(proofGraphs({ featureCount: 4, seed: 7 })).to.deep.equal(
      [...graphs].map(([name, graph]) => ({ name, graph })),
    );
    expect(proofGraphs({ featureCount: 4, seed: 8 })[0]).not.to.deep.equal({ name: "hubs", graph: graphs.get("hubs") });
  });

  it("draws features that a scaling makes standard normal, whatever it is", () => {
    const preprocessing = {
      method: "z-score",
      scale: Float32Array.of(100, 0.01, 0),
      shift: Float32Array.of(3, -2, 0),
    } as const;
    const [{ graph } = { graph: undefined }] = proofGraphs({ featureCount: 3, seed: 1, preprocessing });
    for (const column of [0, 1]) {
      const scaled = Array.from({ length: 400 }, (_, node) => {
        return graph!.features[node * 3 + column]! * preprocessing.scale[column]! + preprocessing.shift[column]!;
      });
      const mean = scaled.reduce((a, b) => a + b) / 400;
      expect(mean).to.be.closeTo(0, 0.2);
      expect(scaled.reduce((a, b) => a + (b - mean) ** 2, 0) / 400).to.be.closeTo(1, 0.3);
    }
  });

  for (const [nodes, arcs] of [
    [1, 0],
    [1, 7],
    [2, 61],
    [50, 1000],
    [300, undefined],
    [undefined, 12],
  ] as const) {
    it(`has graphs of ${nodes ?? "400"} nodes and ${arcs ?? "3,000"} arcs only, where it is told so`, () => {
      const sized = proofGraphs({ featureCount: 2, seed: 1, nodes, arcs });
      expect(sized.map(({ name }) => name)).to.deep.equal(["hubs", "sorted"]);
      for (const { graph } of sized) {
        expect(checkGraph(graph)).to.include({ nodes: nodes ?? 400, arcs: arcs ?? 3000 });
      }
    });
  }

  it("names columns as it is told", () => {
    const featureNames = ["age", "height"];
    expect(proofGraphs({ featureCount: 2, seed: 1, featureNames })[0]!.graph.featureNames).to.equal(featureNames);
  });

  it("gives arcs weights where it is asked to, some of them 0, on graphs that are the same otherwise", () => {
    const options = { featureCount: 2, seed: 3 };
    const plain = proofGraphs(options);
    proofGraphs({ ...options, edgeWeights: true }).forEach(({ graph }, i) => {
      const { edgeWeight, ...rest } = graph;
      expect(edgeWeight!.length).to.equal(graph.source.length);
      expect(edgeWeight!.every((weight) => weight >= 0 && weight <= 2)).to.equal(true);
      if (i === 0) expect(edgeWeight!.filter((weight) => weight === 0).length).to.be.within(100, 500);
      if (i === 0) expect(rest).to.deep.equal(plain[0]!.graph);
    });
  });

  it("gives arcs attributes where it is asked to, which go with their arcs", () => {
    const [hubs, sorted, none] = proofGraphs({ featureCount: 2, seed: 3, edgeAttributes: 2 }).map(({ graph }) => graph);
    const { edgeAttributes, ...rest } = hubs!;
    expect(rest).to.deep.equal(proofGraphs({ featureCount: 2, seed: 3 })[0]!.graph);
    expect(edgeAttributes!.names).to.deep.equal(["attribute_0", "attribute_1"]);
    const rows = ({
      source,
      target,
      edgeAttributes: given,
    }: typeof rest & { edgeAttributes?: typeof edgeAttributes }) =>
      Array.from(source, (s, e) => [s, target[e], ...given!.values.subarray(2 * e, 2 * e + 2)].join(" "));
    expect(new Set(rows(hubs!)).size).to.equal(3000);
    expect(rows(sorted!)).to.have.members(rows(hubs!));
    expect(rows(sorted!)).not.to.deep.equal(rows(hubs!));
    expect(none!.edgeAttributes!.values.length).to.equal(0);
  });
});
