/** A point of two figures, both the better the larger. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/**
 * Returns the points that no other one beats: none is at least as large in both figures and larger in one. In ascending
 * order of x; equal points are all on the front.
 */
export function paretoFront<T extends Point>(points: readonly T[]): T[] {
  const front = points.filter(
    (one) => !points.some((other) => other.x >= one.x && other.y >= one.y && (other.x > one.x || other.y > one.y)),
  );
  return front.sort((a, b) => a.x - b.x || b.y - a.y);
}
