import { hashNodeIds, InputError, recallSplit, recordedSizes, recordSplit, type Split } from "@evenodds/core";
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

  it("names its nodes in the order of their hashes, by the text of SHA-256, and finds each of them again", () => {
    const many = Array.from({ length: 2000 }, (_, n) => `n${n}`);
    const nodes = Int32Array.from({ length: 1000 }, (_, i) => 2 * i);
    const { train } = recordSplit({ ...split, train: nodes }, hashNodeIds(many, "here"));
    const hex = Array.from(nodes, (n) => createHash("sha256").update(`here\0n${n}`).digest("hex").slice(0, 16));
    expect(train).to.equal(hex.sort().join(""));
    const unsorted = hex.reverse().join("");
    for (const text of [train, unsorted]) {
      const found = recallSplit({ train: text, validation: "", test: "" }, hashNodeIds(many, "here"));
      expect(found.train).to.deep.equal(nodes);
    }
  });

  it("recalls a part of 400,000 nodes, more than a regular expression or an argument list can hold", () => {
    const many = Array.from({ length: 400_001 }, (_, n) => `n${n}`);
    const hashes = hashNodeIds(many);
    const train = Int32Array.from({ length: 400_000 }, (_, n) => n + 1);
    const recalled = recallSplit(recordSplit({ ...split, train }, hashes), hashes);
    expect(recalled.train.length).to.equal(400_000);
    expect(recalled.train[0]).to.equal(1);
  });

  it("refuses more nodes than a model can name", () => {
    const parts = { ...split, train: new Int32Array(30_000_000) };
    expect(() => recordSplit(parts, hashNodeIds(ids))).to.throw(InputError, /at most 30000000/);
  });

  it("knows its sizes", () => {
    expect(recordedSizes(recorded)).to.deep.equal({ train: 2, validation: 1, test: 1 });
  });
});
