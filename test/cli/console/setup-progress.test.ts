import { setupProgress } from "@evenodds/cli/internal";
import { expect } from "chai";
import { fakeTerminal } from "../../support/fake-terminal.js";
import { FakeScreen } from "../support/fake-screen.js";

const download = (done: number, what = "tensorflow-cpu 2.16.2") =>
  ({ stage: "download", what, done: done * 1e6, total: 200e6 }) as const;
const compile = { stage: "compile", what: "tfjs_binding.node", done: null, total: null } as const;

describe("setupProgress", () => {
  it("writes a line for every step, and every ten seconds, where the output is not a terminal", () => {
    let time = 0;
    const { terminal, log } = fakeTerminal({ now: () => time });
    const { onProgress, finish } = setupProgress(terminal);
    for (; time <= 20_000; time += 1000) onProgress(download(time / 200));
    time = 20_000;
    onProgress(download(150, "another 1.0"));
    onProgress(compile);
    onProgress(compile);
    finish();
    expect(log).to.deep.equal([
      "download tensorflow-cpu 2.16.2, 0 of 200 MB",
      "download tensorflow-cpu 2.16.2, 50 of 200 MB, 30 s left",
      "download tensorflow-cpu 2.16.2, 100 of 200 MB, 20 s left",
      "download another 1.0, 150 of 200 MB, 7 s left",
      "compile tfjs_binding.node",
    ]);
  });

  it("draws one line on a terminal, and leaves nothing behind", () => {
    const screen = new FakeScreen(80);
    let time = 0;
    const { terminal, log } = fakeTerminal({ live: screen as never, now: () => time });
    const { onProgress, finish } = setupProgress(terminal);
    expect(screen.cursorVisible).to.equal(false);
    onProgress(download(0));
    time = 1000;
    onProgress(download(100));
    finish();
    finish();
    expect(screen.seen).to.include("download █████░░░░░ · 100 of 200 MB · 1 s left · tensorflow-cpu 2.16.2");
    expect(screen.line).to.equal("");
    expect(screen.cursorVisible).to.equal(true);
    expect(log).to.deep.equal([]);
  });

  it("shows a step that is not counted without a bar", () => {
    const screen = new FakeScreen(80);
    const { terminal } = fakeTerminal({ live: screen as never });
    const { onProgress, finish } = setupProgress(terminal);
    onProgress(compile);
    finish();
    expect(screen.seen).to.include("compile · tfjs_binding.node");
    onProgress(compile);
    expect(screen.line).to.equal("");
  });
});
