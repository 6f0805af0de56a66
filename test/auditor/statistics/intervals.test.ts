import { newcombeInterval, normalQuantile, wilsonInterval } from "@evenodds/auditor";
import { expect } from "chai";
import fc from "fast-check";

const z = normalQuantile(0.975);
const fraction = fc
  .integer({ min: 1, max: 500 })
  .chain((n) => fc.record({ k: fc.integer({ min: 0, max: n }), n: fc.constant(n) }));

describe("wilsonInterval", () => {
  it("gives the published example 81 of 263 (Newcombe 1998, two-sided intervals for the single proportion)", () => {
    const { lower, upper } = wilsonInterval({ k: 81, n: 263 }, z)!;
    expect(lower).to.be.closeTo(0.2553, 5e-5);
    expect(upper).to.be.closeTo(0.3662, 5e-5);
  });

  it("stays wide at the edges: 0 of 10 reaches z²/(n + z²)", () => {
    const edge = (z * z) / (10 + z * z);
    expect(wilsonInterval({ k: 0, n: 10 }, z)!.lower).to.equal(0);
    expect(wilsonInterval({ k: 0, n: 10 }, z)!.upper).to.be.closeTo(edge, 1e-15);
    expect(wilsonInterval({ k: 10, n: 10 }, z)!.lower).to.be.closeTo(1 - edge, 1e-15);
    expect(wilsonInterval({ k: 10, n: 10 }, z)!.upper).to.equal(1);
  });

  it("is null without rows", () => {
    expect(wilsonInterval({ k: 0, n: 0 }, z)).to.equal(null);
  });

  it("solves |k/n − p| = z √(p(1−p)/n) at both bounds, and contains k/n", () => {
    fc.assert(
      fc.property(fraction, ({ k, n }) => {
        const { lower, upper } = wilsonInterval({ k, n }, z)!;
        expect(k / n).to.be.within(lower, upper);
        for (const p of [lower, upper]) {
          expect((k / n - p) ** 2).to.be.closeTo((z * z * p * (1 - p)) / n, 1e-12);
        }
      }),
    );
  });
});

describe("newcombeInterval", () => {
  it("gives the published examples (Newcombe 1998, method 10)", () => {
    const cases: [[number, number], [number, number], [number, number]][] = [
      [
        [56, 70],
        [48, 80],
        [0.0524, 0.3339],
      ],
      [
        [9, 10],
        [3, 10],
        [0.1705, 0.809],
      ],
      [
        [10, 10],
        [0, 10],
        [0.6075, 1],
      ],
    ];
    for (const [[k1, n1], [k2, n2], [lower, upper]] of cases) {
      const interval = newcombeInterval({ first: { k: k1, n: n1 }, second: { k: k2, n: n2 } }, z)!;
      expect(interval.lower).to.be.closeTo(lower, 5e-5);
      expect(interval.upper).to.be.closeTo(upper, 5e-5);
    }
  });

  it("is null where a group has no rows", () => {
    expect(newcombeInterval({ first: { k: 1, n: 2 }, second: { k: 0, n: 0 } }, z)).to.equal(null);
  });

  it("contains the difference, lies in [−1, 1], and turns round when groups or predictions are swapped", () => {
    fc.assert(
      fc.property(fraction, fraction, (first, second) => {
        const { lower, upper } = newcombeInterval({ first, second }, z)!;
        expect(first.k / first.n - second.k / second.n).to.be.within(lower - 1e-15, upper + 1e-15);
        expect(lower).to.be.at.least(-1 - 1e-15);
        expect(upper).to.be.at.most(1 + 1e-15);
        const complement = ({ k, n }: typeof first) => ({ k: n - k, n });
        const swapped = newcombeInterval({ first: second, second: first }, z)!;
        const mirrored = newcombeInterval({ first: complement(first), second: complement(second) }, z)!;
        for (const other of [swapped, mirrored]) {
          expect(other.lower).to.be.closeTo(-upper, 1e-12);
          expect(other.upper).to.be.closeTo(-lower, 1e-12);
        }
      }),
    );
  });
});
