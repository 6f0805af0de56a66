import { canonicalLevel, ModelError, type ClassHints } from "@evenodds/core";
import type { ReportWarning } from "../report/audit-report.js";
import type { RecordedNames } from "./recorded-names.js";
import { listNames } from "./list-names.js";

/** A value of the label column, and the name of its class where that is another one. */
export interface NamedClass {
  readonly value: string;
  readonly name?: string | undefined;
}

/** The classes of a graph, and what its card says of them. */
export interface GraphClasses {
  /** In the order of their codes; empty without labels. */
  readonly names: readonly string[];
  /** For each class the values of the files that it stands for, where the card lists them; null where it does not. */
  readonly listed: readonly (readonly string[])[] | null;
  /**
   * Returns what a user does to list these classes: `write under nodes: in the card: label: { column: y, classes: [low,
   * high] }`.
   */
  readonly line: (classes: readonly NamedClass[]) => string;
  readonly hints: ClassHints;
}

/** Which class is in which column of an output, and how that is known. */
export interface ClassOrder {
  /** In the order of the columns, as the graph calls them; null where nobody names any. */
  readonly names: readonly string[] | null;
  /**
   * `evenodds`: recorded by evenodds. `names`: named by another tool. `numbers`: labels 0 to C−1 are numbers of
   * columns. `card`: as the card lists them. `none`: neither model nor graph names any.
   */
  readonly by: "evenodds" | "names" | "numbers" | "card" | "none";
  /** Where in the model another tool's names are; null where it has none. */
  readonly source: string | null;
}

/** What {@link resolveClasses} matches. */
export interface ClassSides {
  readonly graph: GraphClasses;
  /** What evenodds recorded; null for models of other tools. */
  readonly own: readonly string[] | null;
  /** What another tool recorded. */
  readonly recorded: RecordedNames | null;
  /** C, which is 2 where the output is one column about the second class; null where the output does not tell. */
  readonly count: number | null;
  readonly isOneColumn: boolean;
}

/**
 * Returns which class is in which column of a classifier's output. What evenodds recorded is taken; then what
 * another tool recorded in the file, matched by the names of the graph's classes or by the values that its card lists
 * for them; then labels that are exactly 0 to C−1, which are numbers of columns; then the order in which the card lists
 * the classes. There is no other order: that of the alphabet is none of the model's.
 *
 * Throws {@link ModelError} with the line to write into the card where that is all that lacks, for classes that the
 * model does not name, and for numbers of classes that differ.
 */
export function resolveClasses(sides: ClassSides): ClassOrder {
  const { graph, own, recorded, count } = sides;
  if (own !== null) return { names: own, by: "evenodds", source: null };
  if (recorded !== null) {
    const { names, source, areNumbers } = recorded;
    if (count !== null && names.length !== count) throw wrongCount(sides, { names, source, count });
    const matched = graph.names.length === 0 ? names : matchNames(graph, names);
    if (matched !== null) return { names: matched, by: "names", source };
    if (!areNumbers) return matchNumbers(graph, recorded);
  }
  if (graph.names.length === 0) return { names: null, by: "none", source: null };
  if (count !== null && graph.names.length !== count) throw otherCount(sides, count);
  const values = graph.listed?.map((all) => all.join("\n")) ?? graph.names;
  if (arePlaces(values)) return { names: graph.names, by: "numbers", source: null };
  if (graph.listed !== null) return { names: graph.names, by: "card", source: null };
  throw unknownOrder(sides);
}

/** Returns a sentence for a report about how classes and columns were matched; null where evenodds recorded it. */
export function classOrderNote({ names, by, source }: ClassOrder, { hints: { place } }: GraphClasses): string | null {
  const order = listNames(names ?? [], { most: 20 });
  switch (by) {
    case "evenodds":
      return null;
    case "names":
      return `Classes of the model's columns are matched by name, from the model's ${source ?? "metadata"}: ${order}.`;
    case "numbers":
      return (
        `Classes of the model's columns: the labels are the whole numbers 0 to ${(names?.length ?? 1) - 1} and are taken as the ` +
        `numbers of the columns${source === null ? "; the model records no names of classes" : `, which the model's ${source} names`}.`
      );
    case "card":
      return (
        `Classes of the model's columns are taken in the order in which ${place} lists them, because the model records no ` +
        `names: ${order}. That order cannot be checked.`
      );
    case "none":
      return "Classes of the model's columns are called by their numbers: neither the model nor the graph names them.";
  }
}

/**
 * Returns a warning where the card lists the numbers 0 to C−1 in another order and a model without names is read by
 * that order.
 */
