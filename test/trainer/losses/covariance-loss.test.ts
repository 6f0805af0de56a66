import { covarianceLoss, covarianceTerms } from "@evenodds/trainer/internal";
import { expect } from "chai";
import { expectClose } from "../../support/expect-close.js";
import { numericGradient } from "../../support/numeric-gradient.js";

describe("covarianceLoss", () => {
  // Five nodes, the last outside the mask; two attribute columns, two classes.
  const nodes = Int32Array.of(0, 1, 2, 3);
  const actual = Float32Array.of(0, 0, 1, 0, 0, 1, 1, 0, 1, 0);
  const sampled = Float32Array.of(1, 0, 0, 1, 0, 1, 0, 0, 0, 1);
  const oneHot = Float32Array.of(1, 0, 0, 1, 1, 0, 1, 0, 0, 1);
  const p = Float32Array.of(0.9, 0.1, 0.2, 0.8, 0.6, 0.4, 0.5, 0.5, 0.3, 0.7);
  const terms = (form: "official" | "paper") =>
    covarianceTerms({ actual, sampled, width: 2, oneHot, classWidth: 2, nodes, form });

  /** Σ (S_Z − S_W)² from the full covariance matrices of the columns on the mask, dividing by n. */
  function fullDistance(): number {
    const column = (values: ArrayLike<number>, k: number) => Array.from(nodes, (n) => values[n * 2 + k]!);
    const stack = (a: Float32Array) => [p, a, oneHot].flatMap((v) => [column(v, 0), column(v, 1)]);
    const covariance = (columns: number[][]) =>
      columns.map((x) =>
        columns.map((y) => {
          const mean = (v: number[]) => v.reduce((s, t) => s + t) / v.length;
          return x.reduce((s, xi, i) => s + (xi - mean(x)) * (y[i]! - mean(y)), 0) / x.length;
        }),
      );
    const z = covariance(stack(sampled));
    const w = covariance(stack(actual));
    return z.flatMap((row, i) => row.map((value, j) => (value - w[i]![j]!) ** 2)).reduce((s, t) => s + t);
  }

  it("is, in official mode, the squared distance of the full covariance matrices", () => {
    const loss = covarianceLoss(p, { columns: 2, terms: terms("official") }).value;
    expect(loss).to.be.closeTo(fullDistance(), 1e-6);
  });

  it("is, in paper mode, the block of prediction and attribute alone", () => {
    const official = terms("official");
    const loss = (form: "official" | "paper") => covarianceLoss(p, { columns: 2, terms: terms(form) }).value;
    expect(2 * loss("paper") + official.constant).to.be.closeTo(loss("official"), 1e-6);
  });

  it("has the gradient of its own differences", () => {
    for (const form of ["official", "paper"] as const) {
      const loss = (x: Float32Array) => covarianceLoss(x, { columns: 2, terms: terms(form) });
      const { gradient } = loss(p);
      expectClose(
        gradient,
        numericGradient((x) => loss(x).value, p),
        1e-4,
      );
    }
  });

  it("is 0 where the dummy attribute is the attribute", () => {
    const same = covarianceTerms({ actual, sampled: actual, width: 2, oneHot, classWidth: 2, nodes, form: "official" });
    expect(covarianceLoss(p, { columns: 2, terms: same }).value).to.equal(0);
  });
});
