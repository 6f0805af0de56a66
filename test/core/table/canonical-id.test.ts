import { canonicalId, hashNodeIds, idKeys } from "@evenodds/core";
import { expect } from "chai";
import fc from "fast-check";

describe("canonicalId", () => {
  it("spells whole numbers one way and leaves every other text alone", () => {
    const spelled = ["7", "7.0", " +7. ", "-0", "07", "7.50", "True", "9007199254740993.0"].map(canonicalId);
    expect(spelled).to.deep.equal(["7", "7", "7", "0", "07", "7.50", "True", "9007199254740993"]);
  });
});

describe("idKeys", () => {
  it("gives ids of one table their canonical spelling unless two have the same", () => {
    expect(idKeys(["1.0", "2.0"])).to.deep.equal(["1", "2"]);
    expect(idKeys(["0.0", "0.00", "1.0"])).to.deep.equal(["0.0", "0.00", "1"]);
    expect(idKeys(["1", "1.0"])).to.deep.equal(["1", "1.0"]);
    expect(idKeys(["a", "True", "TRUE"])).to.deep.equal(["a", "True", "TRUE"]);
  });

  it("never gives two ids one key", () => {
    const id = fc.oneof(fc.stringMatching(/^[+-]?0{0,2}1?\.?0{0,3}$/), fc.string()).map((text) => text.trim());
    fc.assert(
      fc.property(fc.uniqueArray(id, { maxLength: 20 }), (ids) => {
        expect(new Set(idKeys(ids)).size).to.equal(ids.length);
      }),
    );
  });

  it("makes the hashes by which a model knows its nodes", () => {
    expect(hashNodeIds(["1.0", "2"])).to.deep.equal(hashNodeIds(["1", "2.0"]));
    const [a, b] = hashNodeIds(["0.0", "0.00"]);
    expect(a).to.not.equal(b);
  });
});
