import type { OutputColumn } from "@evenodds/data";
import type { FinishedRun, SweepRecord } from "@evenodds/trainer";
import { figuresOf, type FigureName } from "./sweep-figures.js";
import { partFigures, runFigures, type Figures } from "./part-figures.js";

/** A table that `writeTable` of the data package writes. */
export interface SweepTable {
  readonly columns: readonly OutputColumn[];
  readonly rows: number;
}

/**
 * Returns all runs as a table in the order of the records: key, seed and status, the options of the grid, what the run
 * came to (empty for a failed one), figures of the test nodes and, with the prefix `validation_`, those of the
 * validation nodes.
 */
export function sweepTable(records: readonly SweepRecord[]): SweepTable {
  const finished = records.map((record) => (record.status === "finished" ? record : null));
  const task = finished.some((run) => run?.test.counts === null) ? "regression" : "classification";
  const test = finished.map((run) => (run === null ? null : runFigures(run)));
  const validation = finished.map((run) => (run === null ? null : partFigures(run.validation)));
  // Epochs are among the outcomes of a run, beside the best one.
  const figures = figuresOf[task].filter(({ name }) => name !== "epochs");
  const text = (name: string, of: (record: SweepRecord) => string | null): OutputColumn => ({
    name,
    kind: "text",
    at: (row) => of(records[row]!),
  });
  const figure = (name: string, of: readonly (Figures | null)[], key: FigureName): OutputColumn => ({
    name,
    kind: "float64",
    at: (row) => of[row]?.[key] ?? null,
  });
  const outcome = (name: "epochs" | "bestEpoch" | "validationLoss" | "validationTaskLoss"): OutputColumn => ({
    name: snakeCase(name),
    kind: name === "epochs" || name === "bestEpoch" ? "int32" : "float64",
    at: (row) => (finished[row] as FinishedRun | null)?.[name] ?? null,
  });
  const columns: OutputColumn[] = [
    text("run", ({ key }) => key),
    text("setting", ({ setting }) => setting),
    numberColumn(
      "seed",
      records.map(({ seed }) => seed),
    ),
    text("status", ({ status }) => status),
    text("message", (record) => (record.status === "failed" ? record.error.message : null)),
    ...Object.keys(records[0]?.values ?? {}).map((name) => optionColumn(name, records)),
    ...(["epochs", "bestEpoch", "validationLoss", "validationTaskLoss"] as const).map(outcome),
    ...figures.map(({ name }) => figure(snakeCase(name), test, name)),
    ...figures
      .filter(({ of }) => of === "part")
      .map(({ name }) => figure(`validation_${snakeCase(name)}`, validation, name)),
  ];
  return { columns, rows: records.length };
}

/** Empty where the option has no effect beside the others. */
function optionColumn(name: string, records: readonly SweepRecord[]): OutputColumn {
  const values = records.map((record) => new Map(Object.entries(record.values)).get(name) ?? null);
  if (values.every((value) => typeof value === "number" || value === null)) {
    return numberColumn(name, values);
  }
  return { name: snakeCase(name), kind: "text", at: (row) => (values[row] === null ? null : String(values[row])) };
}

/** Whole numbers are written without a fraction. */
function numberColumn(name: string, values: readonly (number | null)[]): OutputColumn {
  const isWhole = values.every((value) => value === null || Object.is(value | 0, value));
  return { name: snakeCase(name), kind: isWhole ? "int32" : "float64", at: (row) => values[row]! };
}

/** `macroF1` is `macro_f1`. */
function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
