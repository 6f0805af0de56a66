import type { OpenTable } from "../../source/open-table.js";
import type { JoinedTable } from "../counted-outcomes.js";
import type { GroupByEngine } from "../engine/group-by-engine.js";

/** A column that a request names, and the table of a join in which it is looked for first. */
export interface WantedColumn {
  /** What the request calls it, for messages. */
  readonly argument: string;
  readonly column: string;
  readonly role: JoinedTable["role"];
}

/** A table in an engine that can group it, with the wanted columns found. */
export interface GroupableTable extends OpenTable {
  readonly engine: GroupByEngine;
  /** Column of each wanted one, in their order. */
  readonly at: readonly number[];
  /** Whether the first rows can be read without the others. */
  readonly startsFast: boolean;
  readonly joined: readonly JoinedTable[];
  /** Rows that a join left out, which are not in the table. */
  readonly excluded: { readonly unlabelled: number; readonly "missing-attribute": number };
}

export const nothingExcluded: GroupableTable["excluded"] = { unlabelled: 0, "missing-attribute": 0 };
