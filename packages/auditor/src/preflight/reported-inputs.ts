import { contract } from "@evenodds/core";
import type { BoundInput } from "./bind-inputs.js";
import { arcRoles, roleWords } from "./input-role.js";

/** What a report says of one input of a model. */
export interface ReportedInput {
  readonly name: string;
  /** A role, or the number that the caller gave. */
  readonly given: string;
  readonly knownBy: BoundInput["knownBy"];
}

/** Inputs of evenodds' own models, whose names are their roles. */
const own: ReadonlySet<string> = new Set([contract.x, contract.edgeIndex, contract.edgeWeight]);

/**
 * Returns what the inputs of a model were given, for a report; null where they are those of the contract under their
 * own names, and edges are among them.
 */
export function reportedInputs(inputs: readonly BoundInput[]): readonly ReportedInput[] | null {
  const isPlain = inputs.every(({ tensor, role }) => own.has(tensor.name) && tensor.name === role);
  if (isPlain && inputs.some(({ role }) => arcRoles.has(role))) return null;
  return inputs.map(({ tensor, role, value, knownBy }) => ({
    name: tensor.name,
    given: role === "value" ? String(value) : role,
    knownBy,
  }));
}

/** Returns a sentence on what the inputs were given and how that is known. */
export function inputNote(inputs: readonly BoundInput[]): string {
  const parts = inputs.map(({ tensor, role, value, knownBy }) => {
    const what = role === "value" ? String(value) : roleWords(role);
    return `${tensor.name} ${what} (${knownWords[knownBy]})`;
  });
  const isBlind = !inputs.some(({ role }) => arcRoles.has(role));
  const ignored = isBlind ? " It takes no arcs: the edges of the graph do not matter to it." : "";
  return `The model's inputs were given: ${parts.join("; ")}.${ignored}`;
}

const knownWords: Readonly<Record<BoundInput["knownBy"], string>> = {
  name: "by its name",
  shape: "by its form",
  map: "as requested",
};
