import { drawsProgress } from "@evenodds/cli/internal";
import { expect } from "chai";
import { fakeTerminal } from "../../support/fake-terminal.js";
import { FakeScreen } from "../support/fake-screen.js";

const what = "permutation test of sex";

describe("drawsProgress", () => {
  it("is silent at first, then writes a line every ten seconds where the output is not a terminal", () => {
    let time = 0;
    const { terminal, log } = fakeTerminal({ now: () => time });
    const { onDraws, finish } = drawsProgress(terminal);
    for (; time <= 20_000; time += 1000) onDraws({ what, done: time / 1000 + 1, draws: 41 });
    finish();
    expect(log).to.deep.equal([`${what}: 3 of 41 draws, 38 s left`, `${what}: 13 of 41 draws, 28 s left`]);
  });

  it("says nothing of audits that are done soon", () => {
    let time = 0;
    const { terminal, log } = fakeTerminal({ now: () => time });
    const { onDraws, finish } = drawsProgress(terminal);
    for (; time < 2000; time += 100) onDraws({ what, done: 1 + time / 100, draws: 20 });
    finish();
    expect(log).to.deep.equal([]);
  });

  it("draws one line on a terminal, leaves the cursor alone and nothing behind", async () => {
    let time = 0;
    const screen = new FakeScreen(80);
    const { terminal, log } = fakeTerminal({ live: screen as never, now: () => time });
    const { onDraws, finish } = drawsProgress(terminal);
    onDraws({ what, done: 100, draws: 400 });
    time = 4000;
    onDraws({ what, done: 150, draws: 400 });
    // The bar is loaded meanwhile.
    await import("cli-progress");
    await new Promise((resolve) => setImmediate(resolve));
    onDraws({ what, done: 200, draws: 400 });
    expect(screen.cursorVisible).to.equal(true);
    finish();
    finish();
    expect(screen.seen).to.include(`${what} █████░░░░░ 200/400 draws · 8 s left`);
    expect(screen.line).to.equal("");
    expect(log).to.deep.equal([]);
  });

  it("draws nothing where the draws are over before the bar is there", async () => {
    let time = 0;
    const screen = new FakeScreen(80);
    const { terminal } = fakeTerminal({ live: screen as never, now: () => time });
    const { onDraws, finish } = drawsProgress(terminal);
    onDraws({ what, done: 100, draws: 400 });
    time = 4000;
    onDraws({ what, done: 400, draws: 400 });
    finish();
    await import("cli-progress");
    await new Promise((resolve) => setImmediate(resolve));
    expect(screen.seen).to.deep.equal([]);
    expect(screen.cursorVisible).to.equal(true);
  });
});
