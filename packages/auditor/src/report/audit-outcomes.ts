import {
  checkChoice,
  checkCounts,
  checkMinimumSupport,
  classIndex,
  InputError,
  predictionCounts,
  UsageError,
  type OutcomeCounts,
  type PredictionCounts,
  type SplitPart,
} from "@evenodds/core";
import type { GraphReport } from "./describe-graph.js";
import type { ReportedInput } from "../preflight/reported-inputs.js";
import type { ReportedFeatures } from "../preflight/feature-order.js";
import { holmAdjusted } from "../statistics/holm-adjusted.js";
import { checkDraws } from "../statistics/permutation-test.js";
import { finishSteps, takeSteps, type Steps, type StepsHooks } from "../statistics/steps.js";
import { checkAlpha } from "../statistics/simultaneous-intervals.js";
import { checkRuleKind, checkGates } from "../verdict/check-gates.js";
import { worstVerdict } from "../verdict/worst-verdict.js";
import { inconclusivePolicies, type Gate } from "../verdict/verdict.js";
import { auditedUnit } from "./audited-unit.js";
import { attributeReport, type AttributeCounts, type AttributeExtras, type WeightExtras } from "./attribute-report.js";
import type {
  AttributeReport,
  AuditReport,
  AuditSettings,
  GateReport,
  ReportedData,
  ReportedModel,
  ReportWarning,
  UnknownRows,
} from "./audit-report.js";
import { orderedData } from "./ordered-data.js";
import { resolveReferences } from "./resolve-references.js";
import { orderedOptions, type ReportedOptions } from "./reported-options.js";
import type { ReportedOutput } from "./reported-output.js";
import type { Placement } from "../session/placement.js";
import { defaultSettings } from "./default-settings.js";
import { findWarnings } from "./find-warnings.js";
import { gateReport, withAdjustedGates } from "./gate-report.js";
import { standingNotes } from "./standing-notes.js";
import { judgeStability, stabilityWarnings, type StabilityInput, type StabilityReport } from "./stability-report.js";

/** One sensitive attribute with its counts, with labels (`outcomes`) or without (`predictions`). */
export type AuditedAttribute = {
  readonly name: string;
  /** Rows without a known value of it, or of each attribute that it crosses. */
  readonly unknown?: readonly UnknownRows[] | undefined;
} & (
  ({ readonly outcomes: OutcomeCounts } & AttributeExtras) | ({ readonly predictions: PredictionCounts } & WeightExtras)
);

/** What {@link auditOutcomes} takes. Everything but the attributes and the tool's version may be left out. */
export interface AuditInput {
  /** One or more, with distinct names, the same classes, and all with labels or all without. */
  readonly attributes: readonly AuditedAttribute[];
  /** Version of evenodds. */
  readonly version: string;
  /** 0 by default. */
  readonly seed?: number | undefined;
  /** See {@link defaultSettings}. `maxGap` makes one gate on the equalized odds difference of every attribute. */
  readonly settings?: Partial<AuditSettings> | undefined;
  /**
   * What is recorded of how the audit was asked for, such as the flags of a command: plain data, without secrets.
   * Nothing by default.
   */
  readonly options?: ReportedOptions | undefined;
  /** Gates besides that of `maxGap`. */
  readonly gates?: readonly Gate[] | undefined;
  readonly positiveClass?: string | null | undefined;
  /** Groups beside which all others of their attribute are shown, such as `male` or `sex=male`. None by default. */
  readonly references?: readonly string[] | undefined;
  readonly model?: ReportedModel | null | undefined;
  readonly data?: ReportedData | null | undefined;
  readonly provider?: string | null | undefined;
  readonly placement?: Placement | null | undefined;
  /** See `describeGraph`. */
  readonly graph?: GraphReport | null | undefined;
  /** What came of further runs of the model; undefined where it ran once. */
  readonly stability?: StabilityInput | undefined;
  /** `all` by default. */
  readonly split?: SplitPart | "all" | undefined;
  readonly trainingNodes?: number | null | undefined;
  /** What the caller found, for example about the model's inputs. Stands before the audit's own warnings. */
  readonly warnings?: readonly ReportWarning[] | undefined;
  /** What the caller assumed. Stands after the audit's own notes. */
  readonly notes?: readonly string[] | undefined;
}

/**
 * Returns the whole audit of counts: every figure, test, interval and verdict. Pure: equal inputs give a report with
 * equal JSON bytes.
 *
 * Throws {@link InputError} for counts that do not fit together, and {@link UsageError} for settings out of range, an
 * unknown positive class or reference, and gates that cannot be judged (see `checkGates`). Small, empty and missing
 * cells are not errors: they make figures partial or undefined and gates inconclusive.
 */
