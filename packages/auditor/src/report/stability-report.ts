import type { Provider } from "@evenodds/core";
import type { AuditedAttribute } from "./audit-outcomes.js";
import type { AuditedUnit } from "./audited-unit.js";
import type { GateReport, ReportWarning } from "./audit-report.js";
import { heldGates } from "./gate-report.js";

/** Where and how a model runs once more. */
export interface RepeatedRun {
  readonly provider: Provider;
  /** Threads of one operator; null = as many as the audited run would have there. */
  readonly threads: number | null;
}

/** What came of one of these runs. */
export interface StabilityRun extends RepeatedRun {
  /** Compared rows whose prediction is another one than in the audited run. */
  readonly flipped: number;
  /** Whether the same run gives the same again; false where threads lose updates of each other. */
  readonly isReproducible: boolean;
  /** The attributes of the audit, in their order, with the predictions of this run. */
  readonly attributes: readonly AuditedAttribute[];
}

/** What an audit is told of a model that ran more than once. */
export interface StabilityInput {
  /** Rows whose predictions are compared: the audited ones that have a label. */
  readonly compared: number;
  /** Those of them whose prediction is not the same in all runs. */
  readonly flipped: number;
  readonly runs: readonly StabilityRun[];
}

/** What a report says of a model that ran more than once. It holds no magnitudes, which vary between machines. */
export interface StabilityReport {
  readonly compared: number;
  /** Whether some prediction is not the same in all runs. */
  readonly flips: boolean;
  /** How many are not; null where some run is never the same twice, because the number would not be either. */
  readonly flipped: number | null;
  /** Why there is no number; null where there is one. */
  readonly reason: string | null;
  /** The runs beside the audited one; `flipped` of a run that is never the same twice is null. */
  readonly runs: readonly (RepeatedRun & { readonly flipped: number | null })[];
  /** Whether some gate is judged otherwise by the predictions of another run; null without a gate. */
  readonly verdictDepends: boolean | null;
}

const varyingReason = "which updates threads lose differs from run to run";

/**
 * Returns what a report says of further runs, and the gates as far as these bear them out: see {@link heldGates}.
 * `others` are the same gates by the predictions of each further run. P-values must not be adjusted yet.
 */
export function judgeStability(
  { compared, flipped, runs }: StabilityInput,
  { gates, others }: { readonly gates: readonly GateReport[]; readonly others: readonly (readonly GateReport[])[] },
): { readonly stability: StabilityReport; readonly gates: readonly GateReport[] } {
  const varies = runs.some(({ isReproducible }) => !isReproducible);
  const verdictDepends = gates.some(({ verdict }, i) => others.some((other) => other[i]!.verdict !== verdict));
  return {
    stability: {
      compared,
      flips: flipped > 0,
      flipped: varies ? null : flipped,
      reason: varies ? varyingReason : null,
      runs: runs.map(({ provider, threads, flipped: own, isReproducible }) => {
        return { provider, threads, flipped: isReproducible ? own : null };
      }),
      verdictDepends: gates.length === 0 ? null : verdictDepends,
    },
    gates: heldGates(
      gates,
      runs.map((run, r) => ({ run: runText(run), gates: others[r]! })),
    ),
  };
}

/** Returns a warning where predictions flip. */
export function stabilityWarnings(stability: StabilityReport | null, unit: AuditedUnit): ReportWarning[] {
  if (stability === null || !stability.flips) return [];
  const { compared, flipped, runs, verdictDepends } = stability;
  const counts = runs.map((run) => `${runText(run)}: ${run.flipped ?? "another number every time"}`).join("; ");
  const who = `${flipped ?? "some"} of ${compared} audited ${unit}s get another prediction`;
  const verdict = verdictDepends === null ? "" : `; ${verdictDependsText(verdictDepends)}`;
  return [{ code: "unstable-predictions", message: `${who} when the model runs again (${counts})${verdict}` }];
}

/** Returns whether a verdict depends on which run is audited, as a sentence without its end. */
export function verdictDependsText(depends: boolean): string {
  return depends ? "the verdict depends on which run is audited" : "every gate is judged alike in all runs";
}

/** Returns where and how a model ran: `on cpu with 2 threads`. */
export function runText({ provider, threads }: RepeatedRun): string {
  return threads === null ? `on ${provider}` : `on ${provider} with ${threads} ${threads === 1 ? "thread" : "threads"}`;
}
