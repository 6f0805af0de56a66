import { checkCounts, decodeCounts, encodeCounts, InputError } from "@evenodds/core";
import { expect } from "chai";
import fc from "fast-check";
import { anyOutcomes, outcomesOf } from "../../support/outcomes.js";

describe("encodeCounts and decodeCounts", () => {
  it("writes one line with fixed keys", () => {
    const outcomes = { ...outcomesOf({ y: "1,0", predicted: "1,1", s: "f,m" }), excluded: { unlabelled: 3 } };
    expect(encodeCounts(outcomes)).to.equal(
      '{"groups":["f","m"],"classes":["0","1"],"counts":[0,0,0,1,0,1,0,0],"excluded":{"unlabelled":3}}',
    );
  });

  it("gives back what was written", () => {
    fc.assert(
      fc.property(anyOutcomes(), fc.integer({ min: 1, max: 9 }), (outcomes, rows) => {
        const counts = { ...outcomes, excluded: { "outside-split": rows } };
        expect(decodeCounts(encodeCounts(counts))).to.deep.equal(counts);
      }),
    );
  });

  it("rejects what is not a table of counts, saying what is wrong", () => {
    const good = '{"groups":["f"],"classes":["0"],"counts":[1],"excluded":{}}';
    expect(decodeCounts(good).groups).to.deep.equal(["f"]);
    const cases: [string, RegExp][] = [
      ["group,label", /JSON/],
      [good.replace("}}", '},"counts":[2]}'), /expected JSON, found the key "counts" twice in one object/],
      ["null", /an object/],
      [good.replace('"groups"', '"group"'), /`groups`, found nothing/],
      [good.replace("[1]", "[null]"), /numbers in `counts`/],
      [good.replace("[1]", "[1,2]"), /1 groups × 1 cells/],
      [good.replace("[1]", "[-1]"), /0 or more, found -1/],
      [good.replace("{}", '{"bored":1}'), /unlabelled.*found "bored"/],
      [good.replace("{}", '{"unlabelled":"1"}'), /number of rows for unlabelled/],
      [good.replace('["0"]', '["0","0"]'), /classes: expected distinct/],
    ];
    for (const [text, message] of cases) expect(() => decodeCounts(text)).to.throw(InputError, message);
  });
});

describe("checkCounts", () => {
  it("refuses counts that are not numbers of rows", () => {
    const outcomes = outcomesOf({ y: "1,0", predicted: "1,1", s: "f,m" });
    for (const bad of [NaN, Infinity, -1]) {
      const counts = Float64Array.from(outcomes.counts);
      counts[3] = bad;
      expect(() => checkCounts({ ...outcomes, counts })).to.throw(InputError, /finite numbers of rows/);
      expect(() => checkCounts({ ...outcomes, excluded: { unlabelled: bad } })).to.throw(InputError, /unlabelled/);
    }
  });
});
