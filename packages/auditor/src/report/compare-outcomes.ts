import {
  accuracy,
  cellSize,
  checkMinimumSupport,
  InputError,
  Random,
  UsageError,
  usedRows,
  type OutcomeCounts,
  type SplitPart,
} from "@evenodds/core";
import { holmAdjusted } from "../statistics/holm-adjusted.js";
import { dealTestSteps } from "../statistics/paired/deal-test-steps.js";
import { gapChange, outcomesOfBoth, type GapChange, type OutcomePair } from "../statistics/paired/gap-change.js";
import { swapTestSteps, type ChangeTest } from "../statistics/paired/swap-test-steps.js";
import { checkDraws } from "../statistics/permutation-test.js";
import { checkAlpha } from "../statistics/simultaneous-intervals.js";
import { finishSteps, takeSteps, type Steps, type StepsHooks } from "../statistics/steps.js";
import type { AuditedUnit } from "./audited-unit.js";
import type { ReportedData, ReportWarning } from "./audit-report.js";
import type {
  AttributeComparison,
  ChangeFinding,
  ComparedSource,
  ComparisonReport,
  ComparisonSettings,
} from "./comparison-report.js";
import { comparisonNotes } from "./comparison-notes.js";
import { defaultSettings } from "./default-settings.js";
import { orderedData } from "./ordered-data.js";
import { cellChanges, groupChanges, labelChanges } from "./right-changes.js";

/** One sensitive attribute of a comparison. */
export interface ComparedAttribute {
  readonly name: string;
  readonly pair: OutcomePair;
}

/** What {@link compareOutcomes} takes. */
export interface ComparisonInput {
  /** One or more, with distinct names, the same classes and one pairing. */
  readonly attributes: readonly ComparedAttribute[];
  /** Version of evenodds. */
  readonly version: string;
  readonly a: ComparedSource;
  readonly b: ComparedSource;
  /** `row` by default. */
  readonly unit?: AuditedUnit | undefined;
  /** 0 by default. */
  readonly seed?: number | undefined;
  /** Those of an audit by default. */
  readonly settings?: Partial<ComparisonSettings> | undefined;
  readonly data?: ReportedData | null | undefined;
  /** `all` by default. */
  readonly split?: SplitPart | "all" | undefined;
  readonly warnings?: readonly ReportWarning[] | undefined;
  /** What the caller assumed. Stands after the comparison's own notes. */
  readonly notes?: readonly string[] | undefined;
}

/**
 * Returns the whole comparison of two classifiers, A before and B after. Pure: equal inputs give a report with equal
 * JSON bytes. Throws {@link InputError} for attributes that do not fit together, and {@link UsageError} for none and
 * for settings out of range.
 */
export function compareOutcomes(input: ComparisonInput): ComparisonReport {
  return finishSteps(comparisonSteps(input));
}

/** {@link compareOutcomes} for a program that does other work meanwhile. Throws `InterruptedError` for the signal. */
export async function compareOutcomesInSteps(input: ComparisonInput, hooks?: StepsHooks): Promise<ComparisonReport> {
  return takeSteps(comparisonSteps(input), hooks);
}

function* comparisonSteps(input: ComparisonInput): Steps<ComparisonReport> {
  const { attributes, seed = 0, unit = "row", data = null } = input;
  const { pairing, classes } = checkAttributes(attributes);
  const settings = completeSettings(input.settings ?? {});
  const compared: AttributeComparison[] = [];
  for (const attribute of attributes) compared.push(yield* compareAttribute(attribute, { settings, seed }));
  const adjusted = holmAdjusted(compared.map(({ test }) => test.pValue));
  const clustered = attributes.some(({ pair }) => pair.pairing === "rows" && pair.clusters !== undefined);
  return {
    schemaVersion: 1,
    kind: "comparison",
    tool: { name: "evenodds", version: input.version },
    seed,
    settings,
    pairing,
    unit,
    a: { file: input.a.file, sha256: input.a.sha256 },
    b: { file: input.b.file, sha256: input.b.sha256 },
    data: data === null ? null : orderedData(data),
    split: input.split ?? "all",
    classes,
    attributes: compared.map((one, i) => ({ ...one, test: { ...one.test, adjustedPValue: adjusted[i]! } })),
    warnings: (input.warnings ?? []).map(({ code, message }) => ({ code, message })),
    notes: [...comparisonNotes({ pairing, unit, clustered, attributes: attributes.length }), ...(input.notes ?? [])],
  };
}

