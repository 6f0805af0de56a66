import { syntheticGraph, writeGraph } from "@evenodds/data";
import { checkOutput } from "evenodds/internal";
import type { GenerateFlags } from "../commands/generate.js";
import type { Terminal } from "../console/terminal.js";

/** Writes a synthetic graph with skewed degrees. */
export async function generateAction(
  { out, format, numeric, ...options }: GenerateFlags,
  terminal: Pick<Terminal, "log">,
): Promise<void> {
  await checkOutput(out, { kind: "new folder" });
  const { graph, nodes } = syntheticGraph({ ...options, target: numeric });
  await writeGraph(out, { name: "synthetic", graph, nodes, format });
  terminal.log(
    `wrote ${out}: ${graph.nodeCount} nodes, ${graph.source.length} arcs, ${graph.featureNames.length} features`,
  );
}
