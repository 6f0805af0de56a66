import { auditRegression, type RegressionInput, type RegressionReport } from "@evenodds/auditor";
import { version, type LabelBins } from "@evenodds/core";
import { readRegression, type RegressionRequest } from "@evenodds/data";
import { joinWarnings } from "./join-warnings.js";

/** How to audit a regression, wherever its predictions come from. */
export interface RegressionAudit {
  readonly labelBins: LabelBins;
  readonly seed: number;
  readonly settings: NonNullable<RegressionInput["settings"]>;
}

/** Which table of a regression to audit, and how. */
export interface RegressionAuditRequest extends RegressionAudit {
  readonly source: Parameters<typeof readRegression>[0];
  readonly rows: RegressionRequest;
}

/** Reads a table of numbers and audits it. */
export async function auditRegressionTable(request: RegressionAuditRequest): Promise<RegressionReport> {
  const { source, rows, labelBins, seed, settings } = request;
  const table = await readRegression(source, rows);
  const { name, files, read, excluded } = table;
  return auditRegression({
    attributes: table.attributes.map(({ attributes, unknown, ...rows }) => ({
      ...rows,
      unknown: attributes.map((attribute, i) => ({ attribute, rows: unknown[i]! })),
      excluded,
    })),
    version,
    seed,
    labelBins,
    settings,
    data: { name, files: files.map(({ name: file, sha256 }) => ({ file, sha256 })), nodes: read, arcs: null },
    warnings: [...joinWarnings(table.joined), ...table.warnings],
  });
}
