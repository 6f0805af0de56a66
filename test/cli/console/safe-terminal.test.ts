import { jsonText, plainPalette, type Palette } from "@evenodds/auditor";
import { choosePalette, safeTerminal, trainingProgress } from "@evenodds/cli/internal";
import { expect } from "chai";
import fc from "fast-check";
import { fakeTerminal } from "../../support/fake-terminal.js";
import { runnerCommands } from "../../support/runner-commands.js";
import { FakeScreen } from "../support/fake-screen.js";

/** What a terminal would obey, or show in another order. */
const harmful = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

const letters = fc.constantFrom(
  ...["\u001b", "[", "]", "8", ";", "31m", "2J", "\u0007", "\u009b", "\u009d", "\r", "\n", "\b", "\u007f", "\u202e"],
  ...["\u2066", "\u200b", "\u2028", "\ud800", "\u0000", "a", "é", "日", "🙂", "\u001b[?25l", "\u001b[2K", "\u001b[32m"],
);
const texts = fc.array(letters, { maxLength: 20 }).map((parts) => parts.join(""));

function written(palette: Palette, use: (terminal: ReturnType<typeof safeTerminal>) => void) {
  const { terminal, out, log } = fakeTerminal({ palette });
  use(safeTerminal(terminal));
  return { out, log };
}

describe("safeTerminal", () => {
  it("leaves nothing in a line of the log that a terminal obeys, line breaks included", () => {
    fc.assert(
      fc.property(texts, (text) => {
        const { log } = written(plainPalette, (terminal) => terminal.log(text));
        expect(log).to.have.length(1);
        expect(log[0]).not.to.match(harmful);
        if (!harmful.test(text)) expect(log[0]).to.equal(text);
      }),
    );
  });

  it("keeps line breaks of results, and our colours where there are colours", () => {
    const coloured = choosePalette({ isTTY: true }, {});
    fc.assert(
      fc.property(texts, (text) => {
        const plain = written(plainPalette, (terminal) => terminal.out(text)).out.join("");
        expect(plain.replaceAll("\n", "")).not.to.match(harmful);
        expect(plain.split("\n")).to.have.length(text.split("\n").length);
        const own = written(coloured, (terminal) => terminal.out(text)).out.join("");
        // eslint-disable-next-line no-control-regex
        expect(own.replace(/\n|\u001b\[(?:1|2|22|31|32|33|39)m/g, "")).not.to.match(harmful);
      }),
    );
    const line = `${coloured.bad("FAIL")} ${coloured.strong("é")}\n`;
    expect(written(coloured, (terminal) => terminal.out(line)).out).to.deep.equal([line]);
    expect(written(coloured, (terminal) => terminal.out("\u001b[8mhidden")).out).to.deep.equal(["\\u{1b}[8mhidden"]);
  });

  it("leaves no line that a system that runs checks obeys, but those that are commands", () => {
    const parts = fc.constantFrom(
      ...["::", ":", "#", "##", "##[", "[", "]", "error", "stop-commands", "add-mask", " ", "\n", "\t", "x", "vso[a]"],
    );
    const lines = fc.array(parts, { maxLength: 12 }).map((all) => all.join(""));
    fc.assert(
      fc.property(lines, (text) => {
        const { out, log } = written(plainPalette, (terminal) => {
          terminal.out(text);
          terminal.log(text);
        });
        for (const said of [out.join(""), log.join("\n")]) {
          expect(runnerCommands(said)).to.deep.equal([]);
          expect(said).not.to.match(/##\w*\[/);
        }
      }),
      { numRuns: 500 },
    );
    expect(written(plainPalette, (terminal) => terminal.command("::error::x")).log).to.deep.equal(["::error::x"]);
    expect(written(plainPalette, (terminal) => terminal.out("a::b # ## c\n")).out).to.deep.equal(["a::b # ## c\n"]);
    expect(
      written(plainPalette, (terminal) => terminal.out(jsonText(["##[error]x", "::error::y"]))).out.join(""),
    ).to.equal('[\n  "#\\u0023[error]x",\n  "::error::y"\n]\n');
  });

  it("lets a progress bar move, and its label not", () => {
    const screen = new FakeScreen(200);
    const raw: string[] = [];
    const write = screen.write.bind(screen) as (chunk: string) => boolean;
    screen.write = ((chunk: string) => {
      raw.push(chunk);
      return write(chunk);
    }) as typeof screen.write;
    const { terminal } = fakeTerminal({ live: screen as unknown as NodeJS.WriteStream });
    const label = "\u001b]8;;http://x\u0007\u001b[2J\u009b1Aeqgnn\r\b";
    const progress = trainingProgress(safeTerminal(terminal), { title: label, epochs: 10, done: 0 });
    progress.finish();
    expect(screen.cursorVisible).to.equal(true);
    expect(screen.line).to.equal("");
    expect(screen.seen.join("")).to.contain("\\u{1b}]8;;http://x\\u{7}\\u{1b}[2J\\u{9b}1Aeqgnn\\u{d}\\u{8}");
    for (const chunk of raw) {
      // eslint-disable-next-line no-control-regex
      expect(chunk.replace(/^(?:\u001b[78]|\u001b\[\??\d*[A-Za-z])+$|^\n$/, "")).not.to.match(harmful);
    }
  });
});
