import { plainPalette, showControls } from "@evenodds/auditor";
import type { Terminal } from "./terminal.js";

/**
 * Returns a terminal that obeys nobody but evenodds: names of files, columns and classes reach every message, and what
 * a terminal would obey in them (escape sequences, C1 controls, carriage returns) or what reorders text is shown as its
 * code, `\u{1b}`. Our own colours on standard output and the cursor commands of progress bars remain. Systems that run
 * checks obey lines too: only `command` writes one that they take for theirs.
 */
export function safeTerminal(terminal: Terminal): Terminal {
  const { out, log, command, live, palette } = terminal;
  const own = palette === plainPalette ? /\n/ : ownColours;
  return {
    ...terminal,
    out: (text) => out(withoutCommands(keepOwn(text, own))),
    log: (line) => log(withoutCommands(showControls(line))),
    command: (line) => command(showControls(line)),
    live: live === null ? null : safeStream(live),
  };
}

/**
 * Shows the codes of what begins a command: `::name` at the start of a line for GitHub Actions, and anywhere in it
 * `##[name]` there, `##vso[` for Azure Pipelines and `##teamcity[`. JSON, which has to stay as it is, has none of them.
 */
function withoutCommands(text: string): string {
  return text.replace(/^([^\S\n]*):(?=:)/gm, "$1\\u{3a}").replace(/##(?=\w*\[)/g, "#\\u{23}");
}

/** Line breaks and the colours of a palette; a capture would make `split` return them. */
// eslint-disable-next-line no-control-regex
const ownColours = /\n|\u001b\[(?:1|2|22|31|32|33|39)m/;

function keepOwn(text: string, own: RegExp): string {
  const everyOwn = new RegExp(own, "g");
  const others = text.replace(everyOwn, "");
  if (showControls(others) === others) return text;
  const kept = text.match(everyOwn) ?? [];
  return text
    .split(own)
    .map((part, i) => showControls(part) + (kept[i] ?? ""))
    .join("");
}

/** What cli-progress and readline write, each in a call of its own: cursor, line wrapping, clearing, a new line. */
// eslint-disable-next-line no-control-regex
const ownCommands = /^(?:\u001b[78]|\u001b\[(?:\?(?:25|7)[hl]|\d*[ABCDGJK]|\d+;\d+H))+$|^\n$/;

/** A stream whose `write` lets through whole commands of a progress bar, and text without controls. */
function safeStream(stream: NodeJS.WriteStream): NodeJS.WriteStream {
  const write = (chunk: string | Uint8Array, ...rest: never[]) => {
    const text = typeof chunk === "string" ? chunk : new TextDecoder().decode(chunk);
    return stream.write(ownCommands.test(text) ? text : showControls(text), ...rest);
  };
  return new Proxy(stream, {
    get: (target, key) => {
      if (key === "write") return write;
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === "function" ? (value.bind(target) as unknown) : value;
    },
  });
}
