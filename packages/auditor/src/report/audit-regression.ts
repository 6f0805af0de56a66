import {
  binErrors,
  checkChoice,
  checkMinimumSupport,
  defaultErrorQuantiles,
  defaultMinimumSupport,
  Random,
  UsageError,
  type LabelBins,
} from "@evenodds/core";
import { holmAdjusted } from "../statistics/holm-adjusted.js";
import { defaultDraws } from "../statistics/defaults.js";
import { checkDraws } from "../statistics/permutation-test.js";
import { finishSteps, takeSteps, type Steps, type StepsHooks } from "../statistics/steps.js";
import { holdBack } from "../verdict/hold-back.js";
import { holdUnstable } from "../verdict/hold-unstable.js";
import { judgeAgainst } from "../verdict/judge-against.js";
import { worstVerdict } from "../verdict/worst-verdict.js";
import type { Placement } from "../session/placement.js";
import { inconclusivePolicies } from "../verdict/verdict.js";
import type { ReportedData, ReportWarning } from "./audit-report.js";
import { orderedData } from "./ordered-data.js";
import { orderedOptions, type ReportedOptions } from "./reported-options.js";
import { runText, verdictDependsText, type RepeatedRun } from "./stability-report.js";
import { onlyValue, regressionAttribute, type RegressionAttribute } from "./regression-attribute.js";
import type {
  RegressionReport,
  RegressionGateReport,
  RegressionSettings,
  RegressionStability,
  RegressionAttributeReport,
} from "./regression-report.js";

/** What {@link auditRegression} takes. */
export interface RegressionInput {
  /** One or more, with distinct names. */
  readonly attributes: readonly RegressionAttribute[];
  /** Version of evenodds. */
  readonly version: string;
  /** 0 by default. */
  readonly seed?: number | undefined;
  /** Label bins: see `binErrors`; 4 by default. */
  readonly labelBins?: LabelBins | undefined;
  readonly settings?: Partial<Omit<RegressionSettings, "labelBins">> | undefined;
  /**
   * What is recorded of how the audit was asked for, such as the flags of a command: plain data, without secrets.
   * Nothing by default.
   */
  readonly options?: ReportedOptions | undefined;
  readonly data?: ReportedData | null | undefined;
  readonly placement?: Placement | null | undefined;
  /** Further runs of the model, with the same attributes; undefined where it ran once. */
  readonly stability?: readonly (RepeatedRun & { readonly attributes: readonly RegressionAttribute[] })[] | undefined;
  readonly warnings?: readonly ReportWarning[] | undefined;
  readonly notes?: readonly string[] | undefined;
}

const defaultLabelBins = 4;

/**
 * Returns the whole audit of a regression: per attribute the gaps in mean error and in quantiles of the error within
 * label bins, with counts, a permutation test, and a verdict where there is a limit. Pure: equal inputs, in any order
 * of rows, give equal JSON bytes.
 *
 * Throws {@link InputError} for rows that do not fit together or lie outside the edges, and {@link UsageError} for
 * settings out of range. Small, empty and missing cells are not errors: they make gaps partial or undefined and gates
 * inconclusive.
 */
export function auditRegression(input: RegressionInput): RegressionReport {
  return finishSteps(regressionSteps(input));
}

/**
 * {@link auditRegression} for a program that does other work meanwhile, that shows how far the draws are, or that may
 * stop them. Throws {@link InterruptedError} besides, for the signal.
 */
export async function auditRegressionInSteps(input: RegressionInput, hooks?: StepsHooks): Promise<RegressionReport> {
  return takeSteps(regressionSteps(input), hooks);
}

