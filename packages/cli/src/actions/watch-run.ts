import type { WatchRun } from "evenodds/internal/training";
import { logDataNotes } from "../console/log-data-notes.js";
import type { Terminal } from "../console/terminal.js";
import { trainingProgress } from "../console/training-progress.js";
import { takeLine } from "../supervision/report-work.js";

/** Shows the progress of one run on a terminal, and stops it on Ctrl-C. */
export function watchRun(terminal: Terminal): WatchRun {
  return ({ graph, engine, epochsDone, options, split }) => {
    const { nodes, arcs, features } = graph.findings;
    terminal.log(
      `${graph.name}: ${nodes} nodes, ${arcs} arcs, ${features} features, ${graph.labelled} labelled; engine ${engine}`,
    );
    logDataNotes(graph, { log: terminal.log, used: split });
    const giveLine = takeLine();
    const progress = trainingProgress(terminal, { title: options.method, epochs: options.epochs, done: epochsDone });
    const { signal, release } = terminal.catchInterrupt();
    // A second Ctrl-C ends the process, and would leave a hidden cursor behind.
    signal.addEventListener("abort", progress.finish, { once: true });
    return {
      signal,
      onEpoch: progress.onEpoch,
      finish: () => {
        progress.finish();
        giveLine();
        release();
      },
    };
  };
}
