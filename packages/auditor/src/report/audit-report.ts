import type { CellStatus, ClassRates, Disparity, ExclusionReason, Provenance, SplitPart } from "@evenodds/core";
import type { PermutationReport } from "../statistics/permutation-test.js";
import type { DependenceReport } from "../statistics/dependence/dependence-tally.js";
import type { GroupEvidence } from "../statistics/dependence/group-evidence.js";
import type { PowerReport } from "../statistics/evidence-power.js";
import type { Placement } from "../session/placement.js";
import type { EvidenceReport } from "../statistics/simultaneous-intervals.js";
import type { ReportedFeatures } from "../preflight/feature-order.js";
import type { ReportedInput } from "../preflight/reported-inputs.js";
import type { ClassOrder } from "../preflight/resolve-classes.js";
import type { GraphReport } from "./describe-graph.js";
import type { AttributeMetrics } from "./metrics.js";
import type { ReferenceReport } from "./reference-report.js";
import type { ReportedOptions } from "./reported-options.js";
import type { ReportedOutput } from "./reported-output.js";
import type { StabilityReport } from "./stability-report.js";
import type { ClusterReport, ConditionalReport, ScoreReport } from "./optional-reports.js";
import type { GatedMetric, Judgement, OnInconclusive, RuleKind, RunVerdict, Verdict } from "../verdict/verdict.js";

/**
 * Everything an audit says, as plain JSON: renderers read nothing else. Keys are in a fixed order and nothing
 * depends on the clock or the machine, so equal inputs give equal bytes. A value that does not exist is `null` with a
 * `reason` beside it; there is no NaN or Infinity. Rates, gaps and bounds are fractions in [0, 1] at full precision.
 * All names of groups, classes, attributes and files are text from the input and must be escaped by renderers.
 */
export interface AuditReport {
  readonly schemaVersion: 1;
  readonly tool: { readonly name: string; readonly version: string };
  readonly seed: number;
  readonly settings: AuditSettings;
  /** How the audit was asked for, see `AuditInput`; absent where nobody said. */
  readonly options?: ReportedOptions | undefined;
  /** Null for an audit of a file of predictions. */
  readonly model: ReportedModel | null;
  readonly data: ReportedData | null;
  /** Execution provider of the model session, for example `cpu`; null when no model ran. */
  readonly provider: string | null;
  /** Which nodes of the model ran where; absent for provider `cpu`, which needs no proof, and where no model ran. */
  readonly placement?: Placement | undefined;
  /** The part of the recorded split that was audited, or `all`. */
  readonly split: SplitPart | "all";
  /** How many audited nodes the model was trained on; null when that is not known. */
  readonly trainingNodes: number | null;
  readonly classes: readonly string[];
  readonly positiveClass: string | null;
  /** False when there was no label column: then only selection rates exist. */
  readonly labelled: boolean;
  readonly attributes: readonly AttributeReport[];
  /** The graph around the audited nodes; null for an audit of a table. */
  readonly graph: GraphReport | null;
  /** Whether the model says the same when it runs again; absent where it ran once. */
  readonly stability?: StabilityReport | undefined;
  /** One entry per gate that was configured; empty without one. */
  readonly rules: readonly GateReport[];
  /**
   * The worst verdict on a gate, or `no-gate` without one. `settings.onInconclusive` does not soften it; see
   * `isBlocking`.
   */
  readonly verdict: RunVerdict;
  readonly warnings: readonly ReportWarning[];
  /** Sentences that belong in every rendering, such as what the inference assumes. */
  readonly notes: readonly string[];
}

/** Settings that change figures or verdicts. */
export interface AuditSettings {
  /** Fewest rows of a (group, label) cell for its rates to be compared. */
  readonly minimumSupport: number;
  /** Draws of the permutation test; 0 = the test was not run. */
  readonly draws: number;
  /** Error probability of the intervals, 0.05 for 95 %. */
  readonly alpha: number;
  /** Largest equalized odds difference still allowed, for every attribute; null = no such gate. */
  readonly maxGap: number | null;
  /** How `maxGap` is judged. */
  readonly rule: RuleKind;
  readonly onInconclusive: OnInconclusive;
}

