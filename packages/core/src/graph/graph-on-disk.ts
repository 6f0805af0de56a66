import type { RowSource } from "../scratch/row-source.js";
import type { Graph } from "./graph.js";

/** What is in memory of every graph, wherever its features and arcs are. */
export type GraphOutline = Pick<Graph, "nodeCount" | "featureNames" | "nodeIds" | "idScope">;

/** Some arcs of a graph that follow one another in its order. */
export interface ArcStretch extends Pick<Graph, "source" | "target"> {
  readonly weight?: Float32Array | undefined;
}

/** The arcs of a graph, read a stretch at a time; every pass gives the same, in the order (target, source, weight). */
export interface ArcsOnDisk extends Iterable<ArcStretch> {
  readonly count: number;
  readonly isWeighted: boolean;
}

/**
 * A graph whose features and arcs are in files, for graphs that have no room in memory. It has none of the arrays of a
 * {@link Graph}, so that nothing can take it for one.
 */
export interface GraphOnDisk extends GraphOutline {
  /** The features, a row per node in the order of `featureNames`. */
  readonly rows: RowSource;
  readonly arcs: ArcsOnDisk;
}

/** Arcs that are looked at one after the other, in memory or on disk. */
export type StretchedArcs = Pick<Graph, "source" | "target"> | Pick<GraphOnDisk, "arcs">;

/** Whether features and arcs of a graph are in files. */
export function isOnDisk(graph: GraphOutline): graph is GraphOnDisk {
  return "arcs" in graph;
}

/** Returns how many arcs a graph has. */
export function arcCount(graph: StretchedArcs): number {
  return "arcs" in graph ? graph.arcs.count : graph.source.length;
}

/** Returns the arcs of a graph in its order; those in memory are one stretch. */
export function arcStretches(graph: StretchedArcs): Iterable<Pick<Graph, "source" | "target">> {
  return "arcs" in graph ? graph.arcs : [graph];
}
