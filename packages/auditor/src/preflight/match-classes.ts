import { ModelError } from "@evenodds/core";

/** Names of the columns of the logits, and where the labels of a graph stand among them. */
export interface ClassMatch {
  /** `[C]`, in the order of the logits. */
  readonly classes: readonly string[];
  /** For each class of the graph, its index in `classes`. */
  readonly fromGraph: Int32Array;
}

/**
 * Matches the classes of a model with those of a graph. Where the model records names, classes are matched by name
 * whatever their order; the model may know classes that the graph does not have. Where it does not, the graph must have
 * as many classes as the logits have columns, and the order of the graph is taken. A graph without labels (no classes)
 * takes the names of the model, or else the column numbers.
 *
 * Throws {@link ModelError} with both sides for a class that the model does not know and for differing numbers.
 */
export function matchClasses(options: {
  /** Recorded in the model, null where it records none. */
  readonly model: readonly string[] | null;
  readonly graph: readonly string[];
  /** C */
  readonly columns: number;
}): ClassMatch {
  const { model, graph, columns } = options;
  if (model !== null && model.length !== columns) {
    throw new ModelError({
      argument: "metadata evenodds.classes",
      expected: `${columns} names, as many as the logits have columns`,
      found: `${model.length} (${list(model)})`,
    });
  }
  if (model === null && graph.length > 0 && graph.length !== columns) {
    throw new ModelError({
      argument: "classes",
      expected: `${columns}, as many as the logits have columns (the model does not record their names)`,
      found: `${graph.length} in the graph (${list(graph)})`,
    });
  }
  const classes = model ?? (graph.length > 0 ? graph : Array.from({ length: columns }, (_, c) => String(c)));
  const unknown = graph.filter((name) => !classes.includes(name));
  if (unknown.length > 0) {
    throw new ModelError({
      argument: "classes",
      expected: `labels that the model knows (${list(classes)})`,
      found: `${list(unknown)} among those of the graph (${list(graph)})`,
      hint: "name the classes of the graph as the model does, or mark other values as missing",
    });
  }
  return { classes, fromGraph: Int32Array.from(graph, (name) => classes.indexOf(name)) };
}

/** Returns labels of a graph as indices into the classes of a model; −1 = unlabelled stays. */
export function recodeLabels(label: Int32Array, { fromGraph }: ClassMatch): Int32Array {
  return label.map((code) => (code < 0 ? -1 : fromGraph[code]!));
}

function list(names: readonly string[]): string {
  const more = names.length > 8 ? ` and ${names.length - 8} more` : "";
  return (
    names
      .slice(0, 8)
      .map((name) => JSON.stringify(name))
      .join(", ") + more
  );
}
