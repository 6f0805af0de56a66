import { IntegerIndex } from "@evenodds/core";
import { expect } from "chai";
import fc from "fast-check";

describe("IntegerIndex", () => {
  it("gives each number the position at which it first came", () => {
    const index = new IntegerIndex();
    expect([7, 2 ** 53 - 1, 7, 0, 2 ** 32 + 7].map((key) => index.add(key))).to.deep.equal([0, 1, 0, 2, 3]);
    expect(Array.from(index.keys)).to.deep.equal([7, 2 ** 53 - 1, 0, 2 ** 32 + 7]);
    expect([index.at(0), index.at(1)]).to.deep.equal([2, -1]);
  });

  it("agrees with a Map, however few numbers were expected", () => {
    const key = fc.oneof(fc.integer({ min: 0, max: 40 }), fc.maxSafeNat());
    fc.assert(
      fc.property(fc.array(key, { maxLength: 300 }), fc.integer({ min: 0, max: 400 }), (keys, expected) => {
        const index = new IntegerIndex(expected);
        const map = new Map<number, number>();
        for (const one of keys) {
          if (!map.has(one)) map.set(one, map.size);
          expect(index.add(one)).to.equal(map.get(one));
        }
        expect(index.size).to.equal(map.size);
        expect(Array.from(index.keys)).to.deep.equal([...map.keys()]);
        for (const one of keys) expect(index.at(one)).to.equal(map.get(one));
      }),
    );
  });

  it("stays fast for keys in a row and for multiples of a power of 2", () => {
    for (const step of [1, 2 ** 20, 2 ** 32]) {
      const index = new IntegerIndex();
      for (let i = 0; i < 200_000; i++) index.add(i * step);
      expect(index.size).to.equal(200_000);
    }
  });
});
