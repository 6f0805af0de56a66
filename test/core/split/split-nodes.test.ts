import { InputError, Random, splitNodes, UsageError } from "@evenodds/core";
import { expect } from "chai";
import fc from "fast-check";

describe("splitNodes", () => {
  const labels = (n: number) => Int32Array.from({ length: n }, (_, i) => i % 2);
  const split = (label: Int32Array, options = {}) => splitNodes(label, { random: Random.of(1, "split"), ...options });

  it("cuts 279 labelled nodes into 139, 69 or 70 and the rest, as floor at 50 % and 75 % gives", () => {
    const { train, validation, test } = split(labels(279));
    expect([train.length, validation.length, test.length]).to.deep.equal([139, 70, 70]);
  });

  it("gives every labelled node one part and unlabelled nodes none", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -1, max: 2 }), { minLength: 20, maxLength: 80 }), (codes) => {
        const label = Int32Array.from([...codes, 0, 1, 0, 1]);
        const { train, validation, test } = split(label);
        const all = [...train, ...validation, ...test].sort((a, b) => a - b);
        const labelled = [...label.keys()].filter((node) => label[node]! >= 0);
        expect(all).to.deep.equal(labelled);
      }),
    );
  });

  it("is a function of the random stream", () => {
    const draw = (seed: number) => Array.from(splitNodes(labels(50), { random: Random.of(seed, "split") }).train);
    expect(draw(1)).to.deep.equal(draw(1));
    expect(draw(1)).not.to.deep.equal(draw(2));
  });

  it("keeps the share of each stratum in each part, up to one node", () => {
    const label = Int32Array.from({ length: 100 }, (_, i) => (i < 80 ? 0 : 1));
    const { train, validation, test } = split(label, { stratify: label });
    const ones = [train, validation, test].map((part) => part.filter((node) => label[node] === 1).length);
    expect(ones).to.deep.equal([10, 5, 5]);
  });

  it("cuts 700,000 labelled nodes, far more than a call takes as arguments", () => {
    const label = labels(700_000);
    for (const stratify of [undefined, label]) {
      const { train, validation, test } = split(label, { stratify });
      expect([train.length, validation.length, test.length]).to.deep.equal([350_000, 175_000, 175_000]);
      const all = new Int32Array(700_000);
      for (const part of [train, validation, test]) for (const node of part) all[node]!++;
      expect(all.every((times) => times === 1)).to.equal(true);
    }
  });

  it("takes strata of any code, those of nodes without a category too", () => {
    const stratify = Float64Array.from({ length: 80 }, (_, i) => (i < 40 ? -1 : 2 ** 40));
    const { train } = split(labels(80), { stratify });
    expect(train.filter((node) => node < 40).length).to.equal(20);
  });

  it("refuses fractions that do not add up, and parts that would be empty", () => {
    expect(() => split(labels(10), { fractions: { train: 0.8, validation: 0.3 } })).to.throw(UsageError, /at most 1/);
    expect(() => split(labels(10), { fractions: { train: NaN, validation: 0.3 } })).to.throw(UsageError);
    expect(() => split(Int32Array.of(0, -1, -1))).to.throw(InputError, /none out of 1 labelled/);
  });
});
