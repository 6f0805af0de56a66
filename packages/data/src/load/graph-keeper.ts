import type { GraphOutline } from "@evenodds/core";
import type { ArcKeeper } from "./read-edges.js";
import type { FeatureKeeper } from "./read-nodes.js";
import type { StagedEdges } from "./stage-edges.js";

/** Where the features (F) and the arcs (A) of a graph (G) are while it is loaded, and afterwards. */
export interface GraphKeeper<F, A, G> {
  readonly features: FeatureKeeper<F>;
  /** Begins to keep the arcs of so many nodes. */
  readonly arcs: (staged: Pick<StagedEdges, "rows" | "weighted" | "attributes">, nodeCount: number) => ArcKeeper<A>;
  /** Lets go of what nobody holds any more, where memory is short. */
  readonly tidy: () => Promise<void>;
  /** Does so within long reading, where too much is held. */
  readonly relieve: () => Promise<void>;
  readonly graph: (outline: GraphOutline, parts: { readonly features: F; readonly arcs: A }) => G;
}
