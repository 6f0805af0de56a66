import { duringWork, InterruptedError } from "@evenodds/core";
import { setImmediate } from "node:timers/promises";

/** How far a test has come. */
export interface DrawsDone {
  /** Such as `permutation test of sex`. */
  readonly what: string;
  readonly done: number;
  readonly draws: number;
}

/** How far something has come that need not consist of draws. */
interface StepDone extends DrawsDone {
  /** What `draws` counts, in the plural. Default: draws, which callers are told of. */
  readonly unit?: string | undefined;
}

/** Work that can be watched and stopped between its steps, and gives its result at the end. */
export type Steps<Result> = Generator<StepDone, Result, undefined>;

/** What may watch and stop work in steps. */
export interface StepsHooks {
  /** Ends the work between two steps with an {@link InterruptedError}. */
  readonly signal?: AbortSignal | undefined;
  readonly onDraws?: ((progress: DrawsDone) => void) | undefined;
}

/** Cells that are drawn between two steps: a few hundredths of a second. */
const cellsPerStep = 2_000_000;

/**
 * Runs `draw` so many times, and yields now and then. `cells` is about how many numbers one draw makes: what is between
 * two steps depends on it and never on the time, so equal work has equal steps.
 */
export function* drawSteps(
  what: string,
  { draws, cells }: { readonly draws: number; readonly cells: number },
  draw: () => void,
): Steps<void> {
  const perStep = Math.max(1, Math.floor(cellsPerStep / Math.max(1, cells)));
  for (let done = 0; done < draws;) {
    const end = Math.min(draws, done + perStep);
    for (; done < end; done++) draw();
    yield { what, done, draws };
  }
}

/** Does all steps at once and returns the result. */
export function finishSteps<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/**
 * Does all steps and returns the result, the same as that of {@link finishSteps}; between steps, other work of the
 * process and its signals get their turn. Throws {@link InterruptedError} for the signal.
 */
export async function takeSteps<Result>(steps: Steps<Result>, hooks: StepsHooks = {}): Promise<Result> {
  const { signal, onDraws } = hooks;
  return duringWork({ doing: "compute statistics", library: null }, async (work) => {
    let test = "";
    for (;;) {
      const step = steps.next();
      if (step.done === true) return step.value;
      const { what, done, draws, unit = "draws" } = step.value;
      if (what !== test) work.turnTo(what);
      test = what;
      work.advance({ done, total: draws, unit });
      if (step.value.unit === undefined) onDraws?.({ what, done, draws });
      await setImmediate();
      if (signal?.aborted !== true) continue;
      throw new InterruptedError({
        argument: "audit",
        expected: "to go on",
        found: `a signal after ${done} of ${draws} ${unit} of the ${what}`,
      });
    }
  });
}
