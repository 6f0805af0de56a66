import { writeGraph } from "@evenodds/data";
import { runCli } from "../../support/fake-terminal.js";
import { learnableGraph } from "../../support/tiny-graphs.js";

/** Writes the graph of {@link learnableGraph} to a folder. */
export async function writeLearnable(folder: string, shape: Parameters<typeof learnableGraph>[0] = {}): Promise<void> {
  await writeGraph(folder, { name: "learnable", ...learnableGraph(shape) });
}

/** Flags of a run that takes a moment. */
export const quickly = ["--sensitive", "group", "--hidden", "8", "--epochs", "12", "--seed", "3"];

/** The same with other flags, which replace those of the same name. */
export function quicklyWith(...flags: string[]): string[] {
  const pairs = quickly.flatMap((flag, i) => (i % 2 === 0 ? [[flag, quickly[i + 1]!]] : []));
  return [...pairs.filter(([flag]) => flag === "--sensitive" || !flags.includes(flag!)).flat(), ...flags];
}

/** Trains a quick run in `run` on the graph in `graph`, which must succeed. */
export async function trainQuickly(graph: string, run: string, ...flags: string[]): Promise<void> {
  const { code, log } = await runCli(["train", graph, ...quicklyWith(...flags), "--out", run]);
  if (code !== 0) throw new Error(log.join("\n"));
}
