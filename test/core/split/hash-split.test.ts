import { createHash } from "node:crypto";
import { hashSplit } from "@evenodds/core";
import { expect } from "chai";

describe("hashSplit", () => {
  const of = (train: number[], validation: number[], test: number[]) => ({
    train: Int32Array.from(train),
    validation: Int32Array.from(validation),
    test: Int32Array.from(test),
  });

  it("hashes the size and the nodes of each part", () => {
    const bytes = Buffer.from(Int32Array.of(2, 0, 3, 1, 1, 0).buffer);
    expect(hashSplit(of([0, 3], [1], []))).to.equal(createHash("sha256").update(bytes).digest("hex"));
  });

  it("tells splits of the same nodes in the same order apart", () => {
    const all = [of([0, 3], [1], []), of([0], [3, 1], []), of([0, 3], [], [1]), of([0], [1], [3])].map(hashSplit);
    expect(new Set(all).size).to.equal(4);
  });
});
