import type { GraphCard } from "../card/graph-card.js";
import type { OpenTable } from "../source/open-table.js";
import type { ScratchPlace } from "../write/with-scratch-folder.js";

/** How much room there is for a graph, and where it goes that has none. */
export interface RoomForGraph {
  /** Most bytes that the process is to hold. */
  readonly memory: number;
  /** Holds the files of the graph. */
  readonly place: ScratchPlace;
  /** Whether whoever wants the graph can take it from disk; asked where it has no room in memory. */
  readonly isWanted: () => Promise<boolean>;
}

/** How large a graph is, before its rows are read. */
export interface GraphSize {
  /** Rows of the node files and of the edge files. */
  readonly nodes: number;
  readonly edges: number;
  readonly features: number;
  /** Numbers that an edge has: its weight and its attributes. */
  readonly edgeNumbers: number;
  readonly directed: boolean;
  /** Whether any file is delimited text. */
  readonly hasText: boolean;
}

/**
 * Bytes that a process takes at most for each node whatever its features, while ids are found in one another: 200 were
 * measured with ids of eight digits, a label and an attribute.
 */
const bytesPerNode = 300;

/**
 * Bytes for each edge row while a graph is loaded into memory: in DuckDB, as keys and as arcs. 44 and 71 were measured.
 */
const bytesPerEdge = { directed: 52, undirected: 80 };

/** Bytes that DuckDB's reader of delimited text holds beside the rows. */
const textBuffers = 120e6;

/** Returns the size of a graph by the counts of its files. */
export function graphSize(
  nodes: OpenTable,
  edges: OpenTable | undefined,
  { features, card }: { readonly features: number; readonly card: Pick<GraphCard, "edges"> },
): GraphSize {
  const hasText = [nodes, edges].some((table) => table?.parts.some(({ isText }) => isText) === true);
  const rowsOf = (table: OpenTable | undefined) => (table?.parts ?? []).reduce((sum, { rows }) => sum + (rows ?? 0), 0);
  const { edgeWeight, edgeAttributes = [], directed } = card.edges;
  const edgeNumbers = (edgeWeight === undefined ? 0 : 1) + edgeAttributes.length;
  return { nodes: rowsOf(nodes), edges: rowsOf(edges), features, edgeNumbers, directed, hasText };
}

/** Returns about how many bytes a graph takes at most while it is loaded into memory. */
export function loadingBytes({ nodes, edges, features, edgeNumbers, directed, hasText }: GraphSize): number {
  const perEdge = directed ? bytesPerEdge.directed : bytesPerEdge.undirected;
  return (
    (hasText ? textBuffers : 0) +
    nodes * (bytesPerNode + 8 * features) +
    edges * (perEdge + (directed ? 28 : 44) * edgeNumbers)
  );
}

/** Fewest bytes that DuckDB reads tables in; its reader of delimited text has larger buffers. */
const leastDatabaseBytes = { text: 100e6, other: 64e6 };

/** Returns how many bytes DuckDB is allowed where the graph is on disk, beside what the process holds by then. */
export function databaseBytes(
  { nodes, hasText }: Pick<GraphSize, "nodes" | "hasText">,
  { memory, held }: { readonly memory: number; readonly held: number },
): number {
  const room = memory - held - bytesPerNode * nodes;
  return Math.max(hasText ? leastDatabaseBytes.text : leastDatabaseBytes.other, Math.min(2e9, room / 3));
}
