import type { OpenTable } from "../../source/open-table.js";
import type { JoinedTable } from "../counted-outcomes.js";
import type { GroupKey } from "../count/group-key.js";
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
  /** Groups that are merged before they leave the engine; undefined: none. */
  readonly small?: SmallGroups | undefined;
  /** Rows that a join left out, which are not in the table. */
  readonly excluded: { readonly unlabelled: number; readonly "missing-attribute": number };
}

/** Which groups are too small to be shown. */
export interface SmallGroups {
  /** What makes a group. */
  readonly keys: readonly GroupKey[];
  /** Fewest rows of a group that is shown; undefined: any. */
  readonly least: number | undefined;
  /** Column that is 1 in lines of groups that were merged before. */
  readonly marked: number | undefined;
}

export const nothingExcluded: GroupableTable["excluded"] = { unlabelled: 0, "missing-attribute": 0 };
