import { writeSync } from "node:fs";
import { Socket } from "node:net";
import { showControls } from "@evenodds/auditor";
import { watchWork, type Work } from "@evenodds/core";
import { reportDescriptor, shownAfter, supervisedVariable } from "./supervised.js";

/** Where stages are told besides native work; nobody listens unless another process watches over this one. */
let tell: (work: Work | null) => void = () => undefined;

/** The stage of the command, which goes on when native work ends. */
let stage: Work | null = null;

/** Says which part of its work a command begins, in words such as `run model`. */
export function reportStage(doing: string): void {
  stage = { doing, library: null };
  tell(stage);
}

/** Says that the stage shows from here on how far it is by itself. */
export function endStage(): void {
  stage = null;
  tell(null);
}

/**
 * Tells the process that watches over this one what it does, before it does it. Ends this process when that one has
 * gone. Does nothing where nobody watches.
 */
export function reportWork(): void {
  if (process.env[supervisedVariable] === undefined) return;
  // It is meant for this process alone, and not for those that it starts.
  delete process.env[supervisedVariable];
  let since = performance.now();
  tell = (work) => {
    try {
      // At once, because native code may end the process with the next instruction.
      const line = work === null ? "" : `${oneLine(work.doing)}\t${work.library ?? ""}`;
      writeSync(reportDescriptor, `${line}\n`);
      // What is written next must not stand behind the words of the other process.
      const { stderr } = process;
      if (stderr.isTTY && performance.now() - since > shownAfter) writeSync(stderr.fd, "\r\u001b[K");
    } catch {
      // Nobody listens, or not fast enough: what is done is the same.
    }
    since = performance.now();
  };
  watchWork((work) => tell(work ?? stage));
  const socket = new Socket({ fd: reportDescriptor, readable: true, writable: false });
  socket.on("error", () => undefined);
  // As when a terminal goes: what can keep its work does so, and everything else ends.
  socket.on("close", () => process.kill(process.pid, "SIGHUP"));
  socket.resume();
  socket.unref();
}

function oneLine(text: string): string {
  return showControls(text).replace(/\s+/g, " ");
}
