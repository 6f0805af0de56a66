import { displayText } from "@evenodds/auditor";
import type { GraphProof } from "@evenodds/exporter";
import Table from "cli-table3";

/** Letters of a graph's name that the table shows. */
const longestName = 60;

/** Returns the proof of an export as the lines of a table: one row a graph. */
export function proofTable(proofs: readonly GraphProof[]): string[] {
  const table = new Table({
    head: ["graph", "nodes", "arcs", "max |Δ logits|", "relative", "argmax"],
    style: { head: [], border: [] },
    colAligns: ["left", "right", "right", "right", "right", "left"],
  });
  for (const proof of proofs) {
    const ties = proof.argmaxTies === 0 ? "equal" : `equal but for ${proof.argmaxTies} ties`;
    table.push([
      displayText(proof.graph, longestName),
      proof.nodes,
      proof.arcs,
      proof.maxAbsoluteDifference.toExponential(1),
      proof.relativeDifference.toExponential(1),
      ties,
    ]);
  }
  return table.toString().split("\n");
}
