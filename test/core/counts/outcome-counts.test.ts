import {
  addCounts,
  canonicalLevel,
  cellSize,
  countAt,
  countOutcomes,
  emptyCounts,
  excludedRows,
  InputError,
  usedRows,
  type OutcomeCounts,
} from "@evenodds/core";
import { expect } from "chai";
import fc from "fast-check";
import { outcomesOf, reordered } from "../../support/outcomes.js";

const codes = (...values: number[]) => Int32Array.from(values);

/** Shards that list some of the same names, in any order. */
const anyShard: fc.Arbitrary<OutcomeCounts> = fc
  .record({
    groups: fc.shuffledSubarray(["f", "m", "x"]),
    classes: fc.shuffledSubarray(["0", "1", "2"]),
    unlabelled: fc.nat(5),
  })
  .chain(({ groups, classes, unlabelled }) => {
    const length = groups.length * classes.length ** 2;
    return fc.array(fc.nat(9), { minLength: length, maxLength: length }).map((counts) => ({
      groups,
      classes,
      counts: Float64Array.from(counts),
      excluded: unlabelled > 0 ? { unlabelled } : {},
    }));
  });

/** What counts say, whatever order their names are listed in. */
function meaning(outcomes: OutcomeCounts): Record<string, number> {
  const cells: Record<string, number> = { excluded: excludedRows(outcomes) };
  outcomes.groups.forEach((group, g) =>
    outcomes.classes.forEach((label, y) =>
      outcomes.classes.forEach((prediction, p) => {
        const count = countAt(outcomes, g, y, p);
        if (count > 0) cells[`${group}/${label}/${prediction}`] = count;
      }),
    ),
  );
  return cells;
}

describe("countOutcomes", () => {
  it("uses every row or excludes it for exactly one reason (Fair-Code PR#510)", () => {
    const outcomes = countOutcomes({
      label: codes(1, 0, 1, -1, 0, -1, 1),
      prediction: codes(1, 0, 0, 1, -1, -1, 1),
      group: codes(0, 0, 1, 1, 1, -1, -1),
      include: Uint8Array.from([1, 0, 1, 1, 1, 1, 1]),
      groups: ["a", "b"],
      classes: ["0", "1"],
    });
    expect(usedRows(outcomes)).to.equal(2);
    expect(outcomes.excluded).to.deep.equal({
      "outside-split": 1,
      unlabelled: 2,
      "non-finite-prediction": 1,
      "missing-attribute": 1,
    });
    expect(usedRows(outcomes) + excludedRows(outcomes)).to.equal(7);
    expect(cellSize(outcomes, 0, 1)).to.equal(1);
  });

  it("counts a prediction that is not a number out, in whichever group it sits (fairpipe#25)", () => {
    const rows = { label: codes(0, 1, 0, 1), groups: ["A", "B"], classes: ["0", "1"] };
    for (const group of [codes(0, 0, 1, 1), codes(1, 1, 0, 0)]) {
      const outcomes = countOutcomes({ ...rows, group, prediction: codes(0, 1, -1, 1) });
      expect(outcomes.excluded).to.deep.equal({ "non-finite-prediction": 1 });
      expect(usedRows(outcomes)).to.equal(3);
    }
  });

  it('gives equal counts for groups 0, 1 and "0", "1" (fairpipe#38, fairmodels#41)', () => {
    const rows = { y: "1,0,1,0", predicted: "1,0,0,0" };
    const groupsOf = (...texts: string[]) => texts.map(canonicalLevel).join(",");
    const whole = outcomesOf({ ...rows, s: groupsOf("0", "1", "1", "0") });
    expect(outcomesOf({ ...rows, s: groupsOf("0.0", "1.", "+1", " 0 ") })).to.deep.equal(whole);
  });

  it("rejects columns of different lengths", () => {
    const rows = { label: codes(0, 1), prediction: codes(0), group: codes(0, 0), groups: ["a"], classes: ["0", "1"] };
    expect(() => countOutcomes(rows)).to.throw(InputError, /2 groups, 2 labels, 1 predictions/);
  });
});

describe("addCounts", () => {
  it("adds shards whose names are listed in different orders", () => {
    const whole = outcomesOf({ y: "1,0,1,0", predicted: "1,0,0,0", s: "f,m,m,f" });
    const turned = reordered(whole, { groups: [1, 0], classes: [1, 0] });
    const sum = addCounts(whole, turned);
    expect(sum.groups).to.deep.equal(["f", "m"]);
    expect([...sum.counts]).to.deep.equal([...whole.counts].map((count) => 2 * count));
  });

  it("is commutative and associative, and keeps every row", () => {
    fc.assert(
      fc.property(anyShard, anyShard, anyShard, (a, b, c) => {
        expect(meaning(addCounts(a, b))).to.deep.equal(meaning(addCounts(b, a)));
        expect(addCounts(addCounts(a, b), c)).to.deep.equal(addCounts(a, addCounts(b, c)));
        expect(usedRows(addCounts(a, b))).to.equal(usedRows(a) + usedRows(b));
      }),
    );
  });

  it("has empty counts of the same names as its zero", () => {
    const outcomes = outcomesOf({ y: "1,0", predicted: "1,1", s: "f,m" });
    expect(addCounts(outcomes, emptyCounts(outcomes.groups, outcomes.classes))).to.deep.equal(outcomes);
  });

  it("gives the counts of all rows when rows are cut into shards", () => {
    const row = fc.record({ y: fc.nat(2), p: fc.nat(2), s: fc.nat(1) });
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 40 }), fc.nat(40), (rows, cut) => {
        const count = (part: typeof rows) =>
          countOutcomes({
            label: Int32Array.from(part, ({ y }) => y),
            prediction: Int32Array.from(part, ({ p }) => p),
            group: Int32Array.from(part, ({ s }) => s),
            groups: ["a", "b"],
            classes: ["0", "1", "2"],
          });
        expect(addCounts(count(rows.slice(0, cut)), count(rows.slice(cut)))).to.deep.equal(count(rows));
      }),
    );
  });

  it("refuses more combinations than fit into a gigabyte", () => {
    const names = (count: number) => Array.from({ length: count }, (_, i) => `${i}`);
    expect(() => emptyCounts(names(200), names(1000))).to.throw(
      InputError,
      /at most 134217728 combinations .* found 200000000 of 200 groups and 1000 classes/,
    );
  });
});
