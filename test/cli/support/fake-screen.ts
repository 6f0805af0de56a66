import { Writable } from "node:stream";

/** A terminal of one line, for progress that is redrawn in place: it obeys the few commands that such progress uses. */
export class FakeScreen extends Writable {
  readonly isTTY = true;
  /** Everything that ever stood on the line. */
  readonly seen: string[] = [];
  cursorVisible = true;
  line = "";
  private column = 0;

  constructor(readonly columns = 80) {
    super({ decodeStrings: false });
  }

  override _write(chunk: string, _encoding: string, done: () => void): void {
    // eslint-disable-next-line no-control-regex
    for (const [part] of chunk.matchAll(/\u001b\[[?\d;]*[A-Za-z]|\u001b[78]|[^\u001b]+/g)) this.obey(part);
    done();
  }

  private obey(part: string): void {
    if (part === "\u001b[?25l") this.cursorVisible = false;
    else if (part === "\u001b[?25h") this.cursorVisible = true;
    else if (part === "\u001b[1G") this.column = 0;
    else if (part === "\u001b[2K") this.line = "";
    else if (part === "\u001b[0K") this.line = this.line.slice(0, this.column);
    else if (!part.startsWith("\u001b")) this.print(part);
  }

  private print(text: string): void {
    this.line = (this.line.slice(0, this.column).padEnd(this.column) + text).slice(0, this.columns);
    this.column = this.line.length;
    this.seen.push(this.line);
  }
}
