import { UsageError, type OutcomeCounts } from "@evenodds/core";
import { runningBets, type RateSeries, type RunningBets } from "./bets.js";

/** A rate of a group, or of all groups but one, as it comes in batch by batch. */
export interface RunningArm extends RateSeries, RunningBets {
  readonly kind: "now";
  readonly group: string;
}

/**
 * The counts of some batches as rates over time. A group or a class is there from the first batch on that lists it,
 * with rows or without; batches may list them in any order.
 */
export class RateTable {
  /** Names with the number of their first batch. */
  readonly groups: ReadonlyMap<string, number>;
  readonly classes: ReadonlyMap<string, number>;
  readonly batches: number;
  readonly #counts: Float64Array;
  readonly #groupAt: ReadonlyMap<string, number>;
  readonly #classAt: ReadonlyMap<string, number>;

  /** Throws {@link UsageError} for counts that are not whole. */
  constructor(batches: readonly OutcomeCounts[]) {
    batches.forEach(checkWhole);
    this.batches = batches.length;
    this.groups = firstSeen(batches.map((batch) => batch.groups));
    this.classes = firstSeen(batches.map((batch) => batch.classes));
    this.#groupAt = new Map([...this.groups.keys()].map((name, at) => [name, at]));
    this.#classAt = new Map([...this.classes.keys()].map((name, at) => [name, at]));
    this.#counts = new Float64Array(this.groups.size * this.classes.size ** 2 * this.batches);
    batches.forEach(({ groups, classes, counts }, b) => {
      let at = 0;
      for (const group of groups) {
        for (const label of classes) {
          for (const prediction of classes) this.#seriesOf(group, label, prediction)[b]! += counts[at++]!;
        }
      }
    });
  }

  /** The rate of a group: of its rows with this label, those with this prediction. */
  armOf(group: string, cell: { readonly label: string; readonly prediction: string }): RunningArm {
    const s = this.#seriesOf(group, cell.label, cell.prediction);
    const n = new Float64Array(this.batches);
    for (const other of this.classes.keys()) add(this.#seriesOf(group, cell.label, other), n);
    return { kind: "now", group, s, n, ...runningBets({ s, n }) };
  }

  #seriesOf(group: string, label: string, prediction: string): Float64Array {
    const width = this.classes.size;
    const row = this.#groupAt.get(group)! * width + this.#classAt.get(label)!;
    const start = (row * width + this.#classAt.get(prediction)!) * this.batches;
    return this.#counts.subarray(start, start + this.batches);
  }
}

/** The rate of some groups taken together. */
export function togetherOf(arms: readonly RunningArm[], group: string): RunningArm {
  const batches = arms[0]!.n.length;
  const [s, n] = [new Float64Array(batches), new Float64Array(batches)];
  for (const arm of arms) {
    add(arm.s, s);
    add(arm.n, n);
  }
  return { kind: "now", group, s, n, ...runningBets({ s, n }) };
}

function add(values: Float64Array, sums: Float64Array): void {
  for (let b = 0; b < sums.length; b++) sums[b]! += values[b]!;
}

/** Names in the order in which they come, each with the number of its first batch. */
function firstSeen(lists: readonly (readonly string[])[]): Map<string, number> {
  const first = new Map<string, number>();
  lists.forEach((names, b) => {
    for (const name of names) if (!first.has(name)) first.set(name, b);
  });
  return first;
}

function checkWhole({ counts }: OutcomeCounts): void {
  const odd = counts.find((count) => !Number.isInteger(count) || count < 0);
  if (odd === undefined) return;
  throw new UsageError({
    argument: "counts",
    expected: "whole numbers of rows",
    found: String(odd),
    hint: "rows with weights cannot be monitored",
  });
}
