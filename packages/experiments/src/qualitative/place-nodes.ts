import type { Random } from "@evenodds/core";
import {
  forceCollide,
  forceLink,
  forceManyBody,
  forceRadial,
  forceSimulation,
  type SimulationNodeDatum,
} from "d3-force";
import type { DrawnNeighbourhood } from "./qualitative-study.js";

/** Where a node is drawn, in pixels from the middle. */
export interface Place {
  readonly x: number;
  readonly y: number;
}

/** How large the drawing is, and how large its nodes are. */
export interface PlaceOptions {
  readonly width: number;
  readonly height: number;
  /** By hop. */
  readonly radius: readonly [number, number, number];
  readonly random: Random;
}

const ticks = 300;

/**
 * Returns a place for each node: the first in the middle, its neighbours around it, the second hop further out, nodes
 * that are joined near each other. All nodes lie inside the drawing. Forces of d3 in a fixed number of steps from fixed
 * places; `random` only parts nodes that meet in one point.
 */
export function placeNodes({ nodes, links }: DrawnNeighbourhood, options: PlaceOptions): Place[] {
  const { width, height, radius, random } = options;
  const ring = height / 2 - radius[2];
  const points = nodes.map(({ hop }, i): SimulationNodeDatum & { hop: 0 | 1 | 2 } => ({
    hop,
    ...(i === 0 && { x: 0, y: 0, fx: 0, fy: 0 }),
  }));
  // Links are copied, because the force replaces their ends.
  const pull = forceLink(links.map(([source, target]) => ({ source, target }))).distance(ring / 4);
  const weak = pull.strength();
  forceSimulation(points)
    .randomSource(() => random.uniform())
    .force(
      "links",
      pull.strength((link, i, all) => 0.2 * weak(link, i, all)),
    )
    .force("charge", forceManyBody().strength(-60))
    .force("rings", forceRadial<(typeof points)[number]>(({ hop }) => [0, 0.45, 0.9][hop]! * ring).strength(0.5))
    .force("collisions", forceCollide<(typeof points)[number]>(({ hop }) => radius[hop] + 4).iterations(2))
    .stop()
    .tick(ticks);
  const spread = (values: readonly number[], room: number) => {
    const reach = values.reduce((far, value) => Math.max(far, Math.abs(value)), 0);
    const factor = reach === 0 ? 1 : room / 2 / reach;
    return values.map((value) => value * factor);
  };
  const x = spread(
    points.map((point) => point.x!),
    width - 2 * radius[2],
  );
  const y = spread(
    points.map((point) => point.y!),
    height - 2 * radius[2],
  );
  return x.map((at, i) => ({ x: at, y: y[i]! }));
}
