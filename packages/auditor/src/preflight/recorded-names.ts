import { ModelError } from "@evenodds/core";
import { formatTensor } from "../inspect/describe-tensor.js";
import type { ModelDescription, TensorDescription } from "../inspect/model-description.js";
import { listNames } from "./list-names.js";
import { foreignEntries } from "./foreign-entries.js";
import { parseLiteral, type Literal } from "./parse-literal.js";

/** Names of columns that another tool recorded in a model, in the order of the columns. */
export interface RecordedNames {
  readonly names: readonly string[];
  /** Where they stand, as messages say it: `metadata class_names`, `operator LinearClassifier`. */
  readonly source: string;
  /** Whether they only count the columns (`0, 1, 2`, `LABEL_0, LABEL_1`, `f0, f1`), so that they tell no order. */
  readonly areNumbers: boolean;
}

/** Keys of metadata under which tools write what the columns of the output are; see `foreignEntries`. */
const classKeys: readonly string[] = [
  ..."classes classnames classlabels labels labelnames targetnames".split(" "),
  ..."id2label label2id idtolabel labeltoid idxtoclass classtoidx".split(" "),
];

/** A key that means classes where it holds numbers with their names. */
const mappingKeys: readonly string[] = ["names"];

/** The same for the columns of the features. */
const featureKeys: readonly string[] =
  "featurenames featurenamesin features featurecolumns columns inputfeatures inputcolumns".split(" ");

/**
 * Returns the classes that a model of another tool names for the columns of one output: in its metadata, or by the
 * labels of the operator of `ai.onnx.ml` that gives the output. Null where it names none. Names that only count columns
 * give way to others.
 *
 * Throws {@link ModelError} where two of them differ, and for a list that names no columns, such as one with a name
 * twice.
 */
export function recordedClasses(description: ModelDescription, output: string): RecordedNames | null {
  const labels = description.classLabels.filter((found) => found.output === output);
  return oneOf("classes", [
    ...metadataNames(description, classKeys),
    ...metadataNames(description, mappingKeys, { mappings: true }),
    ...labels.map(({ operator, names }) => recorded(names, `operator ${operator}`)),
  ]);
}

/** Returns the features that the metadata of a model of another tool names; see {@link recordedClasses}. */
export function recordedFeatures(description: ModelDescription, width: number | null): RecordedNames | null {
  return oneOf("features", metadataNames(description, featureKeys, { single: width === 1 }));
}

/** Throws {@link ModelError} for more or fewer names of features than an input has columns, where it fixes them. */
export function checkFeatureCount({ names, source }: RecordedNames, input: TensorDescription): void {
  const width = input.shape?.at(-1);
  if (typeof width !== "number" || names.length === width) return;
  throw new ModelError({
    argument: source,
    expected: `${width} names of features, as many as ${formatTensor(input)} has columns`,
    found: `${names.length} (${listNames(names, { most: 5 })})`,
    hint: "fix that entry of the model's metadata, or remove it",
  });
}

function metadataNames(
  { metadata }: ModelDescription,
  keys: readonly string[],
  { single = false, mappings = false }: { readonly single?: boolean; readonly mappings?: boolean } = {},
): RecordedNames[] {
  return foreignEntries(metadata.foreign, keys).flatMap(({ source, value }) => {
    const literal = typeof value === "string" ? parseLiteral(value) : value;
    if (mappings && (typeof literal !== "object" || literal === null || !("pairs" in literal))) return [];
    const listed = typeof value === "string" ? splitNames(value, { single }) : null;
    const parsed = literal === null ? listed : namesOf(literal);
    // One word or number under such a key is something else: the name of a column, how many classes there are.
    if (parsed === null) return [];
    if ("names" in parsed) return [recorded(parsed.names, source)];
    throw new ModelError({
      argument: source,
      expected: "distinct names of columns, in their order",
      found: parsed.problem,
      hint: "fix that entry of the model's metadata, or remove it",
    });
  });
}

