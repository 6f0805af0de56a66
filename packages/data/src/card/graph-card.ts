import type { SplitPart } from "@evenodds/core";
import type { FileFormat } from "../source/file-format.js";

/** One file that a card names. */
export interface CardFile {
  /** Relative to the folder of the card, or absolute. */
  readonly path: string;
  /** Checked before the file is read, where given. */
  readonly sha256?: string | undefined;
  /** Default: by extension, see {@link FileFormat}. */
  readonly format?: FileFormat | undefined;
}

/** A value of a file and the name under which it is shown. */
export interface NamedValue {
  /** In the spelling of core's `canonicalLevel`. */
  readonly value: string;
  readonly name: string;
}

/** How one column becomes a category: the label, or a sensitive attribute. */
export interface CardCategory {
  /** Name of the label or attribute. */
  readonly name: string;
  /** Column of the node files; the name where the card gives none. */
  readonly column: string;
  /**
   * The values that may occur, in the order of their codes; another value in the files is an error. Several values may
   * have one name, they are then one level. Undefined: every value that occurs, sorted.
   */
  readonly levels?: readonly NamedValue[] | undefined;
  /** Texts that stand for "not known", besides blanks and {@link missingTexts}. */
  readonly missing: readonly string[];
  /** Ascending borders b: a number x falls into the interval between the borders `b_i <= x < b_i+1`. */
  readonly bins?: readonly number[] | undefined;
}

/** The label: a category, or a number that a regression learns. */
export interface CardLabel extends CardCategory {
  /** Whether the label is a number; it has no `levels` then. Default: false. */
  readonly numeric: boolean;
}

/** How a column says in which part of a split each node is, with the values that stand for each part. */
export interface CardSplit extends Readonly<Record<SplitPart, readonly string[]>> {
  readonly column: string;
  /** Texts that stand for no part, besides blanks and {@link missingTexts}. */
  readonly missing: readonly string[];
}

/**
 * Texts that are never a level, whatever the file, unless `levels` lists them (NA may be Namibia): the usual spellings
 * of a missing value, so that "nan" does not become a group by accident. Blank cells and NULL are always missing.
 */
export const missingTexts: readonly string[] = ["NA", "N/A", "nan", "NaN", "null", "NULL", "None"];

/** Which columns of the node files are features. With neither list: every column that has no other use. */
export interface CardFeatures {
  /** Exactly these, in this order. Only here may a sensitive column be a feature too. */
  readonly include?: readonly string[] | undefined;
  /** All but these. */
  readonly exclude?: readonly string[] | undefined;
}

export interface CardNodes {
  readonly files: readonly CardFile[];
  /** Default: the most frequent of comma, tab, semicolon, bar and blank in the first line. */
  readonly delimiter?: string | undefined;
  /** Whether the first line has column names. Without, columns are called `column0`, `column1`, … Default: true. */
  readonly header: boolean;
  /** Lines that begin with this character are left out. Default: no line is a comment. */
  readonly comment?: string | undefined;
  /** Column with the node ids. Undefined: the id is the position of the row over all files, from 0. */
  readonly id?: string | undefined;
  /** Where ids mean a node only within one source: a text that names the source. Default: set for ids by position. */
  readonly idScope?: string | undefined;
  readonly label?: CardLabel | undefined;
  readonly sensitive: readonly CardCategory[];
  /** Undefined: the files do not say which nodes are for training and which for testing. */
  readonly split?: CardSplit | undefined;
  readonly features: CardFeatures;
  /** SQL predicate (DuckDB) over the columns of the node files; rows where it is not true are left out. */
  readonly where?: string | undefined;
  /** Leave out nodes that no row of the edge files names. Default: false. */
  readonly connectedOnly: boolean;
  /** Order of the nodes: as in the files, or by id, compared as text (UTF-16 code units). Default: `file`. */
  readonly order: "file" | "id";
}

export interface CardEdges {
  readonly files: readonly CardFile[];
  readonly delimiter?: string | undefined;
  /** Default: true where `source` and `target` are names, false where they are positions. */
  readonly header: boolean;
  /** Lines that begin with this character are left out. Default: no line is a comment. */
  readonly comment?: string | undefined;
  /** Column name, or position from 0. Default: 0 and 1. */
  readonly source: string | number;
  readonly target: string | number;
  /** Column with what each edge weighs, by name or position. Undefined: every edge counts once. */
  readonly edgeWeight?: string | number | undefined;
  /** Columns with what edges are like, by name or position, in the order in which models take them. */
  readonly edgeAttributes?: readonly (string | number)[] | undefined;
  /** Further columns, by name or position, that are left out on purpose, such as weights. */
  readonly ignore: readonly (string | number)[];
  /** False: each row is an edge both ways, and repeated edges are one. Default: false. */
  readonly directed: boolean;
  /** Of a directed graph: whether arcs that are listed k times count once or k times. Default: `merge`. */
  readonly duplicates: "merge" | "keep";
  /** Ids are whole numbers in any notation, such as `8.38e+02`. Default: false. */
  readonly numericIds: boolean;
  /** What to do with a row that names an id which is in no node file. Default: `error`. */
  readonly unmatched: "error" | "drop";
}

/** Counts that the loaded graph must have. `edges` counts undirected edges (of a directed graph: arcs). */
export interface CardExpectations {
  readonly nodes?: number | undefined;
  readonly edges?: number | undefined;
  readonly arcs?: number | undefined;
  readonly features?: number | undefined;
  readonly labelled?: number | undefined;
}

/** What `graph.yaml` says, with defaults filled in: how files become a graph. */
export interface GraphCard {
  /** Default: name of the folder. */
  readonly name: string;
  readonly description?: string | undefined;
  /** Under `license`, or `licence`. */
  readonly license?: string | undefined;
  readonly citation?: string | undefined;
  /** Whether it was made of options and not read from a file, so that messages speak of these. */
  readonly ofOptions?: true | undefined;
  readonly nodes: CardNodes;
  /** Of no files: the rows are a table. */
  readonly edges: CardEdges;
  readonly expect: CardExpectations;
}
