import { ModelError } from "@evenodds/core";
import { canonicalJson } from "@evenodds/exporter/internal";
import { expect } from "chai";

describe("canonicalJson", () => {
  it("sorts keys at every depth and keeps the order of lists", () => {
    const value = { b: [{ z: 1, a: 2 }, "x"], a: null, c: undefined };
    expect(canonicalJson(value, "value")).to.equal('{"a":null,"b":[{"a":2,"z":1},"x"]}');
  });

  it("sorts by code unit, not by the language of the machine", () => {
    expect(canonicalJson({ ä: 1, z: 2, Z: 3 }, "value")).to.equal('{"Z":3,"z":2,"ä":1}');
  });

  it("refuses NaN and infinities, which JSON would turn into null", () => {
    expect(() => canonicalJson({ rates: [0.5, Infinity] }, "options")).to.throw(ModelError, /options.*Infinity/);
  });
});
