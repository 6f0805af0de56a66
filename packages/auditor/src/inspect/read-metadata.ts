import {
  JsonRefusal,
  metadataKeys,
  ModelError,
  parseJson as parseText,
  splitParts,
  suggest,
  tasks,
  type Provenance,
  type RecordedSplit,
  type Task,
} from "@evenodds/core";
import type { ModelMetadata } from "./model-description.js";

/**
 * Reads the `evenodds.*` entries of a model. A model without them is legal, whatever tool it comes from; one whose
 * entries have a wrong form is not, because names or a split that were guessed would make a wrong audit. Keys under
 * `evenodds.` that this version does not know are kept with the foreign ones.
 *
 * Throws {@link ModelError} naming the key, what it must hold and what it holds.
 */
export function readMetadata(
  entries: readonly { readonly key?: string | null; readonly value?: string | null }[],
): ModelMetadata {
  const foreign = new Map<string, string>();
  const own = new Map<string, string>();
  for (const { key, value } of entries) {
    const name = key ?? "";
    (ownKeys.has(name) ? own : foreign).set(name, value ?? "");
  }
  const read = <T>(key: string, parse: (text: string, key: string) => T) => {
    const text = own.get(key);
    return text === undefined ? null : parse(text, `metadata ${key}`);
  };
  return {
    featureNames: read(metadataKeys.featureNames, parseNames),
    task: read(metadataKeys.task, parseTask),
    classes: read(metadataKeys.classes, parseNames),
    labelName: read(metadataKeys.label, (text) => text),
    form: read(metadataKeys.form, (text) => text),
    preprocessing: read(metadataKeys.preprocessing, parsePreprocessing),
    split: read(metadataKeys.split, parseSplit),
    provenance: read(metadataKeys.provenance, parseProvenance),
    foreign: Object.fromEntries(foreign),
  };
}

/** The keys that evenodds reads. Those that the ONNX specification recommends say nothing to it. */
const ownKeys: ReadonlySet<string> = new Set(Object.values(metadataKeys).filter((key) => key.startsWith("evenodds.")));

/** A task of a later version would be misread as one of these, so it is an error and not a foreign key. */
function parseTask(text: string, argument: string): Task {
  const task = tasks.find((known) => known === text);
  if (task !== undefined) return task;
  throw wrong(argument, tasks.join(", "), text, { hint: suggest(text, tasks) });
}

function parseNames(text: string, argument: string): readonly string[] {
  const value = parseJson(text, argument, "a JSON list of distinct texts");
  if (Array.isArray(value) && value.every((name) => typeof name === "string") && new Set(value).size === value.length) {
    return value;
  }
  throw wrong(argument, "a JSON list of distinct texts", text);
}

function parsePreprocessing(text: string, argument: string): string {
  const expected = 'a JSON object with a text "method"';
  const value = parseJson(text, argument, expected);
  if (isObject(value) && typeof value.method === "string") return value.method;
  throw wrong(argument, expected, text);
}

function parseSplit(text: string, argument: string): RecordedSplit {
  const expected = "hashes of 16 hex digits each, joined, under train, validation and test";
  const value = parseJson(text, argument, expected);
  // A group that repeats, as in /^(?:[0-9a-f]{16})*$/, ends with a RangeError at some 300,000 repetitions.
  const isPart = (part: unknown) => typeof part === "string" && part.length % 16 === 0 && /^[0-9a-f]*$/.test(part);
  if (isObject(value) && splitParts.every((part) => isPart(value[part]))) {
    return { train: String(value.train), validation: String(value.validation), test: String(value.test) };
  }
  throw wrong(argument, expected, text);
}

function parseProvenance(text: string, argument: string): Provenance {
  const expected = "a JSON object with tool, method, seed, options, engine, graph, sensitive and epochs";
  const value = parseJson(text, argument, expected);
  if (isProvenance(value)) return value;
  throw wrong(argument, expected, text);
}

function isProvenance(value: unknown): value is Provenance {
  return (
    isObject(value) &&
    [value.tool, value.method, value.engine].every((field) => typeof field === "string") &&
    [value.seed, value.epochs].every((field) => typeof field === "number") &&
    isObject(value.options) &&
    isObject(value.graph) &&
    [value.graph.name, value.graph.sha256].every((field) => typeof field === "string") &&
    (value.sensitive === null || typeof value.sensitive === "string")
  );
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function parseJson(text: string, argument: string, expected: string): unknown {
  try {
    return parseText(text);
  } catch (cause) {
    throw wrong(argument, expected, text, { cause });
  }
}

function wrong(
  argument: string,
  expected: string,
  text: string,
  { hint, cause }: { readonly hint?: string; readonly cause?: unknown } = {},
): ModelError {
  const found = cause instanceof JsonRefusal ? cause.message : text.length > 60 ? `${text.slice(0, 60)}…` : text;
  return new ModelError({ argument, expected, found: found === "" ? "nothing" : found, hint }, { cause });
}
