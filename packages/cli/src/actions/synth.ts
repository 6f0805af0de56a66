import { pokecLikeGraph, writeGraph } from "@evenodds/data";
import { checkOutput } from "evenodds/internal";
import type { RecipeName, SynthFlags } from "../commands/synth.js";
import type { Terminal } from "../console/terminal.js";

const recipes = { "pokec-like": pokecLikeGraph } as const satisfies Record<RecipeName, unknown>;

/** Writes a synthetic graph with the size and the kinds of columns of a known one. */
export async function synthAction(
  recipe: RecipeName,
  { out, format, ...options }: SynthFlags,
  terminal: Pick<Terminal, "log">,
): Promise<void> {
  await checkOutput(out, { kind: "new folder" });
  const made = recipes[recipe](options);
  await writeGraph(out, { ...made, format });
  const { nodeCount, source, featureNames } = made.graph;
  terminal.log(
    `wrote ${out}: ${nodeCount} nodes, ${source.length} arcs, ${featureNames.length} features, all synthetic`,
  );
}