export function auditOutcomes(input: AuditInput): AuditReport {
  return finishSteps(auditSteps(input));
}

/**
 * {@link auditOutcomes} for a program that does other work meanwhile, that shows how far the draws are, or that may
 * stop them. Throws {@link InterruptedError} besides, for the signal.
 */
export async function auditOutcomesInSteps(input: AuditInput, hooks?: StepsHooks): Promise<AuditReport> {
  return takeSteps(auditSteps(input), hooks);
}

function* auditSteps(input: AuditInput): Steps<AuditReport> {
  const { seed = 0, provider = null, split = "all", trainingNodes = null } = input;
  const settings = completeSettings(input.settings ?? {});
  const attributes = input.attributes.map(withPredictions);
  const { classes, labelled } = checkAttributes(attributes);
  const positive = input.positiveClass ?? null;
  const positiveClass = positive === null ? null : classes[classIndex(classes, positive)]!;
  const references = resolveReferences(
    input.references ?? [],
    attributes.map(({ name, predictions }) => ({ name, groups: predictions.groups })),
  );
  const gates = [...gapGates(settings, attributes), ...(input.gates ?? [])];
  checkGates(gates, { attributes: attributes.map(({ name }) => name), positiveClass });

  const model = input.model ? orderedModel(input.model) : null;
  const data = input.data ? orderedData(input.data) : null;
  const unit = auditedUnit({ model, data });
  const context = { settings, seed, positiveClass, unit };
  const tested: AttributeReport[] = [];
  for (const attribute of attributes) {
    tested.push(yield* attributeReport({ ...attribute, reference: references.get(attribute.name) }, context));
  }
  const adjusted = holmAdjusted(tested.map(({ permutation }) => permutation.pValue));
  const dependences = holmAdjusted(tested.map(({ dependence }) => dependence.pValue));
  const reports = tested.map((report, i) => ({
    ...report,
    dependence: { ...report.dependence, adjustedPValue: dependences[i]! },
    adjustedPValue: adjusted[i]!,
  }));
  const ownGates = gates.map((gate) => {
    const attribute = attributes.find(({ name }) => name === gate.attribute)!;
    const clustered = reports.find(({ name }) => name === gate.attribute)?.clusters?.intervals ?? null;
    return gateReport(gate, { ...context, attribute, clustered });
  });
  const { stability, gates: held } = yield* judgedAgain(input, ownGates);
  const gateReports = withAdjustedGates(held);
  const { minimumSupport } = settings;
  return {
    schemaVersion: 1,
    tool: { name: "evenodds", version: input.version },
    seed,
    settings,
    ...(input.options === undefined ? {} : { options: orderedOptions(input.options) }),
    model,
    data,
    provider,
    ...(input.placement ? { placement: input.placement } : {}),
    split,
    trainingNodes,
    classes,
    positiveClass,
    labelled,
    attributes: reports,
    graph: input.graph ?? null,
    ...(stability === null ? {} : { stability }),
    rules: gateReports,
    verdict: worstVerdict(gateReports.map(({ verdict }) => verdict)),
    warnings: [
      ...(input.warnings ?? []).map(({ code, message }) => ({ code, message })),
      ...findWarnings({ attributes: reports, labelled, trainingNodes, minimumSupport, unit }),
      ...stabilityWarnings(stability, unit),
    ],
    notes: [...standingNotes({ attributes: reports.length, labelled, unit }), ...(input.notes ?? [])],
  };
}

/** Judges the same gates by the predictions of every further run. No test is drawn again: gates take none. */
function* judgedAgain(
  input: AuditInput,
  gates: readonly GateReport[],
): Steps<{ readonly stability: StabilityReport | null; readonly gates: readonly GateReport[] }> {
  const { stability } = input;
  if (stability === undefined) return { stability: null, gates };
  const settings = { ...input.settings, draws: 0 };
  const others: (readonly GateReport[])[] = [];
  for (const { attributes } of stability.runs) {
    const { rules } = yield* auditSteps({ ...input, attributes, settings, stability: undefined });
    others.push(rules);
  }
  return judgeStability(stability, { gates, others });
}

function completeSettings(given: Partial<AuditSettings>): AuditSettings {
  const settings: AuditSettings = {
    minimumSupport: given.minimumSupport ?? defaultSettings.minimumSupport,
    draws: given.draws ?? defaultSettings.draws,
    alpha: given.alpha ?? defaultSettings.alpha,
    maxGap: given.maxGap ?? defaultSettings.maxGap,
    rule: given.rule ?? defaultSettings.rule,
    onInconclusive: given.onInconclusive ?? defaultSettings.onInconclusive,
  };
  checkMinimumSupport(settings.minimumSupport);
  checkDraws(settings.draws);
  checkAlpha(settings.alpha);
  checkRuleKind(settings.rule);
  checkChoice("onInconclusive", { choice: settings.onInconclusive, choices: inconclusivePolicies });
  return settings;
}

