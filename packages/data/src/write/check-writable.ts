import {
  InputError,
  canonicalLevel,
  checkGraph,
  checkNodeTable,
  repeatedTexts,
  type Graph,
  type NodeTable,
} from "@evenodds/core";

/**
 * Checks that a graph is sound and that reading it back gives the same. Throws {@link InputError} for a graph without
 * features, for ids that are blank or have outer blanks, and for levels that files cannot tell apart: blank ones, and
 * those that core's `canonicalLevel` makes one.
 */
export function checkWritable(graph: Graph, nodes: NodeTable): void {
  checkGraph(graph);
  checkNodeTable(nodes, graph.nodeCount);
  if (graph.featureNames.length === 0) {
    throw new InputError({ argument: "features", expected: "at least one", found: "none" });
  }
  const odd = graph.nodeIds.find((id) => id === "" || id.trim() !== id);
  if (odd !== undefined) {
    const expected = "texts that are not blank, without outer blanks";
    throw new InputError({ argument: "node ids", expected, found: JSON.stringify(odd) });
  }
  if (nodes.target !== undefined && nodes.target.name !== nodes.labelName) {
    const expected = `the name of the label, ${JSON.stringify(nodes.labelName)}`;
    throw new InputError({ argument: "target", expected, found: JSON.stringify(nodes.target.name) });
  }
  checkLevels(nodes.labelName, nodes.classes);
  for (const { name, levels } of nodes.sensitive) checkLevels(name, levels);
}

function checkLevels(name: string, levels: readonly string[]): void {
  const values = levels.map(canonicalLevel);
  const [repeated] = repeatedTexts(values);
  const blank = values.indexOf("");
  if (blank < 0 && repeated === undefined) return;
  const bad = blank >= 0 ? blank : values.lastIndexOf(repeated!);
  throw new InputError({
    argument: `levels of ${JSON.stringify(name)}`,
    expected: "texts that stay apart in a file",
    found: JSON.stringify(levels[bad]),
  });
}