function completeSettings(given: Partial<ComparisonSettings>): ComparisonSettings {
  const { minimumSupport = defaultSettings.minimumSupport } = given;
  const { draws = defaultSettings.draws, alpha = defaultSettings.alpha } = given;
  checkMinimumSupport(minimumSupport);
  checkDraws(draws);
  checkAlpha(alpha);
  return { minimumSupport, draws, alpha };
}

function* compareAttribute(
  { name, pair }: ComparedAttribute,
  { settings, seed }: { readonly settings: ComparisonSettings; readonly seed: number },
): Steps<AttributeComparison> {
  const { a, b } = outcomesOfBoth(pair);
  const { minimumSupport, draws } = settings;
  const change = gapChange(pair, settings);
  const drawn = { random: Random.of(seed, `comparison ${name}`), draws, minimumSupport, name };
  const test: ChangeTest =
    pair.pairing === "rows"
      ? yield* swapTestSteps(pair.counts, { ...drawn, clusters: pair.clusters })
      : pair.pairing === "independent"
        ? yield* dealTestSteps({ a, b }, drawn)
        : { draws: 0, pValue: null, reason: "it takes both predictions of every row" };
  const cells = cellChanges(pair);
  return {
    name,
    rows: { a: usedRows(a), b: usedRows(b) },
    gap: reportedChange(change),
    test: { ...test, adjustedPValue: null },
    accuracy: { a: accuracy(a), b: accuracy(b) },
    changed: cells.reduce<number | null>(
      (sum, { changed }) => (sum === null || changed === null ? null : sum + changed),
      0,
    ),
    cells,
    groups: groupChanges(pair),
    labels: labelChanges(pair),
  };
}

function reportedChange({ a, b, value, lower, upper, reason }: GapChange): AttributeComparison["gap"] {
  return { a, b, change: value, lower, upper, finding: findingOf({ lower, upper }), reason };
}

function findingOf({ lower, upper }: Pick<GapChange, "lower" | "upper">): ChangeFinding {
  if (lower === null || upper === null) return "undefined";
  if (lower > 0) return "larger";
  return upper < 0 ? "smaller" : "unclear";
}

function checkAttributes(attributes: readonly ComparedAttribute[]) {
  const [first] = attributes;
  if (first === undefined) {
    throw new UsageError({ argument: "sensitive attributes", expected: "at least one", found: "none" });
  }
  const names = attributes.map(({ name }) => name);
  if (new Set(names).size !== names.length) {
    throw new InputError({ argument: "sensitive attributes", expected: "distinct names", found: names.join(", ") });
  }
  const { pairing } = first.pair;
  const { classes } = outcomesOfBoth(first.pair).a;
  for (const { name, pair } of attributes) {
    const { a, b } = outcomesOfBoth(pair);
    const argument = `counts of attribute ${JSON.stringify(name)}`;
    if (pair.pairing !== pairing) throw new InputError({ argument, expected: pairing, found: pair.pairing });
    for (const side of [a, b]) {
      const [own, all] = [side.classes, classes].map((list) => list.join(", ")) as [string, string];
      if (own !== all) throw new InputError({ argument, expected: `the classes ${all}`, found: own });
    }
    const [groupsA, groupsB] = [a, b].map(({ groups }) => groups.join(", ")) as [string, string];
    if (groupsA !== groupsB) throw new InputError({ argument, expected: `the groups ${groupsA}`, found: groupsB });
    if (pairing === "margins") checkSameSizes({ a, b }, argument);
  }
  return { pairing, classes };
}

function checkSameSizes({ a, b }: { readonly a: OutcomeCounts; readonly b: OutcomeCounts }, argument: string): void {
  a.groups.forEach((group, g) =>
    a.classes.forEach((label, y) => {
      const [n, m] = [cellSize(a, g, y), cellSize(b, g, y)];
      if (n === m) return;
      const expected = `as many rows of group ${JSON.stringify(group)} with label ${JSON.stringify(label)} in both`;
      throw new InputError({ argument, expected, found: `${n} and ${m}` });
    }),
  );
}
