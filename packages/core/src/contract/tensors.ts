import type { Task } from "./task.js";

/**
 * What every exported file promises, and every consumer may rely on: inputs `x: float32[N, F]` and
 * `edge_index: int64[2, E]` (row 0 sources, row 1 targets), a third input `edge_weight: float32[E]` only where it was
 * asked for, output `logits: float32[N, C]` (`[N, 1]` where the task is not a classification), N and E known only when
 * the model runs. IR version 8 and opset 18 are the newest that every runtime tried can load; below opset 16 a scatter
 * has no reduction and the model would be wrong without a warning.
 */
export const contract = {
  irVersion: 8,
  opset: 18,
  producer: "evenodds",
  x: "x",
  edgeIndex: "edge_index",
  edgeWeight: "edge_weight",
  logits: "logits",
  nodeAxis: "N",
  arcAxis: "E",
} as const;

/** Returns the number of columns of `logits`: one per class, or one in all for the tasks `binary` and `regression`. */
export function logitColumns({ task, classes }: { task: Task; classes: number }): number {
  return task === "classification" ? classes : 1;
}