export interface ReportedModel {
  /** File name without folders. */
  readonly file: string;
  readonly sha256: string;
  readonly producer: string | null;
  readonly featureCount: number | null;
  /** What a model of evenodds says about its training; null for other models. */
  readonly provenance: Omit<Provenance, "options"> | null;
  /** What its output was taken for, and how that is known. */
  readonly output?: ReportedOutput | undefined;
  /** What its inputs were given; absent where they are those of evenodds' own models. */
  readonly inputs?: readonly ReportedInput[] | undefined;
  /** Which features a model of another tool was given; absent where evenodds recorded their names. */
  readonly features?: ReportedFeatures | undefined;
  /** How classes and columns of a model of another tool were matched; absent where evenodds recorded them. */
  readonly classOrder?: ReportedClassOrder | undefined;
}

/** See `ClassOrder`. */
export interface ReportedClassOrder {
  readonly matchedBy: Exclude<ClassOrder["by"], "evenodds">;
  readonly source: string | null;
}

/** Which nodes were audited, where the caller or the data said it; the model has seen all of them. */
export interface ReportedSelection {
  readonly nodes: number;
  /** Where it was said, such as `column "part" of people.csv`. */
  readonly from: string;
  /** A file that lists them, which is not one of those of the graph. */
  readonly file?: { readonly file: string; readonly sha256: string } | undefined;
  /** Ids in the list that the graph lacks, where they were left out. */
  readonly unmatched?: number | undefined;
}

export interface ReportedData {
  readonly name: string;
  readonly files: readonly { readonly file: string; readonly sha256: string }[];
  readonly nodes: number;
  /** Null where there is no graph (a file of predictions). */
  readonly arcs: number | null;
  /** Of a table of counts: the column that says how many rows each of its lines stands for. Absent elsewhere. */
  readonly countColumn?: string | undefined;
  /** Absent where all nodes were audited, or those of the split that the model records. */
  readonly audited?: ReportedSelection | undefined;
}

/** One sensitive attribute. Rows may differ between attributes, because each has its own missing values. */
export interface AttributeReport extends AttributeMetrics {
  readonly name: string;
  readonly rows: RowAccounting;
  /**
   * How many of the rows that were read have no known value, for each attribute that is crossed; null where nobody
   * said.
   */
  readonly unknown: readonly UnknownRows[] | null;
  /** Every declared level with its number of used rows, or the sum of their weights, 0 included. */
  readonly levels: readonly { readonly level: string; readonly n: number }[];
  /** Every (label, group) cell, ordered by label, then group; empty without labels. */
  readonly cells: readonly CellReport[];
  /** The main number: `max over (y, ŷ) of max_a P(ŷ|y,a) − min_a P(ŷ|y,a)`. */
  readonly equalizedOdds: EqualizedOddsReport;
  readonly permutation: PermutationReport;
  /**
   * The permutation test's p-value, adjusted for testing all attributes of the report (Holm); null where there is none.
   */
  readonly adjustedPValue: number | null;
  readonly evidence: EvidenceReport;
  /** Whether predictions depend on the attribute at all, given the label. */
  readonly dependence: ReportedDependence;
  /** Every group beside all others together, in the order of `levels`; empty without labels. */
  readonly groups: readonly GroupEvidence[];
  /** How often each class is predicted in each group, whatever the label. */
  readonly selectionRates: readonly SelectionReport[];
  readonly performance: PerformanceReport;
  /** TPR, FPR, TNR, FNR, PPV and NPV of every class in every group; empty without labels. */
  readonly classRates: readonly ClassRates[];
  /** Effective rows of every (label, group) cell, in the order of `cells`; null where rows carry no weights. */
  readonly effectiveSizes: readonly number[] | null;
  /** Null where no score counts were given. */
  readonly scores: ScoreReport | null;
  /** Null where no clusters were given. */
  readonly clusters: ClusterReport | null;
  /** Equalized odds within every level of a condition; null where none was given. */
  readonly conditional: ConditionalReport | null;
  /** Every group beside one that the reader has chosen; absent where none was. */
  readonly reference?: ReferenceReport | undefined;
}

