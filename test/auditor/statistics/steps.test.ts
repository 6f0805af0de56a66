import { auditOutcomes, auditOutcomesInSteps, auditRegression, auditRegressionInSteps } from "@evenodds/auditor";
import { drawSteps, finishSteps, takeSteps, type DrawsDone } from "@evenodds/auditor/internal";
import { InterruptedError, Random } from "@evenodds/core";
import { expect } from "chai";
import { caught } from "../../support/caught.js";

const names = (length: number, letter: string) => Array.from({ length }, (_, i) => `${letter}${i}`);

/** Forty groups and three classes: too many tables to be listed. */
const random = Random.of(1, "counts");
const outcomes = {
  groups: names(40, "g"),
  classes: names(3, "c"),
  counts: Float64Array.from({ length: 360 }, () => random.integer(50)),
  excluded: {},
};
const audit = { attributes: [{ name: "sex", outcomes }], version: "0", settings: { draws: 20_000 } };

describe("drawSteps", () => {
  it("draws so many times, in steps of about two million numbers", () => {
    let drawn = 0;
    const seen: DrawsDone[] = [];
    for (const step of drawSteps("test of sex", { draws: 10, cells: 500_000 }, () => drawn++)) seen.push(step);
    expect(drawn).to.equal(10);
    expect(seen).to.deep.equal([4, 8, 10].map((done) => ({ what: "test of sex", done, draws: 10 })));
    expect([...drawSteps("t", { draws: 2, cells: 1e9 }, () => drawn++)]).to.have.length(2);
    expect([...drawSteps("t", { draws: 0, cells: 1 }, () => drawn++)]).to.have.length(0);
  });
});

describe("takeSteps", () => {
  const steps = (draw: () => void) => drawSteps("test of sex", { draws: 6, cells: 1e7 }, draw);

  it("gives the result that all steps at once give, and tells each", async () => {
    const seen: number[] = [];
    await takeSteps(
      steps(() => undefined),
      { onDraws: ({ done }) => seen.push(done) },
    );
    expect(seen).to.deep.equal([1, 2, 3, 4, 5, 6]);
    const both = function* () {
      yield* steps(() => undefined);
      return 7;
    };
    expect(await takeSteps(both())).to.equal(finishSteps(both()));
  });

  it("stops between two steps, and says where", async () => {
    const stop = new AbortController();
    let drawn = 0;
    const work = steps(() => {
      if (++drawn === 3) stop.abort();
    });
    const error = await caught(() => takeSteps(work, { signal: stop.signal }));
    expect(error).to.be.instanceOf(InterruptedError);
    expect(error).to.have.property("message").that.includes("after 3 of 6 draws of the test of sex");
    expect(drawn).to.equal(3);
  });
});

describe("auditOutcomesInSteps", () => {
  it("gives the report of auditOutcomes, and tells how far the draws are", async () => {
    const seen: DrawsDone[] = [];
    const report = await auditOutcomesInSteps(audit, { onDraws: (progress) => seen.push(progress) });
    expect(report).to.deep.equal(auditOutcomes(audit));
    expect(seen.length).to.be.above(2);
    expect(seen.at(-1)).to.deep.equal({ what: "permutation test of sex", done: 20_000, draws: 20_000 });
  });

  it("is stopped by a signal", async () => {
    const stop = new AbortController();
    const error = await caught(() => auditOutcomesInSteps(audit, { signal: stop.signal, onDraws: () => stop.abort() }));
    expect(error).to.be.instanceOf(InterruptedError);
  });
});

describe("auditRegressionInSteps", () => {
  const group = Int32Array.from({ length: 3000 }, (_, i) => i % 60);
  const label = Float64Array.from(group, () => random.uniform());
  const prediction = Float64Array.from(group, () => random.uniform());
  const attribute = { name: "sex", group, label, prediction, groups: names(60, "g") };
  const input = { attributes: [attribute], version: "0", settings: { draws: 2000 } };

  it("gives the report of auditRegression, and is stopped by a signal", async () => {
    expect(await auditRegressionInSteps(input)).to.deep.equal(auditRegression(input));
    const stop = new AbortController();
    const hooks = { signal: stop.signal, onDraws: () => stop.abort() };
    expect(await caught(() => auditRegressionInSteps(input, hooks))).to.be.instanceOf(InterruptedError);
  });
});
