/** Readings of the paper: its published code, or its text. */
export const modes = ["official", "paper"] as const;
export type Mode = (typeof modes)[number];

/** Whether the discriminator sees label and attribute of nodes outside the part that is looked at. */
export const heldOutLabelChoices = ["visible", "hidden"] as const;

/** What early stopping watches: the classifier's whole loss, or the task's part of it. */
export const monitors = ["full", "task"] as const;

/** What has equal shares in all parts of the split. */
export const stratifications = ["none", "label", "label-and-sensitive"] as const;
