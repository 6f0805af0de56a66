import { koopmanInterval, newcombeInterval, normalQuantile, wilsonInterval } from "@evenodds/auditor";
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

describe("koopmanInterval", () => {
  const bounds = (first: [number, number], second: [number, number]) =>
    koopmanInterval({ first: { k: first[0], n: first[1] }, second: { k: second[0], n: second[1] } }, z)!;

  it("gives the published example 36/40 beside 16/80 (Koopman 1984)", () => {
    const { lower, upper } = bounds([36, 40], [16, 80]);
    expect(lower).to.be.closeTo(2.94, 5e-3);
    expect(upper).to.be.closeTo(7.15, 5e-3);
  });

  it("has no lower bound but 0 without rows in the first, and no upper one without rows in the second", () => {
    expect(bounds([0, 20], [3, 20]).lower).to.equal(0);
    expect(bounds([0, 20], [3, 20]).upper).to.be.within(1, 2);
    expect(bounds([3, 20], [0, 20]).lower).to.be.within(0.5, 1);
    expect(bounds([3, 20], [0, 20]).upper).to.equal(Infinity);
    expect(bounds([0, 20], [0, 20])).to.deep.equal({ lower: 0, upper: Infinity });
  });

  it("is null where a group has no rows", () => {
    expect(koopmanInterval({ first: { k: 0, n: 0 }, second: { k: 1, n: 2 } }, z)).to.equal(null);
    expect(koopmanInterval({ first: { k: 1, n: 2 }, second: { k: 0, n: 0 } }, z)).to.equal(null);
  });

  it("is narrow at any level, also where the second has no rows and the level is low", () => {
    const { lower, upper } = koopmanInterval({ first: { k: 50, n: 100 }, second: { k: 0, n: 100 } }, 0.1)!;
    expect(lower).to.be.above(1000);
    expect(upper).to.equal(Infinity);
  });

  it("contains the ratio, turns round when groups are swapped, and holds just what its score test does not reject", () => {
    fc.assert(
      fc.property(fraction, fraction, (first, second) => {
        const { lower, upper } = koopmanInterval({ first, second }, z)!;
        const swapped = koopmanInterval({ first: second, second: first }, z)!;
        expect(swapped.lower * upper === 0 || !Number.isFinite(upper) ? 1 : swapped.lower * upper).to.be.closeTo(
          1,
          1e-9,
        );
        expect(swapped.lower === 0).to.equal(upper === Infinity);
        const ratio = first.k / first.n / (second.k / second.n);
        if (!Number.isNaN(ratio)) {
          expect(ratio).to.be.at.least(lower * (1 - 1e-12));
          expect(ratio).to.be.at.most(upper * (1 + 1e-12));
        }
        for (const bound of [lower, upper]) {
          if (bound === 0 || bound === Infinity) continue;
          expect(scoreOf(bound, first, second) / z ** 2).to.be.closeTo(1, 1e-6);
        }
      }),
    );
  });
});

/** Koopman's own form of the statistic, with the likeliest rates found by search instead of by a formula. */
function scoreOf(ratio: number, first: { k: number; n: number }, second: { k: number; n: number }): number {
  const slope = (p2: number) => {
    const p1 = ratio * p2;
    return first.k / p2 - ((first.n - first.k) * ratio) / (1 - p1) + second.k / p2 - (second.n - second.k) / (1 - p2);
  };
  let [low, high] = [0, Math.min(1, 1 / ratio)];
  for (let i = 0; i < 200; i++) {
    const middle = (low + high) / 2;
    if (slope(middle) > 0) low = middle;
    else high = middle;
  }
  const [p1, p2] = [ratio * low, low];
  const part = ({ k, n }: typeof first, p: number) => (k - n * p) ** 2 / (n * p * (1 - p));
  return part(first, p1) + part(second, p2);
}