export function classOrderWarnings({ names, by }: ClassOrder, { listed, hints }: GraphClasses): ReportWarning[] {
  if (by !== "card" || names === null || listed === null) return [];
  const values = listed.map((all) => (all.length === 1 ? all[0]! : ""));
  const inOrder = [...values].sort((a, b) => Number(a) - Number(b));
  if (!arePlaces(inOrder) || arePlaces(values)) return [];
  const first = `column 0 of the model is taken as class ${JSON.stringify(names[0])}, the label ${values[0]}`;
  return [{ code: "class-order", message: `${hints.place} lists the labels as ${values.join(", ")}, so ${first}` }];
}

/** Whether classes are the numbers of their own places, from 0. */
function arePlaces(names: readonly string[]): boolean {
  return names.every((name, place) => name === String(place));
}

/**
 * Returns a model's names in the spelling of the graph, where every class of the graph is found among them by its name,
 * or every one by its values; else null.
 */
function matchNames({ names, listed }: GraphClasses, recorded: readonly string[]): readonly string[] | null {
  const places = new Map(recorded.map((name, place) => [canonicalLevel(name), place]));
  if (places.size < recorded.length) return null;
  const find = (values: readonly (readonly string[])[]): readonly string[] | null => {
    const graphNames = new Map<number, string>();
    for (const [code, all] of values.entries()) {
      const found = new Set(all.map((value) => places.get(canonicalLevel(value))));
      const [place] = found;
      if (found.size !== 1 || place === undefined || graphNames.has(place)) return null;
      graphNames.set(place, names[code]!);
    }
    const inOrder = recorded.map((name, place) => graphNames.get(place) ?? name);
    return new Set(inOrder).size === inOrder.length ? inOrder : null;
  };
  return find(names.map((name) => [name])) ?? (listed === null ? null : find(listed));
}

/** Names that the graph does not have fit to its labels only where those are all the numbers of the columns. */
function matchNumbers(graph: GraphClasses, { names, source }: RecordedNames): ClassOrder {
  const values = graph.listed ?? graph.names.map((name) => [name]);
  const codeOf = new Map(values.map((all, code) => [all.join("\n"), code]));
  const codes = names.map((_, place) => codeOf.get(String(place)));
  const mean = names.every((name) => !/^[-+]?\d+$/.test(name));
  if (mean && graph.names.length === names.length && codes.every((code) => code !== undefined)) {
    return { names: codes.map((code) => graph.names[code]!), by: "numbers", source };
  }
  const unknown = graph.names.filter((name) => !names.includes(name));
  const places = graph.names.every((name) => /^\d+$/.test(name) && Number(name) < names.length);
  const numbered = graph.listed === null && mean && places;
  throw new ModelError({
    argument: "classes",
    expected: `labels that the model knows by its ${source} (${listNames(names)})`,
    found: `${listNames(unknown)} among those of the graph (${listNames(graph.names)})`,
    hint: numbered
      ? `if they are the numbers of the columns, ${graph.line(names.map((name, place) => ({ value: String(place), name })))}`
      : graph.hints.rename,
  });
}

function wrongCount(
  { isOneColumn }: ClassSides,
  { names, source, count }: Pick<RecordedNames, "names" | "source"> & { readonly count: number },
): ModelError {
  return new ModelError({
    argument: source,
    expected: `${count} names of classes, ${because(isOneColumn)}`,
    found: `${names.length} (${listNames(names)})`,
    hint: "fix that entry of the model, or remove it",
  });
}

function otherCount({ graph, isOneColumn }: ClassSides, count: number): ModelError {
  const { names, listed, line, hints } = graph;
  const unknown = names.find((name) => /^-\d+$/.test(name));
  const places = listed === null && names.every((name) => /^\d+$/.test(name) && Number(name) < count);
  const all = Array.from({ length: count }, (_, place) => ({ value: String(place) }));
  const lacking = places
    ? `if they are the numbers of the columns, ${line(all)}`
    : `${hints.listAll}, in the order of the model's columns`;
  const tooMany = unknown === undefined ? hints.notClasses : `if ${unknown} means not known, ${hints.unknown(unknown)}`;
  return new ModelError({
    argument: "classes",
    expected: `${count}, ${because(isOneColumn)} (the model does not record their names)`,
    found: `${names.length} in the graph (${listNames(names)})`,
    hint: names.length < count ? lacking : tooMany,
  });
}

function unknownOrder({ graph: { names, line, hints }, isOneColumn }: ClassSides): ModelError {
  const order = isOneColumn
    ? "the class whose logit or probability the column is comes second"
    : "that of column 0 first";
  return new ModelError({
    argument: "classes",
    expected: "their order in the columns of the model, which it does not record and which no sorting of labels gives",
    found: `${listNames(names)} as labels, and no classes in ${hints.place}`,
    hint:
      `${line(names.map((value) => ({ value })))} with the classes in the order of the model's ` +
      `columns, ${order} (here they are only sorted; whoever trained the model knows their order)`,
  });
}

function because(isOneColumn: boolean): string {
  return isOneColumn ? "because the output is one logit" : "as many as the logits have columns";
}
