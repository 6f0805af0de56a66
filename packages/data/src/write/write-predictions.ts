import { InputError } from "@evenodds/core";
import { fileFormat } from "../source/file-format.js";
import { writeFileAtomically } from "./write-file-atomically.js";
import { writeTable, type OutputColumn } from "./write-table.js";

/** What a model says of N nodes. */
export type WrittenPredictions = WrittenClasses | WrittenNumbers;

/** What a classifier says of N nodes, C classes. */
export interface WrittenClasses {
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

/** What a regression says of N nodes. */
export interface WrittenNumbers {
  /** `[N]` */
  readonly nodeIds: readonly string[];
  /** `[N]`, written with the digits of a float32; NaN = no prediction. */
  readonly predicted: Float64Array;
  /** `[N]`, NaN = unlabelled. */
  readonly target?: Float64Array | undefined;
}

/**
 * Writes predictions as CSV, TSV, Parquet or JSON by the extension of `file`, one row per node: `node_id`, `predicted`,
 * then `label` and `probability_<class>` of a classifier or `target` of a regression, where given. Missing values and
 * numbers that are not finite are empty cells; `csvSafe` keeps spreadsheets from running texts of CSV and TSV. An
 * existing file is replaced in one step.
 *
 * Throws InputError for an unknown extension and for arrays whose lengths disagree.
 */
export async function writePredictions(
  file: string,
  { csvSafe, ...predictions }: WrittenPredictions & { readonly csvSafe?: boolean | undefined },
): Promise<void> {
  const format = fileFormat(file, "write");
  const { nodeIds } = predictions;
  const id: OutputColumn = { name: "node_id", kind: "text", at: (row) => nodeIds[row]! };
  const columns = [id, ...("classes" in predictions ? classColumns(predictions) : numberColumns(predictions))];
  await writeFileAtomically(file, (beside) => writeTable(beside, { columns, rows: nodeIds.length, format, csvSafe }));
}

function classColumns({ nodeIds, classes, predicted, label, probabilities }: WrittenClasses): OutputColumn[] {
  const rows = nodeIds.length;
  checkLength("predicted", predicted.length, rows);
  if (label !== undefined) checkLength("label", label.length, rows);
  if (probabilities !== undefined) checkLength("probabilities", probabilities.length, rows * classes.length);
  const className = (name: string, code: Int32Array): OutputColumn => ({
    name,
    kind: "text",
    at: (row) => classes[code[row]!] ?? null,
  });
  const columns = [className("predicted", predicted)];
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
  return columns;
}

function numberColumns({ nodeIds, predicted, target }: WrittenNumbers): OutputColumn[] {
  const rows = nodeIds.length;
  checkLength("predicted", predicted.length, rows);
  const columns: OutputColumn[] = [{ name: "predicted", kind: "float32", at: (row) => predicted[row]! }];
  if (target === undefined) return columns;
  checkLength("target", target.length, rows);
  return [...columns, { name: "target", kind: "float64", at: (row) => target[row]! }];
}

function checkLength(argument: string, found: number, expected: number): void {
  if (found !== expected) throw new InputError({ argument, expected: `${expected} values`, found: `${found}` });
}
