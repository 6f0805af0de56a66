import { UsageError, checkGraph, checkNodeTable } from "@evenodds/core";
import { syntheticGraph, type SyntheticOptions } from "@evenodds/data";
import { expect } from "chai";
import fc from "fast-check";

/** Share of arcs whose two ends have the same code. */
function sameShare(source: Int32Array, target: Int32Array, code: Int32Array): number {
  return source.filter((s, e) => code[s] === code[target[e]!]).length / source.length;
}

describe("syntheticGraph", () => {
  it("is the same for the same options and another for another seed", () => {
    const options = { seed: 3, nodes: 50 };
    expect(syntheticGraph(options)).to.deep.equal(syntheticGraph(options));
    expect(syntheticGraph(options).graph.source).not.to.deep.equal(syntheticGraph({ seed: 4, nodes: 50 }).graph.source);
  });

  it("is a sound undirected graph with as many distinct edges as asked for, and both arcs of each", () => {
    const options = fc.record({
      seed: fc.integer(),
      nodes: fc.integer({ min: 20, max: 60 }),
      features: fc.integer({ min: 1, max: 5 }),
      classes: fc.integer({ min: 1, max: 4 }),
      groups: fc.integer({ min: 1, max: 4 }),
      edges: fc.integer({ min: 0, max: 30 }),
      homophily: fc.double({ min: 0, max: 0.8, noNaN: true }),
      labelledShare: fc.double({ min: 0, max: 1, noNaN: true }),
    });
    fc.assert(
      fc.property(options, (drawn) => {
        const { graph, nodes } = syntheticGraph(drawn);
        const findings = checkGraph(graph);
        checkNodeTable(nodes, drawn.nodes);
        expect(findings).to.include({
          arcs: 2 * drawn.edges,
          selfLoops: 0,
          duplicateArcs: 0,
          features: drawn.features,
        });
        const arcs = new Set(graph.source.map((s, e) => s * drawn.nodes + graph.target[e]!));
        graph.source.forEach((s, e) => expect(arcs.has(graph.target[e]! * drawn.nodes + s)).to.equal(true));
      }),
      { numRuns: 50 },
    );
  });

  it("has features of variance 1 around the mean of their group", () => {
    const { graph, nodes } = syntheticGraph({ seed: 1, nodes: 5000, features: 4, edges: 0, groupShift: 1 });
    const { code } = nodes.sensitive[0]!;
    const column = (group: number) =>
      Array.from(graph.features).filter((_, i) => i % 4 === 0 && code[i >> 2] === group);
    const mean = (values: number[]) => values.reduce((a, b) => a + b, 0) / values.length;
    const means = [0, 1].map((group) => mean(column(group)));
    const variances = [0, 1].map((group) => mean(column(group).map((x) => (x - means[group]!) ** 2)));
    for (const variance of variances) expect(variance).to.be.closeTo(1, 0.05);
    expect(Math.abs(means[0]! - means[1]!)).to.be.above(0.1);
  });

  it("draws group sizes in proportion to 1, 1/2, …", () => {
    const { code } = syntheticGraph({ seed: 2, nodes: 6000, edges: 0 }).nodes.sensitive[0]!;
    expect(code.filter((g) => g === 0).length / 6000).to.be.closeTo(2 / 3, 0.03);
  });

  it("links the more within groups and labels the larger the homophily is", () => {
    const shares = [0, 0.5, 1].map((homophily) => {
      const { graph, nodes } = syntheticGraph({ seed: 5, nodes: 2000, edges: 8000, homophily, labelNoise: 0 });
      const share = (code: Int32Array) => sameShare(graph.source, graph.target, code);
      return { group: share(nodes.sensitive[0]!.code), label: share(nodes.label) };
    });
    for (const kind of ["group", "label"] as const) {
      expect(shares[1]![kind]).to.be.above(shares[0]![kind] + 0.1);
      expect(shares[2]![kind]).to.equal(1);
    }
  });

  it("makes labels depend on the group where the bias says so", () => {
    const gap = (groupBias: number) => {
      const { nodes } = syntheticGraph({ seed: 6, nodes: 4000, edges: 0, groupShift: 0, groupBias });
      const { code } = nodes.sensitive[0]!;
      const rate = (group: number) => {
        const labels = nodes.label.filter((_, i) => code[i] === group);
        return labels.filter((y) => y === 1).length / labels.length;
      };
      return rate(1) - rate(0);
    };
    expect(gap(0)).to.be.closeTo(0, 0.06);
    expect(gap(1)).to.be.above(0.3);
  });

  it("replaces the share labelNoise of labels and hides the rest of labelledShare", () => {
    const labels = (options: Partial<SyntheticOptions>) =>
      syntheticGraph({ seed: 7, nodes: 5000, edges: 0, classes: 3, labelNoise: 0, ...options }).nodes.label;
    const clean = labels({});
    const noisy = labels({ labelNoise: 0.2 });
    expect(clean.filter((y, i) => y !== noisy[i]).length / 5000).to.be.closeTo(0.2, 0.03);
    expect(labels({ labelledShare: 0.3 }).filter((y) => y >= 0).length / 5000).to.be.closeTo(0.3, 0.03);
  });

  it("makes a number of the label on request, hides and replaces as many, and leaves features and groups as they are", () => {
    const options = { seed: 9, nodes: 4000, edges: 0, groupBias: 2, labelNoise: 0 };
    const { graph, nodes } = syntheticGraph({ ...options, target: true });
    const classes = syntheticGraph(options);
    checkNodeTable(nodes, 4000);
    expect(graph.features).to.deep.equal(classes.graph.features);
    expect(nodes.sensitive).to.deep.equal(classes.nodes.sensitive);
    expect(nodes).to.deep.include({ classes: [], label: new Int32Array(4000) });
    const { value } = nodes.target!;
    const noisy = syntheticGraph({ ...options, target: true, labelNoise: 0.2 }).nodes.target!.value;
    expect(value.filter((number, i) => number !== noisy[i]).length / 4000).to.be.closeTo(0.2, 0.03);
    const hidden = syntheticGraph({ ...options, target: true, labelledShare: 0.3 }).nodes;
    expect(hidden.target!.value.filter((number) => !Number.isNaN(number)).length / 4000).to.be.closeTo(0.3, 0.03);
    checkNodeTable(hidden, 4000);
  });

  it("gives a group another mean target where the bias says so", () => {
    const gap = (groupBias: number) => {
      const options = { seed: 6, nodes: 4000, edges: 0, groupShift: 0, target: true, groupBias };
      const { target, sensitive } = syntheticGraph(options).nodes;
      const mean = (group: number) => {
        const values = target!.value.filter((_, i) => sensitive[0]!.code[i] === group);
        return values.reduce((sum, value) => sum + value, 0) / values.length;
      };
      return mean(1) - mean(0);
    };
    expect(gap(0)).to.be.closeTo(0, 0.1);
    // Noise replaces 1 label in 20 by one of any node.
    expect(gap(2)).to.be.closeTo(1.9, 0.15);
  });

  it("links nodes of about the same target", () => {
    const { graph, nodes } = syntheticGraph({ seed: 2, nodes: 2000, target: true, homophily: 1, labelNoise: 0 });
    const { value } = nodes.target!;
    const middle = value.toSorted()[1000]!;
    const half = Int32Array.from(value, (number) => (number < middle ? 0 : 1));
    expect(sameShare(graph.source, graph.target, half)).to.equal(1);
  });

  it("has hubs", () => {
    const { graph } = syntheticGraph({ seed: 8, nodes: 5000, meanDegree: 10 });
    expect(graph.source.length).to.equal(50_000);
    expect(checkGraph(graph).maximumInDegree).to.be.above(100);
  });

  it("makes small graphs without being told a number of edges that fits", () => {
    expect(syntheticGraph({ seed: 1, nodes: 2 }).graph.source.length).to.equal(0);
    // A quarter of the 20 · 19 / 2 pairs, both ways.
    expect(syntheticGraph({ seed: 1, nodes: 20 }).graph.source.length).to.equal(94);
  });

  it("scopes its ids by its options", () => {
    const scope = (seed: number) => syntheticGraph({ seed, nodes: 10, edges: 0 }).graph.idScope;
    expect(scope(1)).to.equal(scope(1)).and.not.to.equal(scope(2));
  });

  it("refuses options out of range", () => {
    const make = (options: Partial<SyntheticOptions>) => () =>
      syntheticGraph({ seed: 1, nodes: 20, edges: 5, ...options });
    expect(make({ nodes: 0 })).to.throw(UsageError, /nodes: expected a whole number from 1/);
    expect(make({ edges: 1000 })).to.throw(UsageError, /edges: expected a whole number from 0 to 47, found 1000/);
    expect(make({ homophily: 1.5 })).to.throw(UsageError, /homophily/);
    expect(make({ labelNoise: NaN })).to.throw(UsageError, /labelNoise/);
    expect(make({ degreeExponent: 2 })).to.throw(UsageError, /degreeExponent/);
  });

  it("refuses edges that homophily leaves no room for", () => {
    const crowded = () => syntheticGraph({ seed: 1, nodes: 40, classes: 10, groups: 4, edges: 190, homophily: 1 });
    expect(crowded).to.throw(UsageError, /190, of which \d+ could be placed/);
  });
});
