import { escapeMarkdown } from "@evenodds/auditor";
import type { SweepSummary } from "./sweep-summary.js";

/** What was run, in a paragraph. */
export function introduction({ graph, settings, seeds, runs, engine, tool }: SweepSummary): string {
  const all = runs.finished + runs.failed;
  const seedWords =
    graph.split === undefined
      ? "Seed s fixes split, initial weights and draws of every setting."
      : `All runs have the split of ${escapeMarkdown(graph.split.from)}; seed s fixes initial weights and draws of every setting.`;
  return (
    `${settings.length} ${settings.length === 1 ? "setting" : "settings"} × ${seeds.length} ` +
    `${seeds.length === 1 ? "seed" : "seeds"} (${seedText(seeds)}) = ${all} runs on \`${graph.name}\` ` +
    `(${graph.sha256.slice(0, 12)}…), ${tool}, engine ${engine}. ${seedWords}`
  );
}

/** Whether labels and attributes of test nodes could reach a model. */
export function aboutLabels({ fixed, varied, sensitiveIsFeature }: SweepSummary): string {
  const hidden =
    "Labels and attributes of nodes outside the part in use are hidden (`held-out-labels hidden`): those of test nodes can " +
    "influence neither a model nor a choice. The paper's published code lets its discriminator see them.";
  const visible =
    "**Labels and attributes of test nodes are visible to the discriminator** (`held-out-labels visible`), as in the paper's " +
    "published code: good for reproducing its numbers, not for an honest estimate. With `hidden` they are kept out.";
  const choice = varied.includes("heldOutLabels")
    ? "Settings with `held-out-labels visible` let the discriminator see labels and attributes of test nodes, as the paper's " +
      "published code does; those with `hidden` keep them out."
    : fixed.heldOutLabels === "hidden"
      ? hidden
      : visible;
  if (sensitiveIsFeature === null) return choice;
  return `${choice} The sensitive attribute is ${sensitiveIsFeature ? "" : "not "}one of the model's inputs.`;
}

/** The rule of choice, in a sentence. */
export function ruleText({ selection: { rule }, task }: SweepSummary): string {
  const regression = task === "regression";
  const measure = {
    score: regression
      ? "−(root mean squared error + largest difference between the groups' mean errors)"
      : "accuracy − equalized odds difference",
    accuracy: regression ? "−(root mean squared error)" : "accuracy",
    gap: regression ? "−(largest difference between the groups' mean errors)" : "−(equalized odds difference)",
    "task-loss": "−(mean of the task's validation loss at the best epochs)",
  }[rule];
  const pooled = rule === "task-loss" ? "" : ", of the validation outcomes pooled over all seeds";
  return (
    `For each method the setting with the largest ${measure}${pooled} (\`--select ${rule}\`); of equal ones the first in the ` +
    "order of the grid. Test nodes have no part in it. The chosen settings have a ● in the first table."
  );
}

/** What these results can carry. */
export function findings({ seeds, settings, task, graph }: SweepSummary): string[] {
  const texts: string[] = [];
  if (seeds.length < 10) {
    texts.push(
      `${seeds.length} ${seeds.length === 1 ? "seed is" : "seeds are"} few: the paper has 40 on a small graph.`,
    );
  }
  const low = settings.filter(({ figures: { equalizedOddsDifference: gap, noiseFloor: floor } }) => {
    return typeof gap?.mean === "number" && typeof floor?.mean === "number" && gap.mean <= floor.mean;
  });
  if (task === "classification" && low.length > 0) {
    const numbers = low.map(({ number }) => number).join(", ");
    const which =
      low.length === settings.length ? "every setting" : `${low.length === 1 ? "setting" : "settings"} ${numbers}`;
    texts.push(
      `The equalized odds difference of ${which} lies at or below its noise floor: ${graph.split === undefined ? "the splits" : "the test nodes"} cannot tell it from a classifier ` +
        "without any gap. Look at the pooled gaps.",
    );
  }
  return texts;
}

/** What the figures are. */
export function readingRules({ task, graph }: SweepSummary): string[] {
  const common = [
    "The chart and the tables show test figures of every setting. To pick a setting by them is to choose on test data; the choice " +
      "above does not.",
  ];
  if (task === "regression") {
    return [
      "Gap of mean errors: largest difference between two groups' means of prediction − label. Gap of mean absolute errors: the " +
        "same of |prediction − label|.",
      ...common,
    ];
  }
  return [
    "ΔEO is the paper's: the largest difference between two groups of P(Ŷ=y | Y=y), over labels y. The equalized odds difference " +
      "looks at wrong predictions too; for two classes both are equal. ΔSP is the largest difference of P(Ŷ=y). Every cell counts, " +
      "however small. Nodes without a known group are left out.",
    "The noise floor is what the equalized odds difference would be on average if the same predictions were dealt to the groups by " +
      "chance within each label.",
    graph.split === undefined
      ? "Pooled gaps count a node in every split that tests it. Its predictions in different splits are correlated, so they are " +
        "less certain than their counts suggest."
      : "Pooled gaps count every test node once for each seed. They rest on the test nodes of one split, however many seeds there " +
        "are, and so do standard errors and p-values: these tell the models of other seeds from chance, not other nodes.",
    ...common,
  ];
}

/** `1–40` for a range, else a list. */
function seedText(seeds: readonly number[]): string {
  const isRange = seeds.length > 2 && seeds.every((seed, i) => seed === seeds[0]! + i);
  return isRange ? `${seeds[0]}–${seeds.at(-1)}` : escapeMarkdown(seeds.join(", "));
}
