import type { CardFile } from "../card/graph-card.js";
import type { SqlFiles } from "../source/sql-files.js";
import type { GroupByEngine } from "./engine/group-by-engine.js";

/** What to do with rows that a join has no single partner for: an error, or leave them out and count them. */
export const joinPolicies = ["fail", "exclude"] as const;
export type JoinPolicy = (typeof joinPolicies)[number];

/** Files with the same columns, read one after another. */
export type TableFiles = string | CardFile | readonly (string | CardFile)[];

/** How files are found and cut. */
export interface FileLayout {
  /** Folder that paths are relative to. Default: the working directory. */
  readonly folder?: string | undefined;
  /** Of delimited text. Default: the most frequent of comma, tab, semicolon and bar in the first line of each file. */
  readonly delimiter?: string | undefined;
  /** Whether delimited text begins with column names; else they are `column0`, `column1`, … Default: true. */
  readonly header?: boolean | undefined;
  /** Lines of delimited text that begin with this character are left out. Default: no line is a comment. */
  readonly comment?: string | undefined;
}

/** One table with a row for each person or node. */
export interface PredictionsSource extends FileLayout {
  readonly predictions: TableFiles;
}

/**
 * The same over two or three tables that share an id column. Rows are matched by the text of the id in the spelling of
 * core's `canonicalId`, or character by character where one table has two ids of one such spelling, never by position;
 * a column is looked for in the table that its use suggests, then in the others.
 */
export interface JoinedSource extends FileLayout {
  readonly predictions: TableFiles;
  readonly attributes?: TableFiles | undefined;
  readonly labels?: TableFiles | undefined;
  /** Name of the id column in every table. */
  readonly id: string;
  /**
   * What to do with an id that another table lacks: an error, or leave the row out and count it. Prediction rows that
   * are left out are excluded as `unlabelled` where the labels lack them, else as `missing-attribute`. Default: `fail`.
   */
  readonly unmatched?: JoinPolicy | undefined;
  /** What to do with an id that a table has more than once: an error, or leave out all its rows. Default: `fail`. */
  readonly duplicates?: JoinPolicy | undefined;
}

/**
 * A table that was counted before: columns for attributes, label and prediction, and how many rows each row stands for.
 */
export interface CountsSource extends FileLayout {
  readonly counts: TableFiles;
  /** Column of the counts, whole numbers of 0 or more. Rows with the same values are added. Default: `count`. */
  readonly count?: string | undefined;
  /**
   * Column that is 1 in the line of all groups that were too small to leave a database, see `countingSql`, and 0 in the
   * others. Its rows are excluded as `small-group`. Default: there is no such line.
   */
  readonly small?: string | undefined;
}

/**
 * One SELECT over a DuckDB database, which is only read. Its columns are named as in its SELECT list. It is parsed
 * before anything runs: any other text is an error.
 */
export interface SqlSource {
  readonly sql: string;
  /** Path of the database file. Default: an empty database; the query can then read files by itself. */
  readonly db?: string | undefined;
  /**
   * Which files the query, and views behind it, may read. Default: `cwd`, those below the working directory, after
   * links.
   */
  readonly sqlFiles?: SqlFiles | undefined;
}

/** One SELECT in another database. Only `GROUP BY` results travel. */
export interface EngineSource {
  readonly sql: string;
  readonly engine: GroupByEngine;
}

/** Where outcomes are counted. */
export type OutcomeSource = PredictionsSource | JoinedSource | CountsSource | SqlSource | EngineSource;
