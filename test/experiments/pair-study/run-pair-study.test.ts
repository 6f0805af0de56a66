import { InterruptedError, UsageError } from "@evenodds/core";
import { binomialTest } from "@evenodds/experiments";
import { pairTestNames, runPairStudy, type PairStudy, type PairStudyProgress } from "@evenodds/experiments/internal";
import { openEngine, type Engine } from "@evenodds/trainer";
import { expect } from "chai";
import { caught } from "../../support/caught.js";

describe("runPairStudy", () => {
  let engine: Engine;
  before(async () => (engine = await openEngine("wasm")));
  const small = () => ({ engine, seeds: 2, n: [30, 20], epochs: 3, hidden: 2 });
  const rowsOf = ({ rows }: PairStudy, test: string) => rows.filter((row) => row.test === test);

  it("has a row for every test, data and n with a run for every seed, and says what it did", async () => {
    const { rows, ...settings } = await runPairStudy(small());
    expect(settings).to.deep.equal({
      engine: "wasm",
      seeds: [0, 1],
      n: [30, 20],
      epochs: 3,
      learningRate: 0.01,
      hidden: 2,
    });
    const places = rows.map(({ data, test, n }) => `${data} ${test} ${n}`);
    const expected = ["shift", "rotation"].flatMap((data) =>
      pairTestNames.flatMap((test) => [30, 20].map((n) => `${data} ${test} ${n}`)),
    );
    expect(places).to.deep.equal(expected);
    for (const { runs } of rows) expect(runs.map(({ seed }) => seed)).to.deep.equal([0, 1]);
  });

  it("gives each accuracy the binomial p of its test points or pairs, and each row the mean p", async () => {
    const study = await runPairStudy(small());
    for (const { test, figure, n, runs, meanPValue } of study.rows) {
      for (const { value, pValue } of runs) {
        if (figure === "t") continue;
        const trials = test === "c2st" ? 2 * n : n;
        const k = Math.round(value! * trials);
        expect(k / trials).to.equal(value);
        expect(pValue).to.equal(binomialTest({ k, n: trials }).pValue);
      }
      expect(meanPValue).to.be.closeTo((runs[0]!.pValue! + runs[1]!.pValue!) / 2, 1e-15);
    }
  });

  it("has a t that is not negative, none for paired shifts with p = 0, and the paper's p where there is one", async () => {
    const study = await runPairStudy(small());
    for (const { runs } of rowsOf(study, "t-test")) for (const { value } of runs) expect(value).to.be.at.least(0);
    const [shift, , rotation] = rowsOf(study, "paired-t-test");
    expect(shift!.runs[0]).to.deep.equal({ seed: 0, value: null, pValue: 0 });
    expect(rotation!.runs[0]!.pValue).to.be.within(0, 1);
    const paper = (test: string) => rowsOf(study, test).map((row) => row.paperPValue);
    expect(paper("t-test")).to.deep.equal([0.24, 0.24, 0.47, 0.47]);
    expect(paper("paired-t-test")).to.deep.equal([0, 0, 0.36, 0.36]);
    expect(paper("c2st")).to.deep.equal([0.5, 0.5, 0.5, 0.5]);
    expect(paper("permutation-linear")).to.deep.equal([0, 0, 0, 0]);
    expect(paper("permutation-mlp")).to.deep.equal([null, null, null, null]);
  });

  it("gives the same data for the same options, and seeds that do not depend on how many there are", async () => {
    const study = await runPairStudy(small());
    expect(JSON.stringify(await runPairStudy(small()))).to.equal(JSON.stringify(study));
    const one = await runPairStudy({ ...small(), seeds: 1, n: [20] });
    for (const row of one.rows) {
      const same = study.rows.find(({ data, test, n }) => data === row.data && test === row.test && n === row.n)!;
      expect(row.runs).to.deep.equal(same.runs.slice(0, 1));
    }
  });

  it("tells after each run how far it is", async () => {
    const told: PairStudyProgress[] = [];
    await runPairStudy({ ...small(), seeds: 1, n: [20], onProgress: (progress) => told.push(progress) });
    expect(told.map(({ done, total }) => `${done}/${total}`)).to.deep.equal(told.map((_, i) => `${i + 1}/12`));
    expect(told[6]).to.deep.equal({ done: 7, total: 12, test: "t-test", data: "rotation", n: 20, seed: 0 });
  });

  it("stops on request in the middle", async () => {
    const controller = new AbortController();
    const run = runPairStudy({
      ...small(),
      signal: controller.signal,
      onProgress: ({ done }) => done === 2 && controller.abort(),
    });
    expect(await caught(() => run)).to.be.instanceOf(InterruptedError);
  });

  it("refuses numbers of seeds and pairs that make no study", async () => {
    const refused: [object, RegExp][] = [
      [{ seeds: 0 }, /seeds.*from 1.*found 0/],
      [{ hidden: 1.5 }, /hidden.*from 1.*found 1.5/],
      [{ n: [] }, /n: .*from 2.*none/],
      [{ n: [20, 1] }, /n: .*from 2.*20, 1/],
      [{ n: [20, 20] }, /n: .*different.*20, 20/],
      [{ epochs: 0 }, /epochs.*from 1/],
    ];
    for (const [options, message] of refused) {
      const error = await caught(() => runPairStudy({ ...small(), ...options }));
      expect(error).to.be.instanceOf(UsageError);
      expect(error.message).to.match(message);
    }
  });
});
