/**
 * How far the logits of a file may be from those of the model that it was made of, unless another number is given:
 * `max|Δ| / max(1, max|reference|)`.
 */
export const defaultTolerance = 1e-4;
