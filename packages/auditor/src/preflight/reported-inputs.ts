import { contract } from "@evenodds/core";
import type { BoundColumns } from "./bind-columns.js";
import type { BoundInput } from "./bind-inputs.js";
import { listNames } from "./list-names.js";
import { arcRoles, roleWords } from "./input-role.js";

/** What a report says of one input of a model. */
export interface ReportedInput {
  readonly name: string;
  /** A role, columns of a table, or the number that the caller gave. */
  readonly given: string;
  readonly knownBy: BoundInput["knownBy"] | BoundColumns["knownBy"];
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

/** Returns what the inputs of a model were given of a table, for a report. */
export function reportedColumns(inputs: readonly BoundColumns[]): readonly ReportedInput[] {
  return inputs.map(({ tensor, columns, value, knownBy }) => ({
    name: tensor.name,
    given: value === undefined ? columns.join(", ") : String(value),
    knownBy,
  }));
}

/** Returns a sentence on what the inputs were given of a table and how that is known. */
export function columnsNote(inputs: readonly BoundColumns[]): string {
  const parts = inputs.map(({ tensor, columns, value, knownBy, source }) => {
    const what = value === undefined ? listNames(columns, { most: 20 }) : String(value);
    const how = source === null ? columnWords[knownBy] : `by name, from the model's ${source}`;
    return `${tensor.name} ${what} (${how})`;
  });
  return `The model's inputs were given: ${parts.join("; ")}.`;
}

const columnWords: Readonly<Record<BoundColumns["knownBy"], string>> = {
  name: "by name",
  position: "by position, in the order of the table: not checked, because the model does not record names",
  map: "as requested",
};

const knownWords: Readonly<Record<BoundInput["knownBy"], string>> = {
  name: "by its name",
  shape: "by its form",
  map: "as requested",
};
