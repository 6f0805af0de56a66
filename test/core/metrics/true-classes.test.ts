import {
  classLack,
  conditionalEqualizedOdds,
  diagonalRecallGap,
  equalizedOddsDifference,
  equalizedOddsMeanDifference,
  equalizedOddsRatio,
  equalOpportunityDifference,
  UsageError,
} from "@evenodds/core";
import { expect } from "chai";
import fc from "fast-check";
import { countsOf } from "../../support/audit-reports.js";
import { anyOutcomes } from "../../support/outcomes.js";

describe("classLack", () => {
  it("is null where two classes have rows enough over all groups, and where there are no rows", () => {
    expect(
      classLack(
        countsOf(["0", "1"], {
          a: [
            [3, 0],
            [0, 3],
          ],
          b: [
            [2, 0],
            [0, 2],
          ],
        }),
      ),
    ).to.equal(null);
    expect(
      classLack(
        countsOf(["0", "1"], {
          a: [
            [0, 0],
            [0, 0],
          ],
        }),
      ),
    ).to.equal(null);
  });

  it("names the only true class, whatever is predicted and however many classes there are", () => {
    const reason = 'only one true class has rows ("1")';
    for (const outcomes of [
      countsOf(["1"], { a: [[200]], b: [[200]] }),
      countsOf(["0", "1"], {
        a: [
          [0, 0],
          [40, 160],
        ],
        b: [
          [0, 0],
          [0, 200],
        ],
      }),
      countsOf(["0", "1", "2"], {
        a: [
          [0, 0, 0],
          [1, 2, 3],
          [0, 0, 0],
        ],
      }),
    ]) {
      expect(classLack(outcomes)).to.deep.equal({ kind: "one-class", reason });
    }
  });

  it("tells a class below the minimum support from one without rows", () => {
    // Label 0 has 2 + 2 rows.
    const outcomes = countsOf(["0", "1"], {
      a: [
        [2, 0],
        [0, 50],
      ],
      b: [
        [0, 2],
        [0, 50],
      ],
    });
    const reason = 'only one true class has at least 5 rows ("1")';
    expect(classLack(outcomes)).to.deep.equal({ kind: "small-classes", reason });
    expect(classLack(outcomes, { minimumSupport: 4 })).to.equal(null);
    expect(classLack(outcomes, { minimumSupport: 1000 })!.reason).to.equal("no true class has at least 1000 rows");
    expect(() => classLack(outcomes, { minimumSupport: 0 })).to.throw(UsageError, /minimum support/);
  });
});

describe("figures over all labels where a single true class has rows", () => {
  const reason = 'only one true class has rows ("1")';
  const right = countsOf(["1"], { a: [[200]], b: [[200]] });

  it("are partial: y = p = 1 on 400 rows has a gap of 0 in that class, and says nothing of another", () => {
    for (const [found, value] of [
      [equalizedOddsDifference(right), 0],
      [diagonalRecallGap(right), 0],
      [equalizedOddsMeanDifference(right), 0],
      [equalizedOddsRatio(right), 1],
    ] as const) {
      expect(found).to.deep.include({ status: "partial", value, reason });
    }
  });

  it("say so instead of counting the cells of the other class", () => {
    // 160 of 200 and 200 of 200 are recognised.
    const gap = equalizedOddsDifference(
      countsOf(["0", "1"], {
        a: [
          [0, 0],
          [40, 160],
        ],
        b: [
          [0, 0],
          [0, 200],
        ],
      }),
    );
    expect(gap).to.deep.include({ status: "partial", value: 0.2, reason });
    expect(gap.leftOut.map(({ label, n }) => [label, n])).to.deep.equal([
      ["0", 0],
      ["0", 0],
    ]);
  });

  it("make the level of a condition partial, and the whole with it", () => {
    const whole = conditionalEqualizedOdds([{ level: "z", outcomes: right }]);
    expect([whole.status, whole.value]).to.deep.equal(["partial", 0]);
  });

  it("leave the rates of the class itself alone", () => {
    expect(equalOpportunityDifference(right, { positiveClass: "1" }).status).to.equal("estimated");
  });

  it("are never estimated, and keep their value, on any counts of one label", () => {
    fc.assert(
      fc.property(anyOutcomes({ maxClasses: 3 }), fc.nat(2), (all, only) => {
        const width = all.classes.length;
        const counts = all.counts.map((n, i) => (Math.floor(i / width) % width === only % width ? n : 0));
        const { status, value } = equalizedOddsDifference({ ...all, counts });
        expect(status).not.to.equal("estimated");
        const alone = equalOpportunityDifference({ ...all, counts }, { positiveClass: all.classes[only % width]! });
        if (alone.value !== null) expect(value).to.be.at.least(alone.value);
      }),
    );
  });
});
