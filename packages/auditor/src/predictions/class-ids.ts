import { maximum, ModelError } from "@evenodds/core";
import type { DecidedOutput } from "../inspect/output-kind/decide-output.js";
import type { ModelRun } from "../session/model-session.js";
import { listNames } from "../preflight/list-names.js";

type Ids = Pick<ModelRun, "values" | "texts">;

/** More than these are numbers of something else. */
const mostClasses = 100_000;

/**
 * Returns the different ids of an output as texts, numbers in order of size: the names of classes where nobody gave
 * any. Throws {@link ModelError} for more than 100,000.
 */
export function namesOfIds({ values, texts }: Ids, { ids }: Pick<DecidedOutput, "ids">): readonly string[] {
  if (texts === null && ids !== "labels") {
    const largest = maximum(values, -1);
    if (largest >= mostClasses) throw tooMany(`the number ${largest}`);
    return Array.from({ length: Math.ceil(largest + 1) }, (_, id) => String(id));
  }
  const different = new Set<string | number>();
  for (const id of texts ?? values) {
    different.add(id);
    if (different.size > mostClasses) throw tooMany("more");
  }
  const numbers = texts === null ? [...different].sort((a, b) => Number(a) - Number(b)) : [...different].sort();
  return numbers.map(String);
}

function tooMany(found: string): ModelError {
  return new ModelError({
    argument: "class ids of the model",
    expected: `at most ${mostClasses} classes`,
    found,
    hint: "name a label and its classes in the graph card, or take a model whose output is a class",
  });
}

/**
 * Returns the predicted classes `[N]` of an output that holds class ids, as indices into `classes`. Ids are numbers
 * from 0 in the order of the classes where the file says so, or where no class is called by a number; they are names of
 * classes where the file says that, and where they are texts.
 *
 * Throws {@link ModelError} for an id that is not a class, and where both readings are possible and differ.
 */
export function classIds(
  { values, texts }: Ids,
  {
    ids,
    classes,
    nodeIds,
  }: Pick<DecidedOutput, "ids"> & { readonly classes: readonly string[]; readonly nodeIds?: readonly string[] },
): Int32Array {
  const places = new Map(classes.map((name, place) => [name, place]));
  const byName = texts !== null || isByName(ids, classes);
  const rows = texts ?? values;
  return Int32Array.from({ length: rows.length }, (_, row) => {
    const id = rows[row]!;
    const place = byName ? (places.get(String(id)) ?? -1) : Number(id);
    if (Number.isInteger(place) && place >= 0 && place < classes.length) return place;
    throw new ModelError({
      argument: "class ids of the model",
      expected: byName
        ? `classes of the graph (${listNames(classes)})`
        : `whole numbers from 0 to ${classes.length - 1}`,
      found: `${JSON.stringify(id)} on node ${JSON.stringify(nodeIds?.[row] ?? row)}`,
      hint: byName
        ? "name the classes of the graph as the model does"
        : `the classes are ${listNames(classes)}, in this order; name all of them under classes in the graph card`,
    });
  });
}

function isByName(ids: DecidedOutput["ids"], classes: readonly string[]): boolean {
  if (ids !== null) return ids === "labels";
  const isNumbered = classes.every((name, place) => name === String(place));
  if (isNumbered || !classes.some((name) => /^[+-]?\d+(?:\.0*)?$/.test(name))) return false;
  throw new ModelError({
    argument: "class ids of the model",
    expected: "a file that tells whether they are numbers from 0 or names of classes",
    found: `classes that are called by numbers of their own (${listNames(classes)})`,
    hint: "export scores instead of ids, or audit a file of predictions",
  });
}
