import { InputError } from "@evenodds/core";
import { textColumn, withDatabase } from "../source/with-database.js";
import { sqlAsText } from "../source/open-table.js";
import type { FeatureKeeper, NodeRows } from "./read-nodes.js";
import type { NodeSelection } from "./select-nodes.js";

/**
 * Returns the features of the nodes, `[N, F]` row-major, as `keeper` keeps them. `nodeOfRow` gives the node of each
 * row, −1 for rows that are left out. Throws {@link InputError} naming column, node and value for a cell that is blank
 * or not a finite float32, the first such row's.
 */
export async function readFeatures<F>(
  read: NodeRows,
  selection: Pick<NodeSelection, "nodeOfRow" | "rowOfNode" | "nodeIds">,
  keeper: Pick<FeatureKeeper<F>, "ofNodes">,
): Promise<F> {
  const { nodeOfRow, nodeIds } = selection;
  const width = read.features.length;
  const { write, finish } = keeper.ofNodes(selection);
  let row = 0;
  for (const block of read.blocks) {
    /** First row of the block that is not written yet, and its node. */
    let from = 0;
    let first = -1;
    const writeTo = (end: number) => {
      if (first >= 0 && end > from) write(first, block.subarray(from * width, end * width));
    };
    const rows = block.length / width;
    for (let r = 0; r < rows; r++, row++) {
      const node = nodeOfRow[row]!;
      for (let f = 0; f < width && node >= 0; f++) {
        if (Number.isFinite(block[r * width + f])) continue;
        throw await unusableCell(read, { row, column: read.features[f]!, id: nodeIds[node]! });
      }
      const follows = node >= 0 && first >= 0 && node === first + r - from;
      if (follows) continue;
      writeTo(r);
      [from, first] = [r, node];
    }
    writeTo(rows);
  }
  return finish();
}

async function unusableCell(
  read: NodeRows,
  cell: { readonly row: number; readonly column: number; readonly id: string },
) {
  const name = JSON.stringify(read.table.columns[cell.column]);
  const text = await cellText(read, cell);
  const blank = text === null || text.trim() === "";
  const part = read.table.parts[read.starts.findLastIndex((start) => start <= cell.row)]!;
  const isBoolean = part.booleanWords?.has(cell.column) === true;
  return new InputError({
    argument: `feature column ${name} of ${read.table.name}`,
    expected: isBoolean ? "true or false on every node, as in the first row" : "a finite number on every node",
    found: `${blank ? "nothing" : JSON.stringify(text)} on node ${JSON.stringify(cell.id)}`,
    hint: blank
      ? "fill the cell, or list the column under features.exclude"
      : "list the column under features.exclude, or code it in numbers",
  });
}

/** Returns one cell as it stands in its file; reads the file again. */
async function cellText(
  { table, starts }: NodeRows,
  { row, column }: { readonly row: number; readonly column: number },
) {
  const at = starts.findLastIndex((start) => start <= row);
  const part = table.parts[at]!;
  const sql = `SELECT ${sqlAsText(part, column)} FROM ${part.sql} LIMIT 1 OFFSET ${row - starts[at]!}`;
  return withDatabase(async (connection) => (await textColumn(connection, sql))[0] ?? null);
}

/** How many values a numeric column may have before it is taken for a measurement. */
export const mostNumbers = { label: 100, sensitive: 20 };
