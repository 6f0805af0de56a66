import { writeSync } from "node:fs";
import { Socket } from "node:net";
import { showControls } from "@evenodds/auditor";
import { watchWork, type Amount, type WorkState } from "@evenodds/core";
import type { WorkDrawing } from "./draw-work.js";
import { eraseLine, reportDescriptor, supervisedVariable, visibleWork, type WorkReport } from "./supervised.js";

/** Milliseconds between two reports of how much of the same work is done. */
const amountEvery = 200;

/** Milliseconds in which nobody draws a line yet. */
const quiet = 1000;

/** Letters of a piece of work that are told. */
const longestName = 300;

/** What goes on, and whether a progress bar of the command's own has the line. */
let report: WorkReport = { work: [], isHidden: false };

/** Where that is told; nobody listens before {@link reportWork}. */
let tell: (report: WorkReport) => void = () => undefined;

/** Takes the line of work away from the terminal. */
let erase: () => void = () => undefined;

/**
 * Says that the command draws a line of its own from here on. Returns a function that gives it back.
 */
export function takeLine(): () => void {
  report = { ...report, isHidden: true };
  tell(report);
  return () => {
    report = { ...report, isHidden: false };
    tell(report);
  };
}

/** Makes room for output of the command: what is written next must not stand behind words about work. */
export function clearLine(): void {
  if (!report.isHidden) erase();
}

/**
 * Shows the work of this process: where another process watches over it, it tells that one, before it does it, and ends
 * when that one has gone; elsewhere it draws it itself.
 */
export function reportWork(): void {
  const isSupervised = process.env[supervisedVariable] !== undefined;
  // It is meant for this process alone, and not for those that it starts.
  delete process.env[supervisedVariable];
  if (isSupervised) tellSupervisor();
  else drawHere();
  watchWork((work) => {
    report = { ...report, work: work.map(shown) };
    tell(report);
  });
}

function drawHere(): void {
  let drawing: WorkDrawing | null = null;
  let isLoading = false;
  const show = () => drawing?.show(report.isHidden ? [] : visibleWork(report.work));
  erase = () => drawing?.clear();
  tell = ({ work }) => {
    show();
    if (isLoading || work.length === 0) return;
    isLoading = true;
    // Many commands are over before there is anything to draw.
    void import("./draw-work.js").then(({ drawWork }) => {
      drawing = drawWork();
      show();
    });
  };
}

function tellSupervisor(): void {
  const { stderr } = process;
  let last = { names: "", time: -Infinity };
  tell = ({ work, isHidden }) => {
    const names = JSON.stringify([isHidden, work.map(({ id, doing, amount }) => [id, doing, percent(amount)])]);
    const time = performance.now();
    if (names === last.names && time - last.time < amountEvery) return;
    last = { names, time };
    send({ work, isHidden });
  };
  erase = () => {
    if (!stderr.isTTY || performance.now() < quiet) return;
    // The other process may have drawn it, and draws it again where the cursor is by then.
    writeSync(stderr.fd, eraseLine);
  };
  const socket = new Socket({ fd: reportDescriptor, readable: true, writable: false });
  socket.on("error", () => undefined);
  // As when a terminal goes: what can keep its work does so, and everything else ends.
  socket.on("close", () => process.kill(process.pid, "SIGHUP"));
  socket.resume();
  socket.unref();
}

/** What is done next may take long, and tell nothing meanwhile: whole percents are told at once. */
function percent(amount: Amount | null): number | null {
  return amount && Math.floor((100 * amount.done) / amount.total);
}

function send(told: WorkReport): void {
  try {
    // At once, because native code may end the process with the next instruction.
    writeSync(reportDescriptor, `${JSON.stringify(told)}\n`);
  } catch {
    // Nobody listens, or not fast enough: what is done is the same.
  }
}

/** Names of files may hold anything, terminal commands included. */
function shown(state: WorkState): WorkState {
  return { ...state, doing: showControls(state.doing.slice(0, longestName)).replace(/\s+/g, " ") };
}
