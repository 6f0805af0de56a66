import fc from "fast-check";

/**
 * Arcs `[source, target]` over 1 to 9 nodes, with all that real graphs have: isolated nodes, repeated arcs, self loops,
 * hubs.
 */
export function arcLists(): fc.Arbitrary<{ nodes: number; arcs: [number, number][] }> {
  return fc.integer({ min: 1, max: 9 }).chain((nodes) => {
    const node = fc.integer({ min: 0, max: nodes - 1 });
    const any = fc.array(fc.tuple(node, node), { maxLength: 25 });
    const intoHub = fc.array(fc.tuple(node, fc.constant(0)), { maxLength: 25 });
    const outOfHub = fc.array(fc.tuple(fc.constant(nodes - 1), node), { maxLength: 25 });
    return fc.record({ nodes: fc.constant(nodes), arcs: fc.oneof(any, intoHub, outOfHub) });
  });
}
