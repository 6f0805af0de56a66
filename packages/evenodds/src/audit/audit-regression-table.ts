import {
  auditRegressionInSteps,
  type OnInconclusive,
  type RegressionInput,
  type RegressionReport,
} from "@evenodds/auditor";
import { UsageError, version, type LabelBins } from "@evenodds/core";
import { readRegression } from "@evenodds/data";
import { stageHook, type AuditOptions } from "./audit-options.js";
import { joinWarnings } from "./join-warnings.js";
import { requestedAttributes, type TableAttributes } from "./requested-outcomes.js";

/**
 * What every audit of a regression takes. Names and defaults are those of the flags of `evenodds audit --regression`.
 */
export interface RegressionAuditOptions extends Pick<
  AuditOptions,
  "cross" | "minSupport" | "draws" | "seed" | "recorded" | "signal" | "onProgress" | "onDraws"
> {
  /** How labels are cut into bins: their number, or borders. Default: four of about equal size. */
  readonly labelBins?: LabelBins | undefined;
  /** Gate: largest difference of the mean absolute error still allowed; null = no gate. Default: null. */
  readonly maxErrorGap?: number | null | undefined;
  /** Whether an inconclusive verdict blocks. Default: `fail`. */
  readonly onInconclusive?: OnInconclusive | undefined;
}

/** How a table of a regression is audited. */
export interface RegressionTableAuditOptions
  extends RegressionAuditOptions, Omit<TableAttributes, "classes" | "cross"> {
  /** Column of the true number. */
  readonly label: string;
  /** Column of the predicted number. */
  readonly prediction: string;
}

/** Where a table of a regression is: files, or a SELECT in DuckDB. */
export type RegressionSource = Parameters<typeof readRegression>[0];

/**
 * Reads a table of true and predicted numbers and returns the audit of its errors.
 *
 * Throws {@link InputError} for a table that cannot be read as asked, {@link UsageError} for options that do not fit.
 */
export async function auditRegressionTable(
  source: RegressionSource,
  options: RegressionTableAuditOptions,
): Promise<RegressionReport> {
  const { label, prediction, missingValues } = options;
  for (const [name, column] of Object.entries({ label, prediction })) {
    if (column !== undefined) continue;
    throw new UsageError({ argument: `‘${name}’`, expected: "a column of numbers", found: "none" });
  }
  const onStage = stageHook(options);
  onStage("read table");
  const table = await readRegression(source, {
    sensitive: requestedAttributes(options),
    crossed: options.cross,
    label,
    prediction,
    missing: missingValues,
  });
  onStage("compute statistics");
  const { name, files, read, excluded } = table;
  const input = {
    attributes: table.attributes.map(({ attributes, unknown, ...rows }) => ({
      ...rows,
      unknown: attributes.map((attribute, i) => ({ attribute, rows: unknown[i]! })),
      excluded,
    })),
    version,
    ...regressionSettings(options),
    data: { name, files: files.map(({ name: file, sha256 }) => ({ file, sha256 })), nodes: read, arcs: null },
    warnings: [...joinWarnings(table.joined), ...table.warnings],
  };
  return auditRegressionInSteps(input, options);
}

/** Returns what the options say to the statistics. */
export function regressionSettings(
  options: RegressionAuditOptions,
): Pick<RegressionInput, "seed" | "labelBins" | "settings" | "options"> {
  const { labelBins = {}, seed = 0, minSupport: minimumSupport, draws, maxErrorGap, onInconclusive } = options;
  const settings = { minimumSupport, draws, maxErrorGap, onInconclusive };
  return { seed, labelBins, settings, options: options.recorded };
}
