import type { OnInconclusive, RuleKind, Verdict } from "../verdict/verdict.js";
import type { ReportMetric } from "./report-metrics.js";

/** Whether a gate that does not hold stops a pipeline (`error`), or is only listed (`warning`). */
export const gateSeverities = ["error", "warning"] as const;
export type GateSeverity = (typeof gateSeverities)[number];

/** A violation that somebody accepted, up to a day. */
export interface GateWaiver {
  /** Why it is accepted; never empty. */
  readonly reason: string;
  /** The last day on which it counts, as `2027-01-31`. */
  readonly until: string;
}

/** One value of one attribute, of those that a subgroup is made of. */
export interface GroupPart {
  readonly attribute: string;
  readonly value: string;
}

/**
 * What a finished report is held to. Unlike a `Gate`, which an audit judges while it makes its report, it can be about
 * every metric of a report, about the floor of a rate, about a single group, and it says what happens where it does not
 * hold.
 */
export interface ReportGate {
  readonly metric: ReportMetric;
  /** Largest value still allowed. Exactly one of `limit` and `floor` is given; see `reportMetrics` for which fit. */
  readonly limit?: number | undefined;
  /** Smallest value still allowed. */
  readonly floor?: number | undefined;
  /**
   * The attribute whose groups are compared, or each of whose groups has to reach the floor; crossed ones are named in
   * any order, as `sex * race`. Default: every attribute of the report, and for rates all rows together.
   */
  readonly attribute?: string | undefined;
  /**
   * One group instead, by one value or the values of several crossed attributes in any order. Of a difference or a
   * ratio it is compared with all other rows together.
   */
  readonly subgroup?: readonly GroupPart[] | undefined;
  /** The class that a rate is about. Default: the positive class of the report. */
  readonly class?: string | undefined;
  /** Default: `point`. */
  readonly rule?: RuleKind | undefined;
  /** Fewest rows of a cell to be compared. Default: that of the report. */
  readonly minimumSupport?: number | undefined;
  /** Default: `error`. */
  readonly severity?: GateSeverity | undefined;
  /** Whether a gate that the data cannot decide blocks. Default: that of the report. */
  readonly onInconclusive?: OnInconclusive | undefined;
  readonly waiver?: GateWaiver | undefined;
}

/** What a finding by a baseline has in the place of a metric: its value is the change of the gap. */
export const baselineMetric = "noWorseThanBaseline";

/** What came of a gate on a finished report, or of holding it against a baseline. Plain JSON. */
export interface GateFinding {
  readonly metric: ReportMetric | typeof baselineMetric;
  /** Null where all rows are taken together. */
  readonly attribute: string | null;
  /** Such as `race=White, sex=Male`, attributes in the order of the report; null where no single group is meant. */
  readonly subgroup: string | null;
  /** Null for metrics that are not about one class. */
  readonly class: string | null;
  /** Whether the threshold is the largest value allowed, or the smallest. */
  readonly bound: "limit" | "floor";
  readonly threshold: number;
  readonly rule: RuleKind;
  readonly minimumSupport: number;
  readonly severity: GateSeverity;
  readonly onInconclusive: OnInconclusive;
  /** Null where there is none; of several groups that of the worst. */
  readonly value: number | null;
  /** Bounds that the evidence rule compared with the threshold; null where the point rule decides. */
  readonly lower: number | null;
  readonly upper: number | null;
  /** What the data say, whatever is done about it. */
  readonly verdict: Verdict;
  /** One sentence without its end: why this verdict. */
  readonly reason: string;
  /** The groups that lie furthest apart with their counts, as a sentence; null where no two groups are meant. */
  readonly detail: string | null;
  readonly waiver: (GateWaiver & { readonly isExpired: boolean }) | null;
  /** The verdict, or `waived` where it is not a pass and a waiver accepts that. */
  readonly outcome: GateOutcome;
  /** Whether a pipeline has to stop: for a violation or an undecided gate that nothing softens. */
  readonly blocks: boolean;
}

export type GateOutcome = Verdict | "waived";
