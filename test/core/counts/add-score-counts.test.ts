import { addScoreCounts, countScores, InputError, type ScoreCounts } from "@evenodds/core";
import { expect } from "chai";
import fc from "fast-check";

const classes = ["no", "yes"] as const;

function shard(rows: readonly (readonly [group: number, label: number, score: number])[], groups = ["f", "m"]) {
  return countScores({
    group: Int32Array.from(rows, ([group]) => group),
    label: Int32Array.from(rows, ([, label]) => label),
    score: Float64Array.from(rows, ([, , score]) => score),
    groups,
    classes,
  });
}

describe("addScoreCounts", () => {
  it("puts the scores of both on one axis", () => {
    const sum = addScoreCounts(
      shard([
        [0, 1, 0.25],
        [1, 0, 0.5],
      ]),
      shard([
        [0, 1, 0.5],
        [0, 1, 0.25],
        [1, -1, 0.5],
      ]),
    );
    expect([...sum.scores]).to.deep.equal([0.25, 0.5]);
    expect([...sum.counts]).to.deep.equal([0, 0, 2, 1, 0, 1, 0, 0]);
    expect(sum.excluded).to.deep.equal({ unlabelled: 1 });
  });

  it("gives what counting all rows at once gives, however they are cut", () => {
    const row = fc.tuple(
      fc.integer({ min: 0, max: 1 }),
      fc.integer({ min: -1, max: 1 }),
      fc.constantFrom(0, 0.1, 0.7, NaN),
    );
    fc.assert(
      fc.property(fc.array(row), fc.nat(), (rows, at) => {
        const cut = at % (rows.length + 1);
        const sum = addScoreCounts(shard(rows.slice(0, cut)), shard(rows.slice(cut)));
        expect(sum).to.deep.equal(shard(rows));
      }),
    );
  });

  it("keeps groups that one shard alone has", () => {
    const sum = addScoreCounts(shard([[0, 1, 0.5]], ["b"]), shard([[0, 0, 0.5]], ["a"]));
    expect(sum.groups).to.deep.equal(["a", "b"]);
    expect([...sum.counts]).to.deep.equal([1, 0, 0, 1]);
  });

  it("adds the sums of equal bins, and refuses other bins and other classes", () => {
    const plain = shard([[0, 1, 0.5]]);
    const binned: ScoreCounts = {
      ...plain,
      sums: plain.counts.map((n) => 0.4 * n),
      squares: plain.counts.map((n) => 0.16 * n),
    };
    expect([...addScoreCounts(binned, binned).sums!]).to.deep.equal([0, 0.8, 0, 0]);
    expect(() => addScoreCounts(binned, plain)).to.throw(InputError, /the same bins/);
    expect(() => addScoreCounts(binned, { ...binned, scores: Float64Array.of(0.6) })).to.throw(InputError, /bins/);
    expect(() => addScoreCounts(plain, { ...plain, classes: ["yes", "no"] })).to.throw(InputError, /yes, no/);
  });
});
