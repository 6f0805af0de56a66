import { parseDocument } from "yaml";
import type { CardFile } from "../card/graph-card.js";
import { parseCard, type LocatedCard } from "../card/read-card.js";
import type { KnownDataSet } from "./known-data-set.js";

/** Files to which a card of a data set is to refer instead of those that it names. */
export interface CardFiles {
  readonly nodes: CardFile;
  readonly edges: CardFile;
  /** Whether ids in the edge file are whole numbers in any notation. Default: as the card says. */
  readonly numericIds?: boolean | undefined;
}

/** Returns the card of a data set as if it stood in `folder`. */
export function locateKnownCard({ name, card }: KnownDataSet, folder: string): LocatedCard {
  return parseCard(card, { name: `card of ${name}`, folder });
}

/** Returns the card of a data set as YAML, over `files`, with the counts that the graph must have. */
export function knownCardText({ card, statistics }: KnownDataSet, { nodes, edges, numericIds }: CardFiles): string {
  const document = parseDocument(card);
  document.setIn(["nodes", "files"], document.createNode(nodes));
  document.setIn(["edges", "files"], document.createNode(edges));
  if (numericIds === false) document.deleteIn(["edges", "numeric_ids"]);
  const { nodes: nodeCount, edges: edgeCount, features, labelled } = statistics;
  const expected = Object.entries({ nodes: nodeCount, edges: edgeCount, features, labelled });
  const known = expected.filter(([, count]) => count !== undefined);
  if (known.length > 0) document.set("expect", document.createNode(Object.fromEntries(known)));
  return document.toString({ lineWidth: 120, flowCollectionPadding: false });
}
