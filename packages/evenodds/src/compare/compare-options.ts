import type { ComparisonSettings } from "@evenodds/auditor";
import type { AuditOptions } from "../audit/audit-options.js";

/** What every comparison takes. Names and defaults are those of the flags of `evenodds compare`. */
export type CompareOptions = Pick<
  AuditOptions,
  "minSupport" | "draws" | "alpha" | "seed" | "signal" | "onProgress" | "onDraws"
>;

/** Returns the settings of a comparison. */
export function comparisonSettings({ minSupport, draws, alpha }: CompareOptions): Partial<ComparisonSettings> {
  return { minimumSupport: minSupport, draws, alpha };
}