function* regressionSteps(input: RegressionInput): Steps<RegressionReport> {
  const { attributes, seed = 0, labelBins = {}, data = null } = input;
  const { edges, bins = defaultLabelBins } = labelBins;
  const settings = completeSettings(input.settings ?? {}, edges === undefined ? bins : null);
  checkAttributes(attributes);
  const tested: RegressionAttributeReport[] = [];
  for (const attribute of attributes) {
    const steps = regressionAttribute(attribute, {
      errors: binErrors(attribute, { bins, edges }),
      settings,
      random: Random.of(seed, `permutation test of ${attribute.name}`),
    });
    tested.push(yield* steps);
  }
  const adjusted = holmAdjusted(tested.map(({ permutation }) => permutation.pValue));
  const reports = tested.map((report, i) => ({ ...report, adjustedPValue: adjusted[i]! }));
  const { maxErrorGap: limit } = settings;
  const ownGates =
    limit === null
      ? []
      : reports.map(({ name, meanError }, i): RegressionGateReport => {
          const { value } = meanError;
          const label = onlyValue(attributes[i]!, "label");
          // As one true class of a classifier: errors at other labels were not asked for.
          const lack = label === null ? null : ({ kind: "one-class", reason: `every label is ${label}` } as const);
          const judged = holdBack(judgeAgainst(meanError, limit), lack);
          return { metric: "meanErrorGap", attribute: name, limit, value, ...judged };
        });
  const { stability, gates } = yield* judgedAgain(input, ownGates);
  return {
    schemaVersion: 1,
    kind: "regression",
    tool: { name: "evenodds", version: input.version },
    seed,
    settings,
    ...(input.options === undefined ? {} : { options: orderedOptions(input.options) }),
    data: data && orderedData(data),
    ...(input.placement ? { placement: input.placement } : {}),
    attributes: reports,
    ...(stability === null ? {} : { stability }),
    rules: gates,
    verdict: worstVerdict(gates.map(({ verdict }) => verdict)),
    warnings: [
      ...(input.warnings ?? []).map(({ code, message }) => ({ code, message })),
      ...constantWarnings(attributes),
      ...regressionWarnings(reports, settings),
      ...stabilityWarnings(stability),
    ],
    notes: [...standingNotes, ...(input.notes ?? [])],
  };
}

/** Judges the same gates by the predictions of every further run, and holds those that these do not bear out. */
function* judgedAgain(
  input: RegressionInput,
  gates: readonly RegressionGateReport[],
): Steps<{ readonly stability: RegressionStability | null; readonly gates: readonly RegressionGateReport[] }> {
  const { stability: runs } = input;
  if (runs === undefined) return { stability: null, gates };
  const settings = { ...input.settings, draws: 0 };
  const others: { readonly run: string; readonly rules: readonly RegressionGateReport[] }[] = [];
  for (const { attributes, ...run } of runs) {
    const { rules } = yield* regressionSteps({ ...input, attributes, settings, stability: undefined });
    others.push({ run: runText(run), rules });
  }
  const depends = gates.some(({ verdict }, i) => others.some(({ rules }) => rules[i]!.verdict !== verdict));
  return {
    stability: {
      runs: runs.map(({ provider, threads }) => ({ provider, threads })),
      verdictDepends: gates.length === 0 ? null : depends,
    },
    gates: gates.map((gate, i) => {
      const { verdict, reason } = holdUnstable(
        gate,
        others.map(({ run, rules }) => ({ run, verdict: rules[i]!.verdict })),
      );
      return { ...gate, verdict, reason };
    }),
  };
}

function stabilityWarnings(stability: RegressionStability | null): ReportWarning[] {
  if (stability?.verdictDepends !== true) return [];
  const runs = stability.runs.map(runText).join(" and ");
  return [{ code: "unstable-predictions", message: `${verdictDependsText(true)}: the model ran again ${runs}` }];
}

/** A prediction that never changes tells nothing apart, and errs alike on groups with the same labels. */
function constantWarnings(attributes: readonly RegressionAttribute[]): ReportWarning[] {
  const predicted = attributes.map((attribute) => onlyValue(attribute, "prediction"));
  const [first] = predicted;
  const isOneRow = attributes.every(({ label }) => label.length < 2);
  if (first === undefined || first === null || isOneRow || predicted.some((value) => value !== first)) return [];
  const message = `every prediction is ${first}: the model tells nothing apart`;
  return [{ code: "constant-prediction", message }];
}

