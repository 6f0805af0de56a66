import type { SweepRecord } from "@evenodds/trainer";
import type { Campaign } from "./campaigns.js";

/** Returns a list of what the runs of a section were made with. */
export function runFacts(records: readonly SweepRecord[], campaigns: readonly Campaign[]): string {
  const distinct = <T>(values: readonly T[]) => [...new Set(values)];
  const first = records[0]!;
  const { scale, layers, hidden, dropout, epochs, patience, mode, heldOutLabels, sensitive, gamma } = first.options;
  const backbones = distinct(records.map(({ options }) => options.backbone)).join(", ");
  const seeds = distinct(campaigns.map((campaign) => seedText(distinct(seedsOf(records, campaign))))).join("; ");
  const feature = records.find((record) => record.status === "finished")?.sensitiveIsFeature;
  return [
    `- Graph \`${first.graph.name}\`, content ${first.graph.sha256.slice(0, 12)}…; sensitive attribute \`${sensitive ?? "none"}\`, ` +
      `${feature === true ? "which is also a feature" : "which is not a feature"}.`,
    `- ${distinct(records.map(({ graph }) => graph.sha256)).length > 1 ? "Several graphs; " : ""}Splits and seeds ${seeds}: ` +
      "a seed fixes split, initial weights and draws for every method. 50 / 25 / 25 % of the labelled nodes.",
    `- Backbone ${backbones}, ${layers} layers of ${hidden}, dropout ${dropout}, scaling ${scale}, γ ${gamma} unless stated, ` +
      `${mode} mode; at most ${epochs} epochs, patience ${patience} on the full validation loss.`,
    `- The discriminator ${heldOutLabels === "visible" ? "sees labels and attributes of all nodes, as in the published code" : "sees no labels of test nodes"}.`,
    `- ${distinct(records.map(({ tool }) => tool)).join(", ")}; engine ${distinct(records.map(({ engine }) => engine)).join(", ")}.`,
    ...cappedFact(records),
  ].join("\n");
}

/** A run whose best epoch lies within its patience of the cap was still learning. */
function cappedFact(records: readonly SweepRecord[]): string[] {
  const finished = records.filter((record) => record.status === "finished");
  const capped = finished.filter(({ epochs, options }) => epochs >= options.epochs);
  if (capped.length === 0) return [];
  const best = capped.reduce((latest, { bestEpoch }) => Math.max(latest, bestEpoch), 0);
  return [
    `- **${capped.length} of ${finished.length} runs ended at the cap** (best epoch up to ${best}): they were still learning, so ` +
      "rows with such runs show where training was cut, not what a method can do.",
  ];
}

function seedsOf(records: readonly SweepRecord[], { seeds }: Campaign): number[] {
  return records.map(({ seed }) => seed).filter((seed) => seeds.includes(seed));
}

function seedText(seeds: readonly number[]): string {
  const sorted = [...seeds].sort((a, b) => a - b);
  const [low, high] = [sorted[0]!, sorted.at(-1)!];
  return high - low + 1 === sorted.length ? `${low} to ${high}` : sorted.join(", ");
}
