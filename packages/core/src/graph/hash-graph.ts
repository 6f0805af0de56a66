import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import type { Graph } from "./graph.js";
import { idKeys } from "../table/canonical-id.js";
import type { NodeTable } from "../table/node-table.js";

/**
 * Returns the SHA-256 (64 hex digits) over everything that a graph holds: ids, feature names and values, arcs in their
 * order with their weights and attributes, labels, targets and sensitive attributes with their levels. Numbers enter as
 * little-endian bytes. Equal content gives an equal hash, whatever files it came from.
 */
export function hashGraph(graph: Graph, nodes: NodeTable): string {
  const hash = sha256.create();
  const encoder = new TextEncoder();
  const text = (value: unknown) => {
    for (const piece of jsonPieces(value)) hash.update(encoder.encode(piece));
    hash.update(encoder.encode("\n"));
  };
  const numbers = (values: Int32Array | Float32Array | Float64Array) =>
    hash.update(new Uint8Array(values.buffer, values.byteOffset, values.byteLength));
  text([graph.nodeCount, graph.idScope ?? null, graph.featureNames, nodes.labelName, nodes.classes]);
  text(idKeys(graph.nodeIds));
  numbers(graph.source);
  numbers(graph.target);
  // Weights that are all 1 are another graph than none, and the bytes that follow must not be taken for them.
  if (graph.edgeWeight !== undefined) {
    text("weights of arcs");
    numbers(graph.edgeWeight);
  }
  if (graph.edgeAttributes !== undefined) {
    text(["attributes of arcs", graph.edgeAttributes.names]);
    numbers(graph.edgeAttributes.values);
  }
  numbers(graph.features);
  numbers(nodes.label);
  if (nodes.target !== undefined) numbers(nodes.target.value);
  for (const { name, levels, code } of nodes.sensitive) {
    text([name, levels]);
    numbers(code);
  }
  return bytesToHex(hash.digest());
}

/** How many texts are put into JSON at once: that of all ids together may be more than a text can hold. */
const textsAtOnce = 10_000;

/** Yields the JSON of a value; that of a list of texts, or one within a list, in pieces. */
function* jsonPieces(value: unknown): Iterable<string> {
  if (!Array.isArray(value)) {
    yield JSON.stringify(value);
    return;
  }
  const items: readonly unknown[] = value;
  yield "[";
  for (let i = 0; i < items.length;) {
    if (i > 0) yield ",";
    if (Array.isArray(items[i])) yield* jsonPieces(items[i++]);
    else {
      const start = i;
      while (i < items.length && i < start + textsAtOnce && !Array.isArray(items[i])) i++;
      yield JSON.stringify(items.slice(start, i)).slice(1, -1);
    }
  }
  yield "]";
}
