import { UsageError } from "@evenodds/core";
import { selectExamples, type SelectionInput } from "@evenodds/experiments/internal";
import { expect } from "chai";
import { graphOf } from "../../support/tiny-graphs.js";
import { caught } from "../../support/caught.js";
import { outputOf, starsOf, type Star } from "./stars.js";

const many = (count: number, code: number) => Array.from({ length: count }, () => code);

/** A node of label 0 and group 0 with `same` neighbours of its group, `others` of another, all with label 1. */
const star = (same: number, others: number, labels = many(same + others, 1)): Star => ({
  labels: [0, ...labels],
  groups: [0, ...many(same, 0), ...many(others, 1)],
});

function select(stars: readonly Star[], options: Partial<SelectionInput> = {}) {
  const { graph, label, group, centres } = starsOf(stars);
  const before = outputOf(label, 0.4);
  return selectExamples(graph, {
    ...{ label, group, groupCount: 2, testNodes: centres, before, after: before },
    ...options,
  });
}
const nodesOf = (selection: ReturnType<typeof select>, group = 0) =>
  selection.groups[group]!.candidates.map(({ node }) => node);

describe("selectExamples", () => {
  it("asks for more than 80 % of the own group: 5 of 6, not 4 of 5", () => {
    const selection = select([star(4, 1), star(5, 1)]);
    expect(nodesOf(selection)).to.deep.equal([6]);
    expect(selection.groups[0]!.candidates[0]!.counts).to.deep.equal({
      ...{ direct: 6, withinTwoHops: 6, knownGroup: 6, sameGroup: 5, labelled: 6, otherLabel: 6 },
    });
    expect(selection.groups[0]!.ruleCounts).to.deep.equal({
      ...{ testNodes: 2, enoughNeighbours: 2, largestOwnShare: 5 / 6, amongOwnGroup: 1, candidates: 1 },
    });
  });

  it("takes no node with exactly the share, for any number of neighbours", () => {
    for (const tenths of [6, 7, 8, 9]) {
      const exact = Array.from({ length: 12 }, (_, i) => star(tenths * (i + 1), (10 - tenths) * (i + 1)));
      expect(nodesOf(select(exact, { share: tenths / 10 }))).to.deep.equal([]);
    }
    expect(nodesOf(select([star(81, 19)]))).to.deep.equal([0]);
  });

  it("leaves out neighbours without a group, and those without a label", () => {
    const unknown: Star = { labels: [0, 1, 1, 0, -1, -1], groups: [0, 0, 0, 0, 0, -1] };
    const [candidate] = select([unknown]).groups[0]!.candidates;
    expect(candidate!.counts).to.deep.equal({
      ...{ direct: 5, withinTwoHops: 5, knownGroup: 4, sameGroup: 4, labelled: 3, otherLabel: 2 },
    });
    const nobody: Star = { labels: many(6, 0), groups: [0, ...many(5, -1)] };
    expect(select([nobody]).groups[0]!.ruleCounts).to.deep.equal({
      ...{ testNodes: 1, enoughNeighbours: 1, largestOwnShare: null, amongOwnGroup: 0, candidates: 0 },
    });
    const unlabelled: Star = { labels: [0, ...many(5, -1)], groups: many(6, 0) };
    expect(nodesOf(select([unlabelled]))).to.deep.equal([]);
  });

  it("asks for another label than more than half", () => {
    expect(nodesOf(select([star(6, 0, [0, 0, 0, 1, 1, 1]), star(7, 0, [0, 0, 0, 1, 1, 1, 1])]))).to.deep.equal([7]);
  });

  it("names the most frequent other label, the first of equals", () => {
    const labelOf = (labels: number[]) => {
      const three = outputThree(labels.length + 1);
      const all = { before: three, after: three };
      return select([star(labels.length, 0, labels)], all).groups[0]!.candidates[0]!.neighboursLabel;
    };
    expect(labelOf([1, 2, 2, 1, 0, 0, 0])).to.equal(1);
    expect(labelOf([1, 2, 2, 2, 0, 0])).to.equal(2);
  });

  it("asks for five different direct neighbours, or as many as it is told", () => {
    expect(nodesOf(select([star(4, 0), star(5, 0)]))).to.deep.equal([5]);
    expect(nodesOf(select([star(4, 0), star(5, 0)], { minimumNeighbours: 4 }))).to.deep.equal([0, 5]);
    expect(nodesOf(select([star(5, 0)], { minimumNeighbours: 6 }))).to.deep.equal([]);
  });

  it("counts the second hop like the first", () => {
    const arcs: [number, number][] = [1, 2, 3, 4, 5].flatMap((n): [number, number][] => [
      [n, 0],
      [n + 5, n],
    ]);
    const graph = graphOf(
      arcs,
      Array.from({ length: 11 }, () => [0]),
    );
    const label = Int32Array.of(0, ...many(5, 1), ...many(5, 1));
    const output = outputOf(label, 0.4);
    const sameFar = (count: number) => Int32Array.of(0, ...many(5, 0), ...many(count, 0), ...many(5 - count, 1));
    const common = { label, groupCount: 2, testNodes: Int32Array.of(0), before: output, after: output };
    expect(selectExamples(graph, { ...common, group: sameFar(3) }).groups[0]!.candidates).to.have.length(0);
    expect(selectExamples(graph, { ...common, group: sameFar(4) }).groups[0]!.candidates).to.have.length(1);
  });

  it("ranks by the rise of the right label, equals in the order of the nodes", () => {
    const stars = [star(5, 0), star(5, 0), star(5, 0), star(5, 0)];
    const { label } = starsOf(stars);
    const right = Array.from(label, (_, node) => ({ 6: 0.5, 12: 0.7, 18: 0.5 })[node] ?? 0.4);
    const selection = select(stars, { before: outputOf(label, 0.4), after: outputOf(label, right) });
    expect(nodesOf(selection)).to.deep.equal([12, 6, 18, 0]);
    expect(selection.groups[0]!.candidates[0]!.rise).to.be.closeTo(0.3, 1e-12);
  });

  it("looks at test nodes only, each in its group, and says how many have none", () => {
    const other: Star = { labels: [1, ...many(5, 0)], groups: many(6, 1) };
    const without: Star = { labels: [1, ...many(5, 0)], groups: [-1, ...many(5, 1)] };
    const selection = select([star(5, 0), other, without]);
    expect(nodesOf(selection)).to.deep.equal([0]);
    expect(nodesOf(selection, 1)).to.deep.equal([6]);
    expect(selection.withoutGroup).to.equal(1);
    expect(nodesOf(select([star(5, 0), other], { testNodes: Int32Array.of(6) }))).to.deep.equal([]);
  });

  it("has a group without candidates and without test nodes, with no mean", () => {
    const [first, second] = select([star(2, 2)]).groups;
    expect(first!.change.rise).to.deep.equal({ n: 0, mean: null, sd: null, sem: null });
    expect(first!.everyone.rise.n).to.equal(1);
    expect(second!.ruleCounts.testNodes).to.equal(0);
    expect(second!.everyone.rightBefore).to.equal(null);
  });

  it("refuses a rule out of range", async () => {
    const refused: [Partial<SelectionInput>, RegExp][] = [
      [{ share: 1 }, /share.*below 1.*found 1/],
      [{ share: NaN }, /share.*found NaN/],
      [{ minimumNeighbours: 0 }, /minimumNeighbours.*from 1.*found 0/],
      [{ minimumNeighbours: 2.5 }, /minimumNeighbours.*found 2.5/],
    ];
    for (const [options, message] of refused) {
      const error = await caught(() => select([star(5, 0)], options));
      expect(error).to.be.instanceOf(UsageError);
      expect(error.message).to.match(message);
    }
  });
});

function outputThree(nodes: number) {
  return {
    probability: Float64Array.from({ length: nodes * 3 }, () => 1 / 3),
    prediction: new Int32Array(nodes),
  };
}
