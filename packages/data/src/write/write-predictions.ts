import { InputError } from "@evenodds/core";
import { fileFormat } from "../source/file-format.js";
import { writeFileAtomically } from "./write-atomically.js";
import { writeTable, type OutputColumn } from "./write-table.js";

/** What a classifier says of N nodes, C classes. */
export interface Predictions {
  /** `[N]` */
  readonly nodeIds: readonly string[];
  readonly classes: readonly string[];
  /** `[N]`, index into `classes`; −1 = no prediction. */
  readonly predicted: Int32Array;
  /** `[N]`, index into `classes`; −1 = unlabelled. */
  readonly label?: Int32Array | undefined;
  /** `[N, C]`, row-major, in [0, 1]. */
  readonly probabilities?: Float32Array | undefined;
}

/**
 * Writes predictions as CSV, TSV, Parquet or JSON by the extension of `file`, one row a node: `node_id`, `predicted`,
 * `label` (where given) and `probability_<class>` (where given). Missing values and numbers that are not finite are empty
 * cells. An existing file is replaced in one step.
 *
 * Throws InputError for an unknown extension and for arrays whose lengths disagree.
 */
export async function writePredictions(file: string, predictions: Predictions): Promise<void> {
  const format = fileFormat(file);
  const { nodeIds, classes, predicted, label, probabilities } = predictions;
  const rows = nodeIds.length;
  checkLength("predicted", predicted.length, rows);
  if (label !== undefined) checkLength("label", label.length, rows);
  if (probabilities !== undefined) checkLength("probabilities", probabilities.length, rows * classes.length);
  const className = (name: string, code: Int32Array): OutputColumn => ({
    name,
    kind: "text",
    at: (row) => classes[code[row]!] ?? null,
  });
  const columns: OutputColumn[] = [
    { name: "node_id", kind: "text", at: (row) => nodeIds[row]! },
    className("predicted", predicted),
  ];
  if (label !== undefined) columns.push(className("label", label));
  if (probabilities !== undefined) {
    classes.forEach((name, c) =>
      columns.push({
        name: `probability_${name}`,
        kind: "float32",
        at: (row) => probabilities[row * classes.length + c]!,
      }),
    );
  }
  await writeFileAtomically(file, (beside) => writeTable(beside, { columns, rows, format }));
}

function checkLength(argument: string, found: number, expected: number): void {
  if (found !== expected) throw new InputError({ argument, expected: `${expected} values`, found: `${found}` });
}
