import { holdUnstable } from "@evenodds/auditor/internal";
import { expect } from "chai";

describe("holdUnstable", () => {
  const within = { verdict: "pass", reason: "0.05 is within the limit 0.1" } as const;
  const above = { verdict: "violated", reason: "0.2 is above the limit 0.1" } as const;

  it("leaves a judgement as it is where every other run agrees, and where there is none", () => {
    expect(holdUnstable(within, [])).to.equal(within);
    const agreeing = ["on cpu with 1 thread", "on webgpu"].map((run) => ({ run, verdict: "violated" as const }));
    expect(holdUnstable(above, agreeing)).to.equal(above);
  });

  it("is inconclusive where one run does not agree, in either direction, and names those that do not", () => {
    const others = [
      { run: "on cpu with 1 thread", verdict: "pass" },
      { run: "on cpu with 2 threads", verdict: "violated" },
    ] as const;
    expect(holdUnstable(within, others)).to.deep.equal({
      verdict: "inconclusive",
      reason: "0.05 is within the limit 0.1, but the gate is violated where the model runs again on cpu with 2 threads",
    });
    expect(holdUnstable(above, others)).to.deep.equal({
      verdict: "inconclusive",
      reason: "0.2 is above the limit 0.1, but the gate passes where the model runs again on cpu with 1 thread",
    });
  });

  it("stays inconclusive, with the other verdicts beside it", () => {
    const open = { verdict: "inconclusive", reason: "the gap is undefined" } as const;
    const { verdict, reason } = holdUnstable(open, [
      { run: "on webgpu", verdict: "pass" },
      { run: "on cuda", verdict: "violated" },
    ]);
    expect(verdict).to.equal("inconclusive");
    expect(reason).to.equal(
      "the gap is undefined, but the gate passes where the model runs again on webgpu, and " +
        "the gate is violated where the model runs again on cuda",
    );
  });
});
