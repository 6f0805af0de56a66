import { UsageError } from "@evenodds/core";

export interface SyntheticOptions {
  readonly seed: number;
  /** N. Default: 1000. */
  readonly nodes?: number | undefined;
  /** F. Default: 16. */
  readonly features?: number | undefined;
  /** Distinct undirected edges. Default: `nodes · meanDegree / 2`, rounded, or the most that so few nodes can have. */
  readonly edges?: number | undefined;
  /** Mean number of neighbours, where `edges` is not given. Default: 10. */
  readonly meanDegree?: number | undefined;
  /** C. Default: 2. */
  readonly classes?: number | undefined;
  /** G. Default: 2. */
  readonly groups?: number | undefined;
  /**
   * Chance that the second end of an edge is drawn from the group of the first, and as much again for the label.
   * Default: 0.6.
   */
  readonly homophily?: number | undefined;
  /** Chance that a label is replaced by another class. Default: 0.05. */
  readonly labelNoise?: number | undefined;
  /** How far the features of a group lie from 0. Default: 0.5. */
  readonly groupShift?: number | undefined;
  /** How much a group favours one class, whatever the features. Default: 0.5. */
  readonly groupBias?: number | undefined;
  /** Exponent of the power law of degrees, above 2; smaller is more skewed. Default: 2.5. */
  readonly degreeExponent?: number | undefined;
  /** Chance that a node has a label. Default: 1. */
  readonly labelledShare?: number | undefined;
  /** Whether the label is a number instead of a class. Default: false. */
  readonly target?: boolean | undefined;
}

/** Every option with its value. */
export type SyntheticSettings = { readonly [K in keyof Omit<SyntheticOptions, "meanDegree" | "target">]-?: number };

/**
 * Fills in defaults. Throws {@link UsageError} for values out of range, and for more edges than a quarter of all pairs.
 */
export function syntheticSettings(options: SyntheticOptions): SyntheticSettings {
  const { nodes = 1000, meanDegree = 10 } = options;
  const mostEdges = Math.floor((nodes * (nodes - 1)) / 8);
  const settings: SyntheticSettings = {
    seed: options.seed,
    nodes,
    features: options.features ?? 16,
    edges: options.edges ?? Math.min(Math.round((nodes * meanDegree) / 2), mostEdges),
    classes: options.classes ?? 2,
    groups: options.groups ?? 2,
    homophily: options.homophily ?? 0.6,
    labelNoise: options.labelNoise ?? 0.05,
    groupShift: options.groupShift ?? 0.5,
    groupBias: options.groupBias ?? 0.5,
    degreeExponent: options.degreeExponent ?? 2.5,
    labelledShare: options.labelledShare ?? 1,
  };
  requireWhole("seed", settings.seed, [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER]);
  requireWhole("nodes", nodes, [1, 2 ** 26]);
  requireWhole("features", settings.features, [1, 2 ** 20]);
  requireWhole("classes", settings.classes, [1, nodes]);
  requireWhole("groups", settings.groups, [1, nodes]);
  requireWhole("edges", settings.edges, [0, mostEdges]);
  for (const name of ["homophily", "labelNoise", "labelledShare"] as const) requireIn(name, settings[name], [0, 1]);
  for (const name of ["groupShift", "groupBias"] as const) requireIn(name, settings[name], [0, 1e6]);
  requireIn("degreeExponent", settings.degreeExponent, [2.01, 1e6]);
  return settings;
}

function requireWhole(name: string, value: number, [low, high]: readonly [number, number]): void {
  if (Number.isInteger(value) && value >= low && value <= high) return;
  throw new UsageError({ argument: name, expected: `a whole number from ${low} to ${high}`, found: `${value}` });
}

function requireIn(name: string, value: number, [low, high]: readonly [number, number]): void {
  if (value >= low && value <= high) return;
  throw new UsageError({ argument: name, expected: `a number from ${low} to ${high}`, found: `${value}` });
}
