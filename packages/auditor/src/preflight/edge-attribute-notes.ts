import type { EdgeAttributes } from "@evenodds/core";
import type { BoundInput } from "./bind-inputs.js";
import { listNames } from "./list-names.js";

/**
 * Returns what a report says of the attributes of arcs: how they were matched with the model, or that it takes none; no
 * sentence where the graph has none.
 */
export function edgeAttributeNotes(inputs: readonly BoundInput[], given: EdgeAttributes | undefined): string[] {
  if (given === undefined) return [];
  const names = listNames(given.names, { most: 20 });
  const taking = inputs.filter(({ role }) => role === "edge_attr");
  if (taking.length === 0) {
    return [`The attributes of the arcs, ${names}, were not given to the model, which has no input for them.`];
  }
  return taking.map(
    ({ tensor }) =>
      `${tensor.name} took the attributes of the arcs by position, ${names}: not checked, because the model does not ` +
      "record their names.",
  );
}