function recorded(names: readonly string[], source: string): RecordedNames {
  return { names, source, areNumbers: countColumns(names) };
}

/** Whether all names are one word, or none, with the number of their column behind it. */
function countColumns(names: readonly string[]): boolean {
  const stem = /^(.*?)0*\d$/s.exec(names[0]!)?.[1];
  if (stem === undefined || !/^[A-Za-z_\s-]*$/.test(stem)) return false;
  const first = Number(names[0]!.slice(stem.length));
  if (first > 1 || (first === 1 && stem === "")) return false;
  return names.every((name, i) => name.startsWith(stem) && Number(name.slice(stem.length)) === first + i);
}

function oneOf(what: string, found: readonly RecordedNames[]): RecordedNames | null {
  const telling = found.filter(({ areNumbers }) => !areNumbers);
  const [first, ...others] = telling.length > 0 ? telling : found;
  if (first === undefined) return null;
  const other = others.find(({ names }) => JSON.stringify(names) !== JSON.stringify(first.names));
  if (other === undefined) return first;
  throw new ModelError({
    argument: `${what} of the model`,
    expected: "one order of them",
    found: `${first.source} (${listNames(first.names, { most: 5 })}) and ${other.source} (${listNames(other.names, { most: 5 })})`,
    hint: "fix or remove the wrong entry of the model's metadata",
  });
}

/** Names that a text lists, or why it is a list that cannot be used; null for a text that is not a list. */
type ParsedNames = { readonly names: readonly string[] } | { readonly problem: string } | null;

/**
 * Returns the names that a text separates by line breaks, else by semicolons, else by commas. One name alone only where
 * `single`.
 */
function splitNames(text: string, { single }: { readonly single: boolean }): ParsedNames {
  const separator = ["\n", ";", ","].find((one) => text.trim().includes(one));
  if (separator === undefined) return single && text.trim() !== "" ? { names: [text.trim()] } : null;
  return distinct(
    text
      .trim()
      .split(separator)
      .map((name) => unquoted(name.trim())),
  );
}

/**
 * Returns the names of a list (`["a", "b"]`), or of a mapping of numbers from 0 to names or of names to numbers from 0
 * (`{"0": "low"}`, `{'low': 0}`), in the order of their columns.
 */
function namesOf(literal: Literal): ParsedNames {
  if (typeof literal !== "object") return null;
  if ("pairs" in literal) return numberedNames(literal.pairs);
  const names = literal.map((name) => (typeof name === "object" ? null : String(name)));
  return names.every((name) => name !== null) ? distinct(names) : null;
}

function numberedNames(pairs: readonly (readonly [string, Literal])[]): ParsedNames {
  const texts = pairs.map(([key, value]) => [key, typeof value === "object" ? null : String(value)] as const);
  if (texts.length === 0 || !texts.every((pair): pair is readonly [string, string] => pair[1] !== null)) return null;
  const isNumber = (text: string) => /^\d+$/.test(text);
  const keys = texts.every(([key]) => isNumber(key));
  if (!keys && !texts.every(([, value]) => isNumber(value))) return null;
  const byNumber = new Map(texts.map(([key, value]) => (keys ? [Number(key), value] : [Number(value), key])));
  const names = texts.map((_, number) => byNumber.get(number));
  if (names.every((name) => name !== undefined)) return distinct(names);
  return { problem: `numbers ${[...byNumber.keys()].slice(0, 5).join(", ")}, which are not 0 to ${texts.length - 1}` };
}

function distinct(names: readonly string[]): ParsedNames {
  if (names.length === 0) return null;
  const repeated = names.find((name, i) => names.indexOf(name) !== i);
  if (repeated !== undefined) return { problem: `${JSON.stringify(repeated)} twice` };
  return names.includes("") ? { problem: "a name that is empty" } : { names };
}

function unquoted(text: string): string {
  return /^(["']).*\1$/s.test(text) && text.length > 1 ? text.slice(1, -1) : text;
}
