import { distance } from "fastest-levenshtein";

/** What is wrong, in the four parts that every message of evenodds has. */
export interface Complaint {
  /** The flag, field, column, file or tensor that is wrong. */
  readonly argument: string;
  readonly expected: string;
  readonly found: string;
  /** What the reader can do next. */
  readonly hint?: string | undefined;
}

const brand = Symbol.for("evenodds.error");

/**
 * Base of every error that a user can cause and fix. Anything else that is thrown is a fault of evenodds.
 * `code` is stable and meant for `switch`; `message` is one line and meant for people.
 */
export abstract class EvenoddsError extends Error {
  abstract readonly code: "usage" | "input" | "model" | "engine" | "proof" | "interrupted" | "crash";
  readonly complaint: Complaint;
  readonly [brand] = true;

  constructor(complaint: Complaint, options?: ErrorOptions) {
    const hint = complaint.hint === undefined ? "" : `; ${complaint.hint}`;
    super(oneLine(`${complaint.argument}: expected ${complaint.expected}, found ${complaint.found}${hint}`), options);
    this.name = new.target.name;
    this.complaint = complaint;
  }
}

/**
 * Whether something that was thrown is an {@link EvenoddsError}, of whichever copy of this package: bundlers and nested
 * installations can load it twice, and `instanceof` knows only one.
 */
export function isEvenoddsError(error: unknown): error is EvenoddsError {
  return error instanceof Error && brand in error;
}

/** A flag, option or configuration field is unknown, missing or out of range. */
export class UsageError extends EvenoddsError {
  readonly code = "usage";
}

/** A file, a column, a row or a graph cannot be used as it is. */
export class InputError extends EvenoddsError {
  readonly code = "input";
}

/** A model file cannot be read, or does not fit the graph it is given. */
export class ModelError extends EvenoddsError {
  readonly code = "model";
}

/** A training engine or an execution provider that was asked for by name cannot run here. */
export class EngineError extends EvenoddsError {
  readonly code = "engine";
}

/** An exported model is not equal to the model that was trained. Nothing was written. */
export class ProofError extends EvenoddsError {
  readonly code = "proof";
}

/** Work was stopped on request. What was finished is kept, and `hint` says how to go on. */
export class InterruptedError extends EvenoddsError {
  readonly code = "interrupted";
}

/** Native code ended the child process in which it ran. A fault of evenodds or of a library, never of the caller. */
export class CrashError extends EvenoddsError {
  readonly code = "crash";
}

/**
 * Returns those of `names` that look like `name`, the closest first, at most three. A name is near when at most a third
 * of its letters (and at least one) would have to change; case does not count. Empty when nothing is near.
 */
export function nearMatches(name: string, names: Iterable<string>): string[] {
  const wanted = name.toLowerCase();
  const limit = Math.max(1, Math.floor(name.length / 3));
  return [...names]
    .map((candidate) => ({ candidate, edits: distance(wanted, candidate.toLowerCase()) }))
    .filter(({ edits }) => edits <= limit)
    .sort((a, b) => a.edits - b.edits)
    .slice(0, 3)
    .map(({ candidate }) => candidate);
}

/** Returns `did you mean "a" or "b"?` for near matches of `name`, or, where there are none, the first of `names`. */
export function suggest(name: string, names: Iterable<string>): string {
  const all = [...names];
  const near = nearMatches(name, all);
  if (near.length > 0) return `did you mean ${near.map(quote).join(" or ")}?`;
  if (all.length === 0) return "there is nothing to choose from";
  const more = all.length > 8 ? ` and ${all.length - 8} more` : "";
  return `there is ${all.slice(0, 8).map(quote).join(", ")}${more}`;
}

function quote(text: string): string {
  return JSON.stringify(text);
}

function oneLine(text: string): string {
  return text.replace(/\s*[\r\n]+\s*/g, " ");
}
