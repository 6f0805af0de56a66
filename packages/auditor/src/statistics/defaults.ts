/** Draws of a permutation test unless a caller says otherwise. */
export const defaultDraws = 10_000;

/** Error probability of intervals unless a caller says otherwise. */
export const defaultAlpha = 0.05;
