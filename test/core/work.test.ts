import { beginWork, watchWork, type Work } from "@evenodds/core";
import { expect } from "chai";

const read: Work = { doing: "read tables", library: "DuckDB" };
const run: Work = { doing: "run model.onnx", library: "ONNX Runtime" };

describe("beginWork", () => {
  it("tells whoever watches what begins, what goes on when that ends, and that nothing is left", () => {
    const seen: (string | null)[] = [];
    const stop = watchWork((work) => seen.push(work?.doing ?? null));
    const endRead = beginWork(read);
    const endRun = beginWork(run);
    endRun();
    endRead();
    stop();
    beginWork(read)();
    expect(seen).to.deep.equal(["read tables", "run model.onnx", "read tables", null]);
  });

  it("keeps the later of two pieces of work whichever ends first, and takes a second end for none", () => {
    const seen: (string | null)[] = [];
    const first = beginWork(read);
    const second = beginWork(read);
    const stop = watchWork((work) => seen.push(work?.doing ?? null));
    first();
    first();
    second();
    stop();
    expect(seen).to.deep.equal(["read tables", null]);
  });
});
