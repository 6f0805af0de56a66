import { spawnSync } from "node:child_process";
import { exactExp, sumScale } from "@evenodds/core";
import { roundHalfEven } from "@evenodds/core/internal";
import { expect } from "chai";
import fc from "fast-check";
import { requireSpark, sparkEnvironment, sparkPython } from "./support/spark-python.js";

/** Runs a few lines of Python on numbers as `given`, and returns the numbers that they call `found`. */
function python(lines: string, given: readonly (readonly number[])[]): number[] {
  const code = [
    "import json, sys, numpy as np",
    "given = [np.array(one, dtype=np.float64) for one in json.load(sys.stdin)]",
    lines,
    "json.dump(np.asarray(found, dtype=np.float64).ravel().tolist(), sys.stdout)",
  ].join("\n");
  const { stdout, stderr } = spawnSync(sparkPython!, ["-c", code], {
    ...{ input: JSON.stringify(given), encoding: "utf8", env: sparkEnvironment(), maxBuffer: 1e9 },
  });
  if (stdout === "") throw new Error(stderr);
  return JSON.parse(stdout) as number[];
}

/** The same numbers on every run. */
const sample = <T>(arbitrary: fc.Arbitrary<T>, count: number): T[] => fc.sample(arbitrary, { numRuns: count, seed: 7 });

describe("the arithmetic of evenodds_spark", function () {
  this.timeout(60_000);

  before(function () {
    requireSpark(this);
  });

  it("gives the bits of exactExp", () => {
    const xs = [
      0,
      -0,
      -104,
      -103.97,
      -104.1,
      -1e-300,
      ...sample(fc.double({ min: -110, max: 0, noNaN: true }), 20_000),
    ];
    const found = python("from evenodds_spark.exact_exp import exact_exp\nfound = exact_exp(given[0])", [xs]);
    expect(found).to.deep.equal(xs.map(exactExp));
  });

  it("gives the scales of sumScale", () => {
    const largest = [
      0,
      1,
      2,
      3,
      2 ** -149,
      Math.fround(3.4e38),
      ...sample(fc.float({ min: 0, noNaN: true, noDefaultInfinity: true }), 2000),
    ];
    for (const count of [0, 1, 3, 1024, 1e7 + 1, 0.125]) {
      const found = python(
        "from evenodds_spark.fixed_point import sum_scale\nfound = sum_scale(given[0], given[1][0])",
        [largest, [count]],
      );
      expect(found).to.deep.equal(largest.map((one) => sumScale({ largest: one, count })));
    }
  });

  it("rounds as roundHalfEven, and gives numbers back", () => {
    const numbers = [
      0.5,
      1.5,
      2.5,
      -0.5,
      -1.5,
      1e9 + 0.5,
      ...sample(fc.double({ min: -1e9, max: 1e9, noNaN: true }), 5000),
    ];
    const found = python(
      "from evenodds_spark.fixed_point import from_whole, to_whole\nscale = np.array([3])\nfound = from_whole(to_whole(given[0][:, None], scale), scale)",
      [numbers],
    );
    expect(found).to.deep.equal(numbers.map((one) => roundHalfEven(one * 8) / 8 + 0));
  });

  it("adds up by target in chunks as at once", () => {
    const targets = sample(fc.integer({ min: 0, max: 40 }), 20_000).sort((a, b) => a - b);
    const values = sample(fc.integer({ min: -9, max: 9 }), 20_000);
    const lines = [
      "from evenodds_spark.sums import sum_by_target",
      "targets, values = given[0].astype(np.int32), given[1].astype(np.int64)",
      // So wide that a chunk has 131 arcs.
      "wide = np.repeat(values[:, None], 2000, axis=1)",
      "which, sums = sum_by_target(targets, 2000, lambda start, end: wide[start:end])",
      "assert (sums == sums[:, :1]).all()",
      "found = np.stack([which, sums[:, 0]])",
    ].join("\n");
    const found = python(lines, [targets, values]);
    const sums = new Map<number, number>();
    targets.forEach((target, i) => sums.set(target, (sums.get(target) ?? 0) + values[i]!));
    expect(found).to.deep.equal([...sums.keys(), ...sums.values()]);
  });
});
