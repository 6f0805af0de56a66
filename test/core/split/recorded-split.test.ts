import { hashNodeIds, recallSplit, recordedSizes, recordSplit, type Split } from "@evenodds/core";
import { createHash } from "node:crypto";
import { expect } from "chai";

describe("recorded split", () => {
  const split: Split = { train: Int32Array.of(0, 2), validation: Int32Array.of(3), test: Int32Array.of(1) };
  const ids = ["a", "b", "c", "d", "e"];
  const recorded = recordSplit(split, hashNodeIds(ids));

  it("is found again on the same nodes, in any order and on part of them", () => {
    expect(recallSplit(recorded, hashNodeIds(ids))).to.deep.equal(split);
    const part = recallSplit(recorded, hashNodeIds(["c", "new", "b"]));
    expect(part).to.deep.equal({ train: Int32Array.of(0), validation: Int32Array.of(), test: Int32Array.of(2) });
  });

  it("takes equal ids of another scope for other nodes", () => {
    const { train, validation, test } = recallSplit(recorded, hashNodeIds(ids, "another file"));
    expect([...train, ...validation, ...test]).to.deep.equal([]);
  });

  it("holds no id, only the first 64 bits of SHA-256", () => {
    const expected = createHash("sha256").update("\0d").digest("hex").slice(0, 16);
    expect(recorded.validation).to.equal(expected);
  });

  it("knows its sizes", () => {
    expect(recordedSizes(recorded)).to.deep.equal({ train: 2, validation: 1, test: 1 });
  });
});
