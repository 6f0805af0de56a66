import type { Amount, WorkState } from "@evenodds/core";
import { formatDuration } from "../console/format-duration.js";
import { eraseLine, shownAfter } from "./supervised.js";

/** Milliseconds between two drawings of the line on a terminal. */
const drawEvery = 500;

/** Milliseconds between two lines about the same work where the output is not a terminal. */
const lineEvery = 10_000;

/** Characters of the bar. */
const barSize = 10;

/** Where the work of a command is shown, and by which clock. */
export interface WorkScreen {
  readonly write: (text: string) => void;
  /** Columns of a terminal, on which one line is drawn again and again; null where lines stay. */
  readonly columns: number | null;
  /** Milliseconds. */
  readonly now: () => number;
}

/** What a command does, shown to whoever waits. */
export interface WorkDrawing {
  /** Takes what is done from now on. */
  readonly show: (work: readonly WorkState[]) => void;
  /** Takes the line away, so that others can write; it comes again. */
  readonly clear: () => void;
  /** Looks at the clock, and draws what is due. To be called every now and then, see {@link drawWork}. */
  readonly draw: () => void;
}

/** When a piece of work began to do what it does, and with how much done. */
interface Beginning {
  readonly doing: string;
  readonly time: number;
  /** Its amount when it was first told, or began anew, and when that was. */
  readonly from: { readonly done: number; readonly time: number } | null;
  /** The last that was told. */
  readonly done: number;
}

/**
 * Shows what a command does when that takes longer than two seconds: on a terminal in a line that is drawn again and
 * again, with a bar and the time left where it is known how much there is to do, and with a clock where it is not.
 * Elsewhere it writes a line for each stage that takes so long, and one every ten seconds. The time left is that of the
 * piece of work that is told, at its speed so far.
 */
export function workDrawing({ write, columns, now }: WorkScreen): WorkDrawing {
  const started = now();
  const beginnings = new Map<number, Beginning>();
  let work: readonly WorkState[] = [];
  let isDrawn = false;
  let said = { time: started, stage: "" };
  const clear = () => {
    if (isDrawn) write(eraseLine);
    isDrawn = false;
  };
  const follow = (state: WorkState, time: number) => {
    const before = beginnings.get(state.id);
    const known = before?.doing === state.doing ? before : { doing: state.doing, time, from: null, done: 0 };
    const done = state.amount?.done ?? 0;
    // Less than before: it has begun with something else.
    const begins = state.amount !== null && (known.from === null || done < known.done);
    beginnings.set(state.id, { ...known, done, from: begins ? { done, time } : known.from });
  };
  const left = ({ id, amount }: WorkState) => {
    const { from } = beginnings.get(id)!;
    if (amount === null || from === null) return null;
    const seconds = (now() - from.time) / 1000;
    // The first moments say nothing about the rest.
    if (seconds < 1 || amount.done === from.done) return null;
    return formatDuration((seconds / (amount.done - from.done)) * (amount.total - amount.done));
  };
  const drawLine = () => {
    const parts = work.map((state) => ({ state, text: state.doing }));
    const measured = work.findLast(({ amount }) => amount !== null);
    const stage = beginnings.get(work[0]!.id)!;
    const texts = parts.map(({ state, text }) =>
      state === measured ? `${text} ${bar(state.amount!)} ${amountText(state.amount!)}` : text,
    );
    const rest = measured === undefined ? null : left(measured);
    const tail = rest === null ? ` … ${Math.floor((now() - stage.time) / 1000)} s` : ` · ${rest} left`;
    const room = columns! - tail.length - 1;
    write(`${eraseLine}${cut(texts.join(": "), room)}${tail}`);
    isDrawn = true;
  };
  const sayLine = (time: number) => {
    const { doing, time: since } = beginnings.get(work[0]!.id)!;
    const isNew = said.stage !== doing && time - since >= shownAfter;
    if (!isNew && time - said.time < lineEvery) return;
    said = { time, stage: doing };
    const texts = work.map((state) => {
      if (state.amount === null) return state.doing;
      const rest = left(state);
      return [state.doing, amountText(state.amount), ...(rest === null ? [] : [`${rest} left`])].join(", ");
    });
    write(`evenodds: ${texts.join(": ")} …\n`);
  };
  return {
    show: (next) => {
      const time = now();
      for (const state of next) follow(state, time);
      for (const id of beginnings.keys()) if (!next.some((state) => state.id === id)) beginnings.delete(id);
      work = next;
      if (work.length === 0) clear();
    },
    clear,
    draw: () => {
      const time = now();
      if (work.length === 0 || time - started < shownAfter) return;
      if (columns === null) sayLine(time);
      else drawLine();
    },
  };
}

/** Shows work on standard error as time goes by. */
export function drawWork(): WorkDrawing & { readonly end: () => void } {
  const { stderr } = process;
  const isLive = stderr.isTTY && !process.env.CI;
  const drawing = workDrawing({
    write: (text) => stderr.write(text),
    // A terminal that does not know its width says 0.
    columns: isLive ? (stderr.columns > 0 ? stderr.columns : 80) : null,
    now: () => performance.now(),
  });
  const timer = setInterval(drawing.draw, drawEvery).unref();
  return {
    ...drawing,
    end: () => {
      clearInterval(timer);
      drawing.clear();
    },
  };
}

function bar({ done, total }: Amount): string {
  const full = total === 0 ? barSize : Math.min(barSize, Math.floor((done / total) * barSize));
  return "█".repeat(full) + "░".repeat(barSize - full);
}

/** `120 of 400 MB`, `3 of 41 draws`, `45 %`. */
function amountText({ done, total, unit }: Amount): string {
  if (unit === "%") return `${done} %`;
  if (unit !== "bytes") return `${done} of ${total} ${unit}`;
  const megabytes = (bytes: number) => Math.round(bytes / 1e6);
  return `${megabytes(done)} of ${megabytes(total)} MB`;
}

function cut(text: string, room: number): string {
  return text.length <= room ? text : `${text.slice(0, Math.max(0, room - 1))}…`;
}
