import { workDrawing } from "@evenodds/cli/internal";
import type { WorkState } from "@evenodds/core";
import { expect } from "chai";
import { FakeScreen } from "../support/fake-screen.js";

const piece = (id: number, doing: string, amount: WorkState["amount"] = null): WorkState => {
  return { id, doing, library: null, amount };
};
const draws = (done: number) => ({ done, total: 41, unit: "draws" });

/** A drawing on lines that stay, with a clock that stands. */
function onLines() {
  const clock = { time: 0 };
  const lines: string[] = [];
  const drawing = workDrawing({ write: (text) => lines.push(text), columns: null, now: () => clock.time });
  return { clock, lines, ...drawing };
}

/** The same on a terminal. */
function onTerminal(columns = 80) {
  const clock = { time: 0 };
  const screen = new FakeScreen(columns);
  const drawing = workDrawing({ write: (text) => screen.write(text), columns, now: () => clock.time });
  return { clock, screen, ...drawing };
}

describe("workDrawing", () => {
  it("writes a line for each stage that takes two seconds where the output is not a terminal, and none before", () => {
    const { clock, lines, show, draw } = onLines();
    for (const [time, work] of [
      [0, [piece(1, "read edges")]],
      [1900, [piece(1, "read nodes")]],
      [3800, [piece(1, "read nodes"), piece(2, "count records")]],
      [4000, [piece(1, "read nodes"), piece(2, "count records")]],
      [5900, [piece(1, "check graph")]],
      [7000, []],
      [9000, []],
    ] as const) {
      clock.time = time;
      show(work);
      draw();
    }
    expect(lines).to.deep.equal(["evenodds: read nodes: count records …\n"]);
  });

  it("writes every ten seconds how much is done and how long the rest takes", () => {
    const { clock, lines, show, draw } = onLines();
    const what = "permutation test of sex";
    for (; clock.time <= 20_000; clock.time += 1000) {
      show([piece(1, what, draws(clock.time / 1000 + 1))]);
      draw();
    }
    // 2 draws in 2 s, 38 left; ten seconds later 28.
    expect(lines).to.deep.equal([
      `evenodds: ${what}, 3 of 41 draws, 38 s left …\n`,
      `evenodds: ${what}, 13 of 41 draws, 28 s left …\n`,
    ]);
  });

  it("says that much goes on where no stage takes long", () => {
    const { clock, lines, show, draw } = onLines();
    for (let step = 1; clock.time <= 10_000; clock.time += 1000) {
      show([piece(1, `step ${step++}`)]);
      draw();
    }
    expect(lines).to.deep.equal(["evenodds: step 11 …\n"]);
  });

  it("draws one line on a terminal, with a bar, bytes as megabytes and the time left", () => {
    const { clock, screen, show, draw, clear } = onTerminal();
    const bytes = (done: number) => [
      piece(1, "hash files"),
      piece(2, "hash a.csv", { done, total: 4e8, unit: "bytes" }),
    ];
    show(bytes(0));
    draw();
    expect(screen.line).to.equal("");
    clock.time = 4000;
    show(bytes(1e8));
    draw();
    expect(screen.line).to.equal("hash files: hash a.csv ██░░░░░░░░ 100 of 400 MB · 12 s left");
    clear();
    expect(screen.line).to.equal("");
    draw();
    show([]);
    expect(screen.line).to.equal("");
  });

  it("counts seconds of the stage where nobody knows how much there is", () => {
    const { clock, screen, show, draw } = onTerminal();
    show([piece(1, "read edges")]);
    clock.time = 3000;
    show([piece(1, "read edges"), piece(2, "read tables")]);
    draw();
    expect(screen.line).to.equal("read edges: read tables … 3 s");
    clock.time = 5000;
    show([piece(1, "read nodes"), piece(2, "read tables")]);
    clock.time = 6000;
    draw();
    expect(screen.line).to.equal("read nodes: read tables … 1 s");
  });

  it("takes the time left anew where a share begins again", () => {
    const { clock, screen, show, draw } = onTerminal();
    const share = (done: number) => [piece(1, "read tables", { done, total: 100, unit: "%" })];
    show(share(0));
    clock.time = 10_000;
    show(share(90));
    show(share(0));
    clock.time = 12_000;
    show(share(20));
    draw();
    expect(screen.line).to.equal("read tables ██░░░░░░░░ 20 % · 8 s left");
  });

  it("keeps within the terminal", () => {
    const { clock, screen, show, draw } = onTerminal(30);
    show([piece(1, "read a table with a very long name of a file")]);
    clock.time = 2500;
    draw();
    expect(screen.line).to.equal("read a table with a ve… … 2 s");
  });
});
