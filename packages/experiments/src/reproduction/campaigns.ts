/**
 * Runs that belong together: a grid over the training options, with every seed. Their folder has the campaign's name,
 * so experiments that need the same runs share them.
 */
export interface Campaign {
  readonly name: string;
  /** Path below the samples. */
  readonly graph: string;
  readonly base: Readonly<Record<string, unknown>>;
  readonly grid: Readonly<Record<string, readonly (string | number)[]>>;
  readonly seeds: readonly number[];
  /**
   * Where to compute unless the user says: small graphs are as fast on WebAssembly, which gives the same bytes
   * everywhere.
   */
  readonly engine?: "wasm" | undefined;
}

const methods = ["gcn", "debias", "fairgnn", "eqgnn"] as const;
const otherLosses = ["permutation/h", "paired", "unpaired"] as const;

/** The official code lets the discriminator see all labels; so do the reproductions of its tables. */
const visible = { heldOutLabels: "visible" } as const;

function seedsTo(last: number): number[] {
  return Array.from({ length: last }, (_, i) => i + 1);
}

const nba = { graph: "nba", seeds: seedsTo(40), engine: "wasm" } as const;
const nbaScaled = { ...nba, base: { sensitive: "country", ...visible, scale: "min-max" } };
const nbaRaw = { ...nba, base: { sensitive: "country", ...visible, scale: "none" } };
const german = {
  graph: "german",
  engine: "wasm",
  seeds: seedsTo(10),
  base: { sensitive: "Gender", ...visible },
} as const;
/** On Bail networks go on learning for some 1,700 epochs; at the paper's cap of 1,000 no run would be done. */
const bail = { graph: "bail", seeds: seedsTo(10), base: { sensitive: "WHITE", ...visible, epochs: 5000 } };

/** Every campaign by a short name. */
export const campaigns = {
  nbaMethods: { ...nbaScaled, name: "nba-methods", grid: { method: methods, lambda: [0.01, 0.1] } },
  nbaOtherSplits: {
    ...nbaScaled,
    name: "nba-more",
    seeds: seedsTo(148).slice(40),
    grid: { method: ["gcn", "debias", "eqgnn"], lambda: [0.1] },
  },
  nbaRaw: { ...nbaRaw, name: "nba-raw", grid: { method: methods, lambda: [0.01, 0.1] } },
  nbaLosses: { ...nbaScaled, name: "nba-losses", grid: { method: ["eqgnn"], discriminatorLoss: otherLosses } },
  nbaLossesRaw: { ...nbaRaw, name: "nba-losses-raw", grid: { method: ["eqgnn"], discriminatorLoss: otherLosses } },
  nbaLambda: { ...nbaScaled, name: "nba-lambda", grid: { method: ["eqgnn"], lambda: [1, 10, 100] } },
  nbaGrid: {
    ...nba,
    name: "nba-grid",
    seeds: seedsTo(20),
    base: { sensitive: "country", heldOutLabels: "hidden", scale: "min-max" },
    grid: { method: methods, lambda: [0.01, 0.1, 1, 10], gamma: [0, 50] },
  },
  germanMethods: { ...german, name: "german-methods", grid: { method: methods, lambda: [0.01, 0.1] } },
  germanOtherLambda: {
    ...german,
    name: "german-other-lambda",
    grid: { method: ["debias", "fairgnn"], lambda: [1, 10, 100] },
  },
  germanGat: {
    ...german,
    name: "german-gat",
    base: { ...german.base, backbone: "gat" },
    grid: { method: methods, lambda: [0.1] },
  },
  germanLosses: { ...german, name: "german-losses", grid: { method: ["eqgnn"], discriminatorLoss: otherLosses } },
  germanLambda: { ...german, name: "german-lambda", grid: { method: ["eqgnn"], lambda: [1, 10, 100] } },
  bailMethods: { ...bail, name: "bail-methods", grid: { method: methods, lambda: [0.1] } },
  bailWithTime: {
    ...bail,
    name: "bail-with-time",
    graph: "bail/with-time.yaml",
    grid: { method: ["gcn", "eqgnn"], lambda: [0.1] },
  },
  bailSage: {
    ...bail,
    name: "bail-sage",
    base: { ...bail.base, backbone: "sage-mean" },
    grid: { method: ["gcn", "eqgnn"], lambda: [0.1] },
  },
} as const satisfies Readonly<Record<string, Campaign>>;

/** Returns the small version of a campaign: two seeds and a few epochs. */
export function quickCampaign(campaign: Campaign): Campaign {
  return { ...campaign, seeds: campaign.seeds.slice(0, 2), base: { ...campaign.base, epochs: 3, hidden: 8 } };
}