/** Sentences that belong to every audit of a regression. */
const standingNotes = [
  "Errors are prediction minus label. Groups are compared within bins of the label; in a wide bin, a group with larger labels " +
    "can have another error for that reason alone. Narrower bins tell the two apart.",
  "The permutation test takes rows as independent, and errors within a bin as exchangeable between groups. Where errors of one " +
    "group only spread more, or rows depend on each other, its p-value is rough.",
];

function completeSettings(
  given: Partial<Omit<RegressionSettings, "labelBins">>,
  labelBins: number | null,
): RegressionSettings {
  const settings: RegressionSettings = {
    minimumSupport: given.minimumSupport ?? defaultMinimumSupport,
    draws: given.draws ?? defaultDraws,
    labelBins,
    quantiles: [...(given.quantiles ?? defaultErrorQuantiles)],
    maxErrorGap: given.maxErrorGap ?? null,
    onInconclusive: given.onInconclusive ?? "fail",
  };
  checkMinimumSupport(settings.minimumSupport);
  checkDraws(settings.draws);
  checkChoice("onInconclusive", { choice: settings.onInconclusive, choices: inconclusivePolicies });
  const { maxErrorGap } = settings;
  if (maxErrorGap === null || (maxErrorGap >= 0 && Number.isFinite(maxErrorGap))) return settings;
  throw new UsageError({
    argument: "maxErrorGap",
    expected: "a number of 0 or more, in the unit of the label",
    found: `${maxErrorGap}`,
  });
}

function checkAttributes(attributes: readonly RegressionAttribute[]): void {
  const names = attributes.map(({ name }) => name);
  if (names.length > 0 && new Set(names).size === names.length) return;
  const found = names.length === 0 ? "none" : names.join(", ");
  throw new UsageError({ argument: "sensitive attributes", expected: "one or more, with distinct names", found });
}

/** Cells that one warning names; the rest are in the table of bins. */
const namedCells = 6;

/** Returns what a reader of the figures must know before believing them. None of it changes a value. */
function regressionWarnings(
  attributes: readonly RegressionAttributeReport[],
  { minimumSupport }: RegressionSettings,
): ReportWarning[] {
  return attributes.flatMap(({ name, rows, levels, bins }) => {
    const attribute = `attribute ${JSON.stringify(name)}`;
    if (rows.used === 0) {
      return [{ code: "no-rows", message: `${attribute}: none of ${rows.read} rows could be used` }];
    }
    const filled = levels.filter(({ n }) => n > 0);
    const only = filled.length === 1 ? filled[0]! : null;
    const cells = bins.flatMap((bin, b) => bin.cells.map((cell) => ({ ...cell, bin: b })));
    const lacking = (["small", "empty"] as const).flatMap((status): ReportWarning[] => {
      const found = cells.filter((cell) => cell.status === status);
      if (found.length === 0) return [];
      const names = found
        .slice(0, namedCells)
        .map(({ group, bin, n }) => `bin ${bin + 1} in group ${JSON.stringify(group)} (n = ${n})`);
      const more = found.length > namedCells ? ` and ${found.length - namedCells} more` : "";
      const lack = status === "small" ? `fewer than ${minimumSupport} rows` : "no rows";
      const message = `${attribute}: ${found.length} of ${cells.length} cells have ${lack} and were left out: ${names.join(", ")}${more}`;
      return [{ code: `${status}-cells`, message }];
    });
    return [
      ...(only === null
        ? []
        : [
            {
              code: "one-group",
              message: `${attribute}: all rows are in group ${JSON.stringify(only.level)}, so there is nothing to compare`,
            },
          ]),
      ...lacking,
    ];
  });
}