/** Numbers of rows by the reason for which they are not among the counts. */
export type ExcludedRowCounts = Readonly<Record<Exclude<ExclusionReason, "small-group">, number>> & {
  readonly "small-group"?: number;
};

/** Rows without a known value of one attribute, whatever else they lack. */
export interface UnknownRows {
  readonly attribute: string;
  readonly rows: number;
}

/**
 * `read = used + Σ excluded`, all of them numbers of rows, never of weights. All reasons are listed, 0 included, but
 * for `small-group`, which is there where groups were too small to be counted.
 */
export interface RowAccounting {
  readonly read: number;
  readonly used: number;
  readonly excluded: ExcludedRowCounts;
  /**
   * Sum of the weights of the used rows. Absent where rows carry none; where it is there, every `n` and `k` is such a
   * sum.
   */
  readonly weight?: number;
}

/**
 * `k` rows with this prediction, or the sum of their weights; `rate = k / n` with its Wilson interval at level 1 −
 * alpha. All null when n = 0; no interval for weighted rows whose effective size is not known.
 */
export interface PredictionRate {
  readonly prediction: string;
  readonly k: number;
  readonly rate: number | null;
  readonly lower: number | null;
  readonly upper: number | null;
}

export interface CellReport {
  readonly label: string;
  readonly group: string;
  readonly n: number;
  readonly status: CellStatus;
  /** One per class, in the order of `classes`. */
  readonly predictions: readonly PredictionRate[];
}

export interface ReportedDependence extends DependenceReport {
  /** The p-value, adjusted for testing all attributes of the report (Holm); null where there is none. */
  readonly adjustedPValue: number | null;
}

export interface EqualizedOddsReport extends Disparity {
  /** One sentence about the worst pair with both rates and counts, or about why there is none. Plain text. */
  readonly description: string;
}

export interface ClassDisparity extends Disparity {
  readonly class: string;
}

/** Gaps of one class against all others. */
export interface OneVsRestReport {
  readonly class: string;
  readonly truePositiveRate: Disparity;
  readonly falsePositiveRate: Disparity;
}

export interface SelectionReport {
  readonly group: string;
  readonly n: number;
  readonly predictions: readonly PredictionRate[];
}

/**
 * Null values mean that there is no row (or no label) to judge by. A class that is neither label nor prediction has no
 * F1.
 */
export interface PerformanceReport {
  readonly accuracy: number | null;
  /** Mean recall of the classes that have rows. */
  readonly balancedAccuracy: number | null;
  readonly f1: { readonly macro: number | null; readonly micro: number | null; readonly weighted: number | null };
  readonly byGroup: readonly { readonly group: string; readonly n: number; readonly accuracy: number | null }[];
}

/** What each rule says. */
interface DecisionOf {
  readonly point: Judgement;
  readonly evidence: EvidenceDecision;
}

/** What every rule says about one gate, whichever of them decides. */
export type RuleDecisions = { readonly [Kind in RuleKind]: DecisionOf[Kind] };

export interface GateReport extends RuleDecisions {
  readonly metric: GatedMetric;
  readonly attribute: string;
  /** Largest value still allowed. */
  readonly limit: number;
  readonly rule: RuleKind;
  readonly value: number | null;
  /** Bounds that the evidence rule compared with the limit; null where the point rule decides. */
  readonly lower: number | null;
  readonly upper: number | null;
  readonly verdict: Verdict;
  /** One sentence: why this verdict. */
  readonly reason: string;
  /** How much larger cells would have to be for the evidence rule to decide; null where it decides. */
  readonly power: PowerReport | null;
}

/** The evidence rule's decision with the bounds that it compared. */
export interface EvidenceDecision extends Judgement {
  readonly lower: number | null;
  readonly upper: number | null;
  /** p-value of "no pair of groups differs by more than the limit"; null without intervals. */
  readonly pValue: number | null;
  /** The same, adjusted for all gates of the report (Holm). Information: verdicts hold for one gate at a time. */
  readonly adjustedPValue: number | null;
}

export interface ReportWarning {
  /** Stable kebab-case name, for example `small-cells`. */
  readonly code: string;
  readonly message: string;
}
