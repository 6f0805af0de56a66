import { membershipCodes, splitMembership } from "@evenodds/auditor";
import { hashNodeIds, recordSplit } from "@evenodds/core";
import { expect } from "chai";

describe("splitMembership", () => {
  const recorded = recordSplit(
    { train: Int32Array.of(0, 3), validation: Int32Array.of(1), test: Int32Array.of(2) },
    hashNodeIds(["a", "b", "c", "d", "e"]),
  );

  it("finds nodes by the hash of their id, in any order", () => {
    const { none, train, validation, test } = membershipCodes;
    const membership = splitMembership(recorded, hashNodeIds(["d", "new", "c", "b", "a", "e"]));
    expect(membership).to.deep.equal(Uint8Array.of(train, none, test, validation, train, none));
  });

  it("knows no node of another scope", () => {
    expect(splitMembership(recorded, hashNodeIds(["a", "b"], "other file"))).to.deep.equal(Uint8Array.of(0, 0));
  });

  it("is empty for no nodes", () => {
    expect(splitMembership(recorded, [])).to.deep.equal(new Uint8Array(0));
  });
});
