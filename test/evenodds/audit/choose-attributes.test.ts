import { expect } from "chai";
import { countAttributes, scoreWarnings, type ClassifierOnGraph } from "evenodds/internal";

describe("countAttributes", () => {
  /** Two classes, a score of its own for each of `nodes`, of which every second one is labelled. */
  function run(nodes: number): ClassifierOnGraph {
    const logits = Float32Array.from({ length: 2 * nodes }, (_, i) => (i % 2 === 0 ? 0 : i / nodes));
    const label = Int32Array.from({ length: nodes }, (_, node) => (node % 2 === 0 ? (node >> 1) % 2 : -1));
    const output = { kind: "logits", values: logits, classes: 2 };
    return { output, label, match: { classes: ["no", "yes"] } } as unknown as ClassifierOnGraph;
  }
  const count = (nodes: number, groups: number) => {
    const place = {
      name: "place",
      levels: Array.from({ length: groups }, (_, g) => `${g}`),
      code: Int32Array.from({ length: nodes }, (_, node) => node % groups),
    };
    return countAttributes(run(nodes), {
      attributes: [{ ...place, parts: [place] }],
      prediction: new Int32Array(nodes),
      include: undefined,
      positiveClass: null,
      clusters: null,
    });
  };

  it("counts scores by group where that fits into memory, and warns of nothing", () => {
    const attributes = count(100, 4);
    expect(attributes[0]!.scores!.counts).to.have.length(4 * 2 * 50);
    expect(scoreWarnings(attributes, run(1).output)).to.deep.equal([]);
  });

  it("leaves scores out where groups times nodes are too many, and says so", () => {
    const attributes = count(20_000, 7_000);
    expect(attributes[0]!.scores).to.equal(undefined);
    expect(attributes[0]!.outcomes.counts).to.have.length(7_000 * 4);
    const [warning] = scoreWarnings(attributes, run(1).output);
    expect(warning!.code).to.equal("scores-left-out");
    const ids = { kind: "class-ids", values: Int32Array.of(1), classes: 2 } as const;
    expect(scoreWarnings(attributes, ids), "which have no scores").to.deep.equal([]);
    expect(warning!.message).to.match(/left out for "place": groups times nodes are more than 67108864/);
  });
});