function withPredictions(attribute: AuditedAttribute): AttributeCounts {
  if ("predictions" in attribute) {
    const { name, unknown, predictions, ...extras } = attribute;
    checkCounts(predictions);
    checkWeights(extras, { name, counts: predictions.predicted.length });
    return { name, outcomes: null, predictions, unknown, extras };
  }
  const { name, unknown, outcomes, ...extras } = attribute;
  checkCounts(outcomes);
  checkWeights(extras, { name, counts: outcomes.counts.length });
  return { name, outcomes, predictions: predictionCounts(outcomes), unknown, extras };
}

function checkWeights(
  { squares, usedRows }: WeightExtras,
  { name, counts }: { readonly name: string; readonly counts: number },
): void {
  if (squares === undefined) return;
  if (squares.length !== counts) {
    throw new InputError({
      argument: `squared weights of attribute ${JSON.stringify(name)}`,
      expected: `one sum for each of ${counts} counts`,
      found: `${squares.length}`,
    });
  }
  // Rows cannot be told from sums of weights.
  if (usedRows === undefined || !Number.isSafeInteger(usedRows) || usedRows < 0) {
    throw new InputError({
      argument: `usedRows of attribute ${JSON.stringify(name)}`,
      expected: "the number of rows behind weighted counts, as countWeighted returns it",
      found: String(usedRows),
    });
  }
}

function checkAttributes(attributes: readonly AttributeCounts[]): { classes: readonly string[]; labelled: boolean } {
  const first = attributes[0];
  if (first === undefined) {
    throw new UsageError({ argument: "sensitive attributes", expected: "at least one", found: "none" });
  }
  const names = attributes.map(({ name }) => name);
  if (new Set(names).size !== names.length) {
    throw new InputError({ argument: "sensitive attributes", expected: "distinct names", found: names.join(", ") });
  }
  const { classes } = first.predictions;
  const labelled = first.outcomes !== null;
  for (const { name, predictions, outcomes } of attributes) {
    if (JSON.stringify(predictions.classes) !== JSON.stringify(classes) || (outcomes !== null) !== labelled) {
      throw new InputError({
        argument: `counts of attribute ${JSON.stringify(name)}`,
        expected: `${labelled ? "labelled" : "unlabelled"} rows with classes ${classes.join(", ")}`,
        found: `${outcomes !== null ? "labelled" : "unlabelled"} rows with classes ${predictions.classes.join(", ")}`,
      });
    }
  }
  return { classes, labelled };
}

function gapGates({ maxGap, rule }: AuditSettings, attributes: readonly AttributeCounts[]): Gate[] {
  if (maxGap === null) return [];
  return attributes.map(({ name }) => ({ metric: "equalizedOddsDifference", attribute: name, limit: maxGap, rule }));
}

// Objects of callers are rebuilt field by field, so that their key order never reaches the bytes of a report.
function orderedModel(model: ReportedModel): ReportedModel {
  const { file, sha256, producer, featureCount, provenance, inputs, features, classOrder, output } = model;
  const matched = {
    ...(inputs === undefined ? {} : { inputs: inputs.map(orderedInput) }),
    ...(features === undefined ? {} : { features: orderedFeatures(features) }),
    ...(classOrder === undefined ? {} : { classOrder: { matchedBy: classOrder.matchedBy, source: classOrder.source } }),
    ...(output === undefined ? {} : { output: orderedOutput(output) }),
  };
  if (provenance === null) return { file, sha256, producer, featureCount, provenance, ...matched };
  const { tool, method, seed, engine, graph, sensitive, epochs } = provenance;
  const ordered = { tool, method, seed, engine, graph: { name: graph.name, sha256: graph.sha256 }, sensitive, epochs };
  return { file, sha256, producer, featureCount, provenance: ordered, ...matched };
}

function orderedInput({ name, given, knownBy }: ReportedInput): ReportedInput {
  return { name, given, knownBy };
}

function orderedFeatures({ count, first, sha256, matchedBy, source }: ReportedFeatures): ReportedFeatures {
  return { count, first: [...first], sha256, matchedBy, source };
}

function orderedOutput({ kind, knownBy, lastOperators, threshold, columns }: ReportedOutput): ReportedOutput {
  return { kind, knownBy, lastOperators, threshold, columns };
}
