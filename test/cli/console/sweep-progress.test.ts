import { sweepProgress, type StartingSweep } from "@evenodds/cli/internal";
import { parseGrid, planSweep, plannedRuns, type SweepRecord } from "@evenodds/trainer";
import { failedRecord } from "@evenodds/trainer/internal";
import { expect } from "chai";
import { fakeTerminal } from "../../support/fake-terminal.js";
import { learnableGraph } from "../../support/tiny-graphs.js";
import { FakeScreen } from "../support/fake-screen.js";

const seeds = Array.from({ length: 20 }, (_, i) => i + 1);
const plan = planSweep({ base: { method: "gcn" }, grid: parseGrid(["layers=1,2"]), seeds });
const data = { ...learnableGraph(), name: "made", sha256: "0" };
const failures = plannedRuns(plan).map((run) => failedRecord(run, new Error("bad luck"), { data, engine: "made up" }));
const part = { nodes: 0, counts: null, errors: null };
const outcome = { epochs: 1, bestEpoch: 1, validationLoss: 1, validationTaskLoss: 1, validation: part, test: part };
const records = failures.map((record): SweepRecord => ({
  ...record,
  ...outcome,
  status: "finished",
  sensitiveIsFeature: null,
  warnings: [],
}));

function starting(parts: Partial<StartingSweep> = {}): StartingSweep {
  const bestOf = () => ({ setting: "layers=2", score: 0.1234 });
  const data = { warnings: [], notes: [] };
  return { graph: "made", data, engine: "wasm", plan, workers: 2, select: "score", done: [], bestOf, ...parts };
}

describe("sweepProgress", () => {
  it("writes about twenty lines where the output is not a terminal, and one for every failure", () => {
    const { terminal, log } = fakeTerminal();
    const { onReady, onRecord, finish } = sweepProgress(terminal);
    onReady(starting());
    for (const record of records.slice(0, 4)) onRecord(record, 3);
    onRecord(failures[4]!, 3);
    onRecord(records[5]!, 3);
    finish();
    // 36 runs of 3 s are left after four, for two workers.
    expect(log).to.deep.equal([
      "made: 2 settings × 20 seeds; 2 workers, engine wasm",
      "sweep: 2 of 40 runs, 57 s left, best so far layers=2 (validation score 0.123)",
      "sweep: 4 of 40 runs, 54 s left, best so far layers=2 (validation score 0.123)",
      "sweep: layers=1,seed=5 failed: bad luck",
      "sweep: 6 of 40 runs, 51 s left, 1 failed, best so far layers=2 (validation score 0.123)",
    ]);
  });

  it("draws one line on a terminal, from where an earlier process stopped, and leaves nothing behind", () => {
    const screen = new FakeScreen(120);
    const { terminal, log } = fakeTerminal({ live: screen as never });
    const { onReady, onRecord, finish } = sweepProgress(terminal);
    onReady(starting({ done: records.slice(0, 19) }));
    expect(screen.cursorVisible).to.equal(false);
    onRecord(failures[19]!, 10);
    finish();
    finish();
    expect(log).to.deep.equal(["made: 2 settings × 20 seeds, 19 done before; 2 workers, engine wasm"]);
    expect(screen.seen).to.include(
      "sweep █████░░░░░ 20/40 · 2 min left · 1 failed · best so far layers=2 (validation score 0.123)",
    );
    expect(screen.line).to.equal("");
    expect(screen.cursorVisible).to.equal(true);
  });

  it("draws nothing where nothing is left, and takes being finished before it began", () => {
    const screen = new FakeScreen();
    const { terminal } = fakeTerminal({ live: screen as never });
    const { onReady, onRecord, finish } = sweepProgress(terminal);
    finish();
    onRecord(records[0]!, 1);
    onReady(starting({ done: records }));
    finish();
    expect(screen.seen).to.deep.equal([]);
  });

  it("says nothing of the best where no setting has a score", () => {
    const { terminal, log } = fakeTerminal();
    const { onReady, onRecord } = sweepProgress(terminal);
    onReady(starting({ plan: { ...plan, seeds: [1] }, workers: 1, bestOf: () => null }));
    onRecord(records[0]!, 5);
    expect(log).to.deep.equal(["made: 2 settings × 1 seed; 1 worker, engine wasm", "sweep: 1 of 2 runs, 5 s left"]);
  });
});
