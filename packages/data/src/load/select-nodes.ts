import { InputError, idKeys, repeatedTexts, type LargeMap } from "@evenodds/core";
import type { CardNodes } from "../card/graph-card.js";
import {
  examplesOf,
  exampleCount,
  type ExcludedRows,
  type FileAccounting,
  type RowExclusionReason,
} from "./file-accounting.js";

/** Which rows are nodes, and which node each is. */
export interface NodeSelection {
  readonly nodeIds: readonly string[];
  /** `[rows]`, node of the row, −1 = left out. */
  readonly nodeOfRow: Int32Array;
  /** `[N]`, row of the node. */
  readonly rowOfNode: Int32Array;
  readonly accounting: FileAccounting;
}

/** Returns the id of each row: the text of its id column without outer blanks, or its position. Blank ids are "". */
export function rowIds(texts: readonly (string | null)[] | undefined, rows: number): string[] {
  if (texts === undefined) return Array.from({ length: rows }, (_, row) => String(row));
  return texts.map((text) => (text === null ? "" : text.trim()));
}

/**
 * Chooses and orders the nodes: rows with `where` 1 and, where it is given, whose id is in `endpoints` (all ids that
 * edge rows name). Throws {@link InputError} for rows without id, repeated ids, and where nothing is left.
 */
export function selectNodes(
  ids: readonly string[],
  options: {
    readonly nodes: CardNodes;
    readonly name: string;
    readonly where: Uint8Array | undefined;
    readonly endpoints: LargeMap<string, true> | undefined;
  },
): NodeSelection {
  const { nodes, name, where, endpoints } = options;
  const kept: number[] = [];
  const excluded = new Map<RowExclusionReason, number[]>();
  for (let row = 0; row < ids.length; row++) {
    const reason = where?.[row] === 0 ? "where" : endpoints?.has(ids[row]!) === false ? "not-in-edges" : null;
    if (reason === null) kept.push(row);
    else if (!excluded.get(reason)?.push(row)) excluded.set(reason, [row]);
  }
  checkIds(kept, { ids, name });
  if (nodes.order === "id") sortById(kept, ids);
  if (kept.length === 0) {
    throw new InputError({
      argument: name,
      expected: "at least one node",
      found: ids.length === 0 ? "no rows" : `${ids.length} rows, none of which is left`,
      hint: ids.length === 0 ? "check the file" : "check where and connected_only in the card",
    });
  }
  const nodeOfRow = new Int32Array(ids.length).fill(-1);
  kept.forEach((row, node) => (nodeOfRow[row] = node));
  return {
    nodeIds: kept.map((row) => ids[row]!),
    nodeOfRow,
    rowOfNode: Int32Array.from(kept),
    accounting: {
      read: ids.length,
      used: kept.length,
      excluded: [...excluded].map(([reason, rows]): ExcludedRows => ({
        reason,
        rows: rows.length,
        examples: rows.slice(0, exampleCount).map((row) => ids[row]!),
      })),
    },
  };
}

/** By the keys of ids, so that `1.0` in one file and `1` in another give one order. */
function sortById(kept: number[], ids: readonly string[]): void {
  const keys = idKeys(kept.map((row) => ids[row]!));
  const keyOfRow = new Array<string>(ids.length);
  kept.forEach((row, at) => (keyOfRow[row] = keys[at]!));
  kept.sort((a, b) => (keyOfRow[a]! < keyOfRow[b]! ? -1 : 1));
}

function checkIds(
  kept: readonly number[],
  { ids, name }: { readonly ids: readonly string[]; readonly name: string },
): void {
  const blank = kept.filter((row) => ids[row] === "");
  if (blank.length > 0) {
    throw new InputError({
      argument: `ids of ${name}`,
      expected: "an id in every row",
      found: `${blank.length} rows without, the first of them data row ${blank[0]! + 1}`,
    });
  }
  const repeated = repeatedTexts(
    kept.map((row) => ids[row]!),
    { most: Infinity },
  );
  if (repeated.length > 0) {
    throw new InputError({
      argument: `ids of ${name}`,
      expected: "each id once",
      found: `${examplesOf(repeated)} more than once`,
      hint: "remove the repeated rows, or leave them out with where",
    });
  }
}
