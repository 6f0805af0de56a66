import { plannedRuns, planSweep, type SweepRecord } from "@evenodds/trainer";
import { failedRecord, trainAll, type RunAnswer, type SweepWorker } from "@evenodds/trainer/internal";
import { expect } from "chai";
import { caught } from "../../support/caught.js";
import { quickly, tinyData } from "./tiny-sweep.js";

const data = tinyData();
const queue = plannedRuns(planSweep({ base: quickly, grid: {}, seeds: [1, 2, 3] }));

/** A thread that is none: `answer` says what comes of the run with a seed. */
function pretend(answer: (seed: number) => RunAnswer["kind"], ended: string[] = []): SweepWorker {
  return {
    engine: "pretended",
    run: (run) => {
      const kind = answer(run.options.seed);
      if (kind === "died") return Promise.resolve({ kind, message: "out of memory" });
      if (kind === "stopped") return Promise.resolve({ kind });
      return Promise.resolve({ kind, record: failedRecord(run, "made up", { data, engine: "pretended" }) });
    },
    stop: () => undefined,
    end: () => Promise.resolve(void ended.push("ended")),
  };
}

describe("trainAll", () => {
  it("records a run whose thread ends, and goes on with a new thread", async () => {
    const kept: SweepRecord[] = [];
    let opened = 0;
    const open = () => Promise.resolve(pretend(() => (opened++, "record")));
    const keep = (record: SweepRecord) => Promise.resolve(void kept.push(record));
    await trainAll(queue, { workers: 1, data, first: pretend(() => "died"), open, keep });
    expect(opened).to.equal(2);
    expect(kept.map((record) => [record.seed, record.status === "failed" && record.error.message])).to.deep.equal([
      [1, "out of memory"],
      [2, "made up"],
      [3, "made up"],
    ]);
  });

  it("stops everything where a record cannot be kept or no thread can be opened", async () => {
    const ended: string[] = [];
    const first = pretend(() => "record", ended);
    const full = await caught(() =>
      trainAll(queue, {
        ...{ workers: 2, data, first },
        open: () => Promise.resolve(pretend(() => "record", ended)),
        keep: () => Promise.reject(new Error("no space left")),
      }),
    );
    expect(full.message).to.equal("no space left");
    expect(ended).to.have.length(2);
    let kept = 0;
    const none = await caught(() =>
      trainAll(queue, {
        ...{ workers: 2, data, first },
        open: () => Promise.reject(new Error("no thread")),
        keep: () => Promise.resolve(void kept++),
      }),
    );
    expect(none.message).to.equal("no thread");
    expect(kept).to.be.at.most(1);
  });
});
