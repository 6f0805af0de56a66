import { InputError } from "@evenodds/core";
import { DuckDBFloatVector, type DuckDBConnection } from "@duckdb/node-api";
import { cellText, type StagedNodes } from "./stage-nodes.js";

/**
 * Returns the features of the nodes, `[N, F]` row-major. `nodeOfRow` gives the node of each row, −1 for rows that are left
 * out. Throws {@link InputError} naming column, node and value for a cell that is blank or not a finite float32.
 */
export async function readFeatures(
  connection: DuckDBConnection,
  staged: StagedNodes,
  { nodeOfRow, nodeIds }: { readonly nodeOfRow: Int32Array; readonly nodeIds: readonly string[] },
): Promise<Float32Array> {
  const width = staged.features.length;
  const features = new Float32Array(nodeIds.length * width);
  // NULL as NaN: a column without NULLs has no validity mask to look into.
  const selected = staged.features.map((column) => `COALESCE(f${column}, 'NaN'::FLOAT)`).join(", ");
  let start = 0;
  for await (const chunk of await connection.stream(`SELECT ${selected} FROM node`)) {
    const rows = chunk.rowCount;
    for (let f = 0; f < width; f++) {
      const vector = chunk.getColumnVector(f);
      if (!(vector instanceof DuckDBFloatVector)) throw new TypeError("features are staged as FLOAT");
      for (let r = 0; r < rows; r++) {
        const node = nodeOfRow[start + r]!;
        if (node < 0) continue;
        const value = vector.getItem(r) ?? NaN;
        if (!Number.isFinite(value)) {
          throw await unusableCell(staged, { row: start + r, column: staged.features[f]!, id: nodeIds[node]! });
        }
        features[node * width + f] = value;
      }
    }
    start += rows;
  }
  return features;
}

async function unusableCell(
  staged: StagedNodes,
  cell: { readonly row: number; readonly column: number; readonly id: string },
) {
  const name = JSON.stringify(staged.table.columns[cell.column]);
  const text = await cellText(staged, cell);
  const blank = text === null || text.trim() === "";
  return new InputError({
    argument: `feature column ${name} of ${staged.table.name}`,
    expected: "a finite number on every node",
    found: `${blank ? "nothing" : JSON.stringify(text)} on node ${JSON.stringify(cell.id)}`,
    hint: blank
      ? "fill the cell, or list the column under features.exclude"
      : "list the column under features.exclude, or code it in numbers",
  });
}
