import { UsageError } from "@evenodds/core";
import type { PokecAttribute } from "../known/pokec.js";

export interface PokecLikeOptions {
  readonly seed: number;
  /** N. Default: 67,796, as Pokec-z. */
  readonly nodes?: number | undefined;
  /** Distinct undirected edges. Default: 617,958, or as many per node where there are other nodes. */
  readonly edges?: number | undefined;
  /** F. Default: 276. */
  readonly features?: number | undefined;
  /** Which of the two attributes is sensitive; the other one is a feature. Default: `gender`. */
  readonly sensitive?: PokecAttribute | undefined;
  /** Share of the edges that stay within a group. Default: 278,497 of 617,958 for gender, 587,439 for region. */
  readonly groupHomophily?: number | undefined;
  /** Share of the edges that stay within a class, unlabelled nodes by the class that is hidden. Default: 0.55. */
  readonly labelHomophily?: number | undefined;
  /** Labelled nodes of each class. Default: 4,800, 3,900 and 1,562, or as many per node where there are other nodes. */
  readonly classSizes?: readonly number[] | undefined;
}

/** Every option with its value. */
export type PokecLikeSettings = { readonly [K in keyof PokecLikeOptions]-?: NonNullable<PokecLikeOptions[K]> };

/** Pokec-z in Table 1 of the EqGNN paper. Its class sizes are not known; these are made up, with the right sum. */
const original = {
  nodes: 67_796,
  edges: 617_958,
  features: 276,
  within: { gender: 278_497, region: 587_439 } satisfies Record<PokecAttribute, number>,
  classSizes: [4800, 3900, 1562],
};

/** Sizes of the larger over the smaller group. */
export const groupRatios: Readonly<Record<PokecAttribute, number>> = { gender: 1.02, region: 1.84 };

/**
 * Fills in defaults. Throws {@link UsageError} for values out of range, and for more edges than a quarter of all pairs.
 */
export function pokecLikeSettings(options: PokecLikeOptions): PokecLikeSettings {
  const { seed, nodes = original.nodes, features = original.features, sensitive = "gender" } = options;
  requireWhole("seed", seed, [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER]);
  requireWhole("nodes", nodes, [20, 2 ** 24]);
  requireWhole("features", features, [1, 2 ** 12]);
  const scale = nodes / original.nodes;
  const mostEdges = Math.floor((nodes * (nodes - 1)) / 8);
  const settings: PokecLikeSettings = {
    seed,
    nodes,
    edges: options.edges ?? Math.min(Math.round(original.edges * scale), mostEdges),
    features,
    sensitive,
    groupHomophily: options.groupHomophily ?? original.within[sensitive] / original.edges,
    labelHomophily: options.labelHomophily ?? 0.55,
    classSizes: options.classSizes ?? original.classSizes.map((size) => Math.max(1, Math.round(size * scale))),
  };
  requireWhole("edges", settings.edges, [0, mostEdges]);
  for (const name of ["groupHomophily", "labelHomophily"] as const) {
    const value = settings[name];
    if (!(value >= 0 && value <= 1)) {
      throw new UsageError({ argument: name, expected: "a number from 0 to 1", found: `${value}` });
    }
  }
  requireWhole("number of classes", settings.classSizes.length, [2, 100]);
  for (const size of settings.classSizes) requireWhole("class sizes", size, [1, nodes]);
  const labelled = settings.classSizes.reduce((sum, size) => sum + size, 0);
  requireWhole("sum of class sizes", labelled, [2, nodes]);
  return settings;
}

function requireWhole(argument: string, value: number, [low, high]: readonly [number, number]): void {
  if (Number.isInteger(value) && value >= low && value <= high) return;
  throw new UsageError({ argument, expected: `a whole number from ${low} to ${high}`, found: `${value}` });
}
