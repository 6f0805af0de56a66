import type { WorkState } from "@evenodds/core";

/** The variable by which a process knows that another one watches over it. */
export const supervisedVariable = "EVENODDS_SUPERVISED";

/** The descriptor through which it says what it does, one {@link WorkReport} in JSON a line. */
export const reportDescriptor = 3;

/** What a process says of itself. */
export interface WorkReport {
  /** What goes on; the last piece is what is done at this moment. */
  readonly work: readonly WorkState[];
  /** Whether the process draws a line of its own, so that nobody else may. */
  readonly isHidden: boolean;
}

/** What a terminal obeys by forgetting the line that it stands on. */
export const eraseLine = "\u001b[1G\u001b[0K";

/** Milliseconds after which a piece of work is worth a word on the terminal. */
export const shownAfter = 2000;

/** Returns the work that is shown to whoever waits. */
export function visibleWork(work: readonly WorkState[]): readonly WorkState[] {
  return work.filter(({ isQuiet }) => isQuiet !== true);
}
