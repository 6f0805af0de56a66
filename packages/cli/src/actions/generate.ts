import { duringWork } from "@evenodds/core";
import { pokecLikeGraph, syntheticGraph, writeGraph } from "@evenodds/data";
import { checkOutput } from "evenodds/internal";
import type { GenerateFlags, RecipeName } from "../commands/generate.js";
import type { Terminal } from "../console/terminal.js";

const recipes = { "pokec-like": pokecLikeGraph } as const satisfies Record<RecipeName, unknown>;

/** Writes a synthetic graph: of a recipe, or without one a graph with skewed degrees. */
export async function generateAction(
  { out, recipe, format, ...flags }: GenerateFlags & { readonly recipe: RecipeName | undefined },
  terminal: Pick<Terminal, "log">,
): Promise<void> {
  await checkOutput(out, { kind: "new folder" });
  const made = await duringWork({ doing: "generate graph", library: null }, () =>
    recipe === undefined
      ? { name: "synthetic", ...syntheticGraph({ ...flags, target: flags.numeric }) }
      : recipes[recipe](flags),
  );
  await writeGraph(out, { ...made, format });
  const { nodeCount, source, featureNames } = made.graph;
  const counts = `${nodeCount} nodes, ${source.length} arcs, ${featureNames.length} features`;
  terminal.log(`wrote ${out}: ${counts}${recipe === undefined ? "" : ", all synthetic"}`);
}
