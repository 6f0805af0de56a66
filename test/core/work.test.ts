import { beginWork, duringWork, watchWork, type Work, type WorkState } from "@evenodds/core";
import { expect } from "chai";

const read: Work = { doing: "read tables", library: "DuckDB" };
const run: Work = { doing: "run model.onnx", library: "ONNX Runtime" };

/** What a watcher is told while `task` runs. */
async function told(task: () => unknown): Promise<(readonly WorkState[])[]> {
  const seen: (readonly WorkState[])[] = [];
  const stop = watchWork((work) => seen.push(work));
  await task();
  stop();
  return seen;
}

const names = (seen: readonly (readonly WorkState[])[]) => seen.map((work) => work.map(({ doing }) => doing));

describe("beginWork", () => {
  it("tells whoever watches what goes on, in the order in which it began, until nothing is left", async () => {
    const seen = await told(() => {
      const reading = beginWork(read);
      const running = beginWork(run);
      running.end();
      reading.end();
    });
    beginWork(read).end();
    expect(names(seen)).to.deep.equal([["read tables"], ["read tables", "run model.onnx"], ["read tables"], []]);
    expect(seen[1]![1]).to.include({ library: "ONNX Runtime", amount: null });
  });

  it("keeps the other of two pieces of work whichever ends first, and takes a second end for none", async () => {
    const [first, second] = [beginWork(read), beginWork(read)];
    const seen = await told(() => {
      first.end();
      first.end();
      second.end();
    });
    expect(names(seen)).to.deep.equal([["read tables"], []]);
  });

  it("tells how much is done, and forgets it where something else is done", async () => {
    const seen = await told(() => {
      const work = beginWork(read);
      work.advance({ done: 1, total: 4, unit: "bytes" });
      work.turnTo("join tables");
      work.end();
      work.advance({ done: 2, total: 4, unit: "bytes" });
      work.turnTo("nothing");
    });
    expect(seen.map(([state]) => state && [state.doing, state.amount])).to.deep.equal([
      ["read tables", null],
      ["read tables", { done: 1, total: 4, unit: "bytes" }],
      ["join tables", null],
      undefined,
    ]);
    expect(new Set(seen.flat().map(({ id }) => id)).size).to.equal(1);
  });
});

describe("duringWork", () => {
  it("returns what the task returns, and ends with it, however it ends", async () => {
    const seen = await told(async () => {
      expect(await duringWork(read, () => 5)).to.equal(5);
      const failed = duringWork(run, () => Promise.reject(new Error("no")));
      expect(await failed.catch((error: Error) => error.message)).to.equal("no");
      const threw = duringWork(run, () => {
        throw new Error("at once");
      });
      expect(await threw.catch((error: Error) => error.message)).to.equal("at once");
    });
    expect(names(seen)).to.deep.equal([["read tables"], [], ["run model.onnx"], [], ["run model.onnx"], []]);
  });
});
