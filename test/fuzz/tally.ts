import type { Outcome } from "./outcome.js";
import { targets, type Target } from "./seed.js";

/** What came of the inputs of one target. */
interface TargetTally {
  inputs: number;
  /** By exit code; `other` are findings. */
  readonly codes: Map<number | "other", number>;
  /** Models that ran into `--timeout` and into `--memory`, and were ended by the command with a line and 2. */
  contained: { time: number; memory: number };
  /** Bytes. */
  memory: number;
  /** Milliseconds of the longest input, and of all together. */
  longest: number;
  milliseconds: number;
}

/** Counts what came of inputs. */
export class Tally {
  readonly #byTarget = new Map<Target, TargetTally>();
  inputs = 0;
  /** Inputs that the command itself ran, in processes of its own. */
  byCommand = 0;
  contained = 0;

  /** Counts one input; `fault` is what is wrong with it. */
  add(
    target: Target,
    outcome: Outcome & { readonly memory: number; readonly milliseconds: number },
    fault: string | null,
  ) {
    const tally = this.#of(target);
    this.inputs++;
    tally.inputs++;
    const code = fault === null && outcome.code !== null ? outcome.code : "other";
    tally.codes.set(code, (tally.codes.get(code) ?? 0) + 1);
    tally.memory = Math.max(tally.memory, outcome.memory);
    tally.longest = Math.max(tally.longest, outcome.milliseconds);
    tally.milliseconds += outcome.milliseconds;
  }

  /** Counts that an input was ended by its own limits, as it should be. */
  addContained(target: Target, by: "time" | "memory"): void {
    this.contained++;
    this.#of(target).contained[by]++;
  }

  /** Bytes of the input that took most. */
  get memory(): number {
    return Math.max(0, ...[...this.#byTarget.values()].map(({ memory }) => memory));
  }

  /** A line for every target, under a line of headings. */
  table(): string {
    const rows = targets.flatMap((target) => {
      const tally = this.#byTarget.get(target);
      return tally === undefined ? [] : [rowOf(target, tally)];
    });
    const headings = [
      "target",
      "inputs",
      "0",
      "1",
      "2",
      "3",
      "other",
      "--timeout",
      "--memory",
      "largest",
      "longest",
      "mean",
    ];
    const widths = headings.map((heading, i) => Math.max(heading.length, ...rows.map((row) => row[i]!.length)));
    const line = (row: readonly string[]) =>
      row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!))).join("  ");
    return [headings, ...rows].map(line).join("\n");
  }

  #of(target: Target): TargetTally {
    let tally = this.#byTarget.get(target);
    if (tally === undefined) {
      tally = {
        ...{ inputs: 0, codes: new Map(), contained: { time: 0, memory: 0 } },
        ...{ memory: 0, longest: 0, milliseconds: 0 },
      };
      this.#byTarget.set(target, tally);
    }
    return tally;
  }
}

function rowOf(target: Target, tally: TargetTally): string[] {
  const { inputs, codes, contained, memory, longest, milliseconds } = tally;
  return [
    ...[target, String(inputs), ...([0, 1, 2, 3, "other"] as const).map((code) => String(codes.get(code) ?? 0))],
    ...[String(contained.time), String(contained.memory), `${Math.round(memory / 1e6)} MB`],
    ...[`${(longest / 1000).toFixed(1)} s`, `${Math.round(milliseconds / inputs)} ms`],
  ];
}
