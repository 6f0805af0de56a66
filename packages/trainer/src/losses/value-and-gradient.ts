/** A loss and its gradient by the input it is a function of, in the shape of that input, row-major. */
export interface ValueAndGradient {
  readonly value: number;
  readonly gradient: Float32Array;
}
