import { basename, extname } from "node:path";
import { canonicalLevel } from "@evenodds/core";
import type { CardCategory, GraphCard, NamedValue } from "../card/graph-card.js";
import type { RequestedAttribute } from "../outcomes/outcome-request.js";
import type { FileLayout } from "../outcomes/outcome-source.js";
import { loadLocatedGraph, type LoadedGraph, type LoadOptions } from "./load-graph.js";

/** Files of rows that a model is run on, and which columns are what. */
export interface RowTable extends FileLayout {
  /** CSV, TSV, Parquet or JSON files with the same columns; relative to the working directory. */
  readonly table: string | readonly string[];
  /** Column with the ids of the rows. Default: their positions, from 0. */
  readonly id?: string | undefined;
  /** Column of the true class, or number. Default: no row has a label. */
  readonly label?: string | undefined;
  /** Whether the label is a number, as for a regression. Default: false. */
  readonly numeric?: boolean | undefined;
  /** The classes, in the order of their codes: each other one is an error. Default: those that occur, sorted. */
  readonly classes?: readonly string[] | undefined;
  /** Columns of the sensitive attributes. Default: none. */
  readonly sensitive?: readonly (string | RequestedAttribute)[] | undefined;
  /** Texts that stand for "not known" in labels and attributes, besides blanks, `NA` and the like. */
  readonly missing?: readonly string[] | undefined;
}

/**
 * Loads the rows of a table as a graph without edges and without features; the columns that a model wants are in
 * `columns`, as texts. Rows without a label or an attribute stay and have the code −1.
 *
 * Throws {@link InputError} as `loadGraph` does for its node files.
 */
export async function loadTable(
  rows: RowTable,
  options: Pick<LoadOptions, "cluster" | "columns" | "onStage"> = {},
): Promise<LoadedGraph> {
  return loadLocatedGraph({ card: cardOf(rows), folder: "." }, { ...options, featureNames: [] });
}

function cardOf({
  table,
  id,
  label,
  numeric = false,
  classes,
  sensitive = [],
  missing = [],
  ...layout
}: RowTable): GraphCard {
  const files = (typeof table === "string" ? [table] : table).map((path) => ({ path }));
  const first = basename(files[0]?.path ?? "");
  const { header = true, delimiter, comment } = layout;
  const category = (given: string | RequestedAttribute): CardCategory => {
    const attribute: RequestedAttribute = typeof given === "string" ? { column: given } : given;
    return {
      name: attribute.name ?? attribute.column,
      column: attribute.column,
      levels: attribute.levels?.map(namedValue),
      bins: attribute.bins,
      missing: [...missing, ...(attribute.missing ?? [])],
    };
  };
  return {
    name: first.slice(0, first.length - extname(first).length),
    ofOptions: true,
    nodes: {
      ...{ files, header, delimiter, comment, id },
      label: label === undefined ? undefined : { ...category({ column: label, levels: classes }), numeric },
      sensitive: sensitive.map(category),
      features: {},
      connectedOnly: false,
      order: "file",
    },
    edges: {
      ...{ files: [], header: true, source: 0, target: 1, ignore: [] },
      ...{ directed: true, duplicates: "keep", numericIds: false, unmatched: "error" },
    },
    expect: {},
  };
}

function namedValue(level: string | NamedValue): NamedValue {
  const { value, name } = typeof level === "string" ? { value: level, name: level } : level;
  return { value: canonicalLevel(value), name: canonicalLevel(name) };
}
