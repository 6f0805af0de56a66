import { findLevel, ModelError } from "@evenodds/core";
import { listNames } from "./list-names.js";

/** Names of the columns of the logits, and where the labels of a graph are among them. */
export interface ClassMatch {
  /** `[C]`, in the order of the logits. */
  readonly classes: readonly string[];
  /** For each class of the graph, its index in `classes`. */
  readonly fromGraph: Int32Array;
}

/** What {@link matchClasses} matches. */
interface MatchedSides {
  /** Recorded in the model, null where it records none. */
  readonly model: readonly string[] | null;
  readonly graph: readonly string[];
  /** Columns of the output: C, or 1 where the task is `binary`. */
  readonly columns: number;
  /** Default: `classification`. */
  readonly task?: "classification" | "binary" | undefined;
}

/**
 * Matches the classes of a model with those of a graph. Where the model records names, classes are matched by name
 * whatever their order; the model may know classes that the graph does not have. Where it does not, the graph must have
 * as many classes as the logits have columns, and the order of the graph is taken. A graph without labels (no classes)
 * takes the names of the model, or else the column numbers. One logit (`binary`) is that of the second of two classes.
 *
 * Throws {@link ModelError} with both sides for a class that the model does not know and for differing numbers, and for
 * a single column that nobody has said to be a logit.
 */
export function matchClasses(options: MatchedSides): ClassMatch {
  const { model, graph, columns, task = "classification" } = options;
  const isOneLogit = task === "binary";
  const count = isOneLogit ? 2 : columns;
  const because = isOneLogit ? "because the output is one logit" : "as many as the logits have columns";
  checkNumber(options, { count, because });
  const classes = model ?? (graph.length > 0 ? graph : Array.from({ length: count }, (_, c) => String(c)));
  const places = graph.map((name) => placeOf(name, { classes, graph }));
  const unknown = graph.filter((_, code) => places[code]! < 0);
  if (unknown.length > 0) {
    throw new ModelError({
      argument: "classes",
      expected: `labels that the model knows (${listNames(classes)})`,
      found: `${listNames(unknown)} among those of the graph (${listNames(graph)})`,
      hint: "name the classes of the graph as the model does, or mark other values as missing",
    });
  }
  return { classes, fromGraph: Int32Array.from(places) };
}

/** The class of a model that a class of the graph is; one spelling of true or of a number will do for another. */
function placeOf(
  name: string,
  { classes, graph }: { readonly classes: readonly string[]; readonly graph: readonly string[] },
): number {
  const place = findLevel(classes, name);
  return place >= 0 && classes[place] !== name && graph.includes(classes[place]!) ? -1 : place;
}

/** Returns labels of a graph as indices into the classes of a model; −1 = unlabelled stays. */
export function recodeLabels(label: Int32Array, { fromGraph }: ClassMatch): Int32Array {
  return label.map((code) => (code < 0 ? -1 : fromGraph[code]!));
}

function checkNumber(
  sides: MatchedSides,
  { count, because }: { readonly count: number; readonly because: string },
): void {
  const { model, graph } = sides;
  const hint = oneColumnHint(sides);
  if (model !== null && model.length !== count) {
    throw new ModelError({
      argument: "metadata evenodds.classes",
      expected: `${count} names, ${because}`,
      found: `${model.length} (${listNames(model)})`,
      hint,
    });
  }
  if (model === null && graph.length > 0 && graph.length !== count) {
    throw new ModelError({
      argument: "classes",
      expected: `${count}, ${because} (the model does not record their names)`,
      found: `${graph.length} in the graph (${listNames(graph)})`,
      hint,
    });
  }
  if (model === null && graph.length === 0 && hint !== undefined) {
    throw new ModelError({
      argument: "columns of the model's output",
      expected: "one for each class",
      found: "1, and no names of classes in the model or the graph",
      hint,
    });
  }
}

/** A column alone tells no classes apart by its softmax, so it must mean something else. */
function oneColumnHint({ model, graph, columns, task = "classification" }: MatchedSides): string | undefined {
  if (task !== "classification" || columns !== 1) return undefined;
  const names = model ?? graph;
  if (names.length === 0)
    return "add ‘outputKind: one-logit’ if it is the logit of the second of two classes, ‘outputKind: number’ if a number";
  return names.length === 2
    ? `if it is the logit of class ${JSON.stringify(names[1])}, add ‘outputKind: one-logit’`
    : undefined;
}
