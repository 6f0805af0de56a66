/** Losses of the task by the name of their option, see `tasks/`. */
export const taskLossNames = ["cross-entropy", "binary-cross-entropy", "squared-error"] as const;
export type TaskLossName = (typeof taskLossNames)[number];
