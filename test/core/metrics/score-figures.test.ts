import { aucByGroup, brierByGroup, calibrationByGroup, InputError, UsageError } from "@evenodds/core";
import { expect } from "chai";
import fc from "fast-check";
import { anyScores, scoresOf } from "../../support/scores.js";

describe("aucByGroup", () => {
  it("is the share of pairs in the right order, ties counting half", () => {
    // a: pairs .5>.2 yes, .5=.5 half, .9>.2 yes, .9>.5 yes: 3.5 of 4. b: 1 of 2. All: 0.2 .5 .6 against .5 .9 .4 .8.
    const counted = scoresOf({
      a: [
        [0.2, 0.5],
        [0.5, 0.9],
      ],
      b: [[0.6], [0.4, 0.8]],
    });
    const { byGroup, gap, overall } = aucByGroup(counted, { minimumSupport: 1 });
    expect(byGroup.map(({ group, n, value }) => [group, n, value])).to.deep.equal([
      ["a", 2, 0.875],
      ["b", 1, 0.5],
    ]);
    expect(gap).to.deep.include({ status: "estimated", value: 0.375 });
    // .5: 1 + ½ + 0; .9: 3; .4: 1; .8: 3. 8.5 of 12.
    expect(overall).to.be.closeTo(8.5 / 12, 1e-15);
  });

  it("has no value without rows of both labels, and compares supported groups only", () => {
    const counted = scoresOf({ a: [[0.2], []], b: [[0.1], [0.4]], c: [[0.3], [0.2]] });
    const { byGroup, gap } = aucByGroup(counted, { minimumSupport: 1 });
    expect(byGroup[0]).to.deep.include({ n: 0, value: null, status: "empty" });
    expect(gap).to.deep.include({ status: "partial", value: 1 });
    expect(aucByGroup(counted).gap).to.deep.include({ status: "undefined", value: null });
  });

  it("equals counting all pairs, and 1 minus itself with scores turned round", () => {
    fc.assert(
      fc.property(anyScores(), (written) => {
        const { byGroup } = aucByGroup(scoresOf(written));
        const turned = Object.fromEntries(
          Object.entries(written).map(([name, [no, yes]]) => [name, [no.map((s) => -s), yes.map((s) => -s)] as const]),
        );
        const mirrored = aucByGroup(scoresOf(turned)).byGroup;
        Object.values(written).forEach(([no, yes], g) => {
          if (no.length === 0 || yes.length === 0) return expect(byGroup[g]!.value).to.equal(null);
          const wins = yes.flatMap((y) => no.map((n): number => (y > n ? 1 : y === n ? 0.5 : 0)));
          const share = wins.reduce((sum, win) => sum + win, 0) / wins.length;
          expect(byGroup[g]!.value).to.be.closeTo(share, 1e-12);
          expect(mirrored[g]!.value).to.be.closeTo(1 - share, 1e-12);
        });
      }),
    );
  });
});

describe("brierByGroup", () => {
  it("is the mean squared distance from the label", () => {
    // a: .2² and .4²: (.04 + .16) / 2. b: ½ always: .25.
    const { byGroup, gap, overall } = brierByGroup(scoresOf({ a: [[0.2], [0.6]], b: [[0.5], [0.5]] }), {
      minimumSupport: 1,
    });
    expect(byGroup[0]!.value).to.be.closeTo(0.1, 1e-15);
    expect(byGroup[1]!.value).to.equal(0.25);
    expect(gap.value).to.be.closeTo(0.15, 1e-15);
    expect(gap.highest!.group).to.equal("b");
    expect(overall).to.be.closeTo(0.175, 1e-15);
  });

  it("is exact for bins that know the sums of their scores, as is calibration", () => {
    // Scores .2, .4 (negative) and .9 (positive) in two bins with middles .25 and .75.
    const scores = Float64Array.from([0.25, 0.75]);
    const binned = {
      ...{ groups: ["a"], classes: ["0", "1"] as const, excluded: {}, scores },
      counts: Float64Array.from([2, 0, 0, 1]),
      sums: Float64Array.from([0.6, 0, 0, 0.9]),
      squares: Float64Array.from([0.2, 0, 0, 0.81]),
    };
    const plain = scoresOf({ a: [[0.2, 0.4], [0.9]] });
    expect(brierByGroup(binned).overall).to.be.closeTo((0.04 + 0.16 + 0.01) / 3, 1e-15);
    expect(brierByGroup(plain).overall).to.be.closeTo(0.07, 1e-15);
    const calibration = (counted: typeof plain) => calibrationByGroup(counted, { bins: 2 }).overall;
    // Low bin |0 − .6|, high bin |1 − .9|.
    expect(calibration(binned)).to.be.closeTo(0.7 / 3, 1e-15);
    expect(calibration(plain)).to.be.closeTo(0.7 / 3, 1e-15);
  });

  it("refuses logits", () => {
    expect(() => brierByGroup(scoresOf({ a: [[-2], [3]] }))).to.throw(InputError, /probabilities.*-2.*logits/);
  });
});

describe("calibrationByGroup", () => {
  it("adds up how far each bin's share of positives lies from its mean score", () => {
    // Ten bins. Scores .1 and .1 with one positive: |1 − .2|. Score .95 twice, both positive: |2 − 1.9|. (.8 + .1) / 4.
    const { byGroup } = calibrationByGroup(scoresOf({ a: [[0.1], [0.1, 0.95, 0.95]] }));
    expect(byGroup[0]!.value).to.be.closeTo(0.9 / 4, 1e-12);
  });

  it("puts 1 into the last bin, and errors of opposite sign cancel within a bin alone", () => {
    const counted = scoresOf({ a: [[0.5], [0.5]], b: [[1], [1]] });
    // a: one of two positive at ½: 0. b: one of two positive at 1: ½.
    const options = { minimumSupport: 1 };
    expect(calibrationByGroup(counted, options).byGroup.map(({ value }) => value)).to.deep.equal([0, 0.5]);
    // One bin: a's and b's rows have mean score .75, and half of them are positive.
    expect(calibrationByGroup(counted, { ...options, bins: 1 }).overall).to.equal(0.25);
  });

  it("has no value without rows, and rejects bins that are none", () => {
    const empty = scoresOf({ a: [[], []], b: [[0.5], [0.5]] });
    expect(calibrationByGroup(empty).byGroup[0]!.value).to.equal(null);
    expect(calibrationByGroup(scoresOf({ a: [[], []] })).overall).to.equal(null);
    for (const bins of [0, 1.5, NaN]) expect(() => calibrationByGroup(empty, { bins })).to.throw(UsageError, /bins/);
  });

  it("lies in [0, 1] and is at least the distance of mean score and share, which one bin gives", () => {
    fc.assert(
      fc.property(anyScores(), fc.integer({ min: 1, max: 20 }), (written, bins) => {
        const counted = scoresOf(written);
        const many = calibrationByGroup(counted, { bins }).byGroup;
        calibrationByGroup(counted, { bins: 1 }).byGroup.forEach(({ value }, g) => {
          if (value === null) return expect(many[g]!.value).to.equal(null);
          expect(many[g]!.value).to.be.within(value - 1e-12, 1);
        });
      }),
    );
  });
});
