import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import type { Graph } from "./graph.js";
import type { NodeTable } from "../table/node-table.js";

/**
 * Returns the SHA-256 (64 hex digits) over everything that a graph holds: ids, feature names and values, arcs in their
 * order, labels, targets and attributes with their levels. Numbers enter as little-endian bytes. Equal content gives an equal hash,
 * whatever files it came from.
 */
export function hashGraph(graph: Graph, nodes: NodeTable): string {
  const hash = sha256.create();
  const encoder = new TextEncoder();
  const text = (value: unknown) => hash.update(encoder.encode(JSON.stringify(value) + "\n"));
  const numbers = (values: Int32Array | Float32Array | Float64Array) =>
    hash.update(new Uint8Array(values.buffer, values.byteOffset, values.byteLength));
  text([graph.nodeCount, graph.idScope ?? null, graph.featureNames, nodes.labelName, nodes.classes]);
  text(graph.nodeIds);
  numbers(graph.source);
  numbers(graph.target);
  numbers(graph.features);
  numbers(nodes.label);
  if (nodes.target !== undefined) numbers(nodes.target.value);
  for (const { name, levels, code } of nodes.sensitive) {
    text([name, levels]);
    numbers(code);
  }
  return bytesToHex(hash.digest());
}
