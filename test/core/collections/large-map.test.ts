import { LargeMap } from "@evenodds/core";
import { expect } from "chai";
import fc from "fast-check";

describe("LargeMap", () => {
  it("agrees with a Map, in however many parts", () => {
    const entry = fc.tuple(fc.integer({ min: 0, max: 30 }), fc.integer());
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 100 }), fc.integer({ min: 1, max: 5 }), (entries, perPart) => {
        const large = new LargeMap<number, number>({ perPart });
        const map = new Map<number, number>();
        for (const [key, value] of entries) {
          large.set(key, value);
          map.set(key, value);
        }
        expect(large.size).to.equal(map.size);
        expect([...large]).to.deep.equal([...map]);
        for (let key = 0; key <= 31; key++) {
          expect([large.has(key), large.get(key)]).to.deep.equal([map.has(key), map.get(key)]);
        }
      }),
    );
  });
});
