/** A point with the text that belongs to it, in pixels. */
export interface LabelledPoint {
  readonly x: number;
  readonly y: number;
  readonly text: string;
  /** Half lengths of the bars through the point. */
  readonly barX: number;
  readonly barY: number;
}

/** Where a label stands from its point, in pixels, and which of its ends that is. */
export interface LabelPlace {
  readonly dx: number;
  readonly dy: number;
  readonly anchor: "start" | "middle" | "end";
}

/** A box in pixels. */
interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

const letterWidth = 6.4;
const lineHeight = 13;
const radius = 6;

const directions = [
  [1, -1],
  [-1, -1],
  [1, 1],
  [-1, 1],
  [0, -1],
  [0, 1],
] as const;
const distances = [1, 1.8, 2.8, 4, 5.5, 7.5];

/**
 * Places a label beside every point, one after another, where it covers least of the labels before, of all points and
 * bars and of `line`, and stays within the frame; near places first.
 */
export function placeLabels(
  points: readonly LabelledPoint[],
  { frame, line }: { readonly frame: Box; readonly line: readonly { readonly x: number; readonly y: number }[] },
): LabelPlace[] {
  const obstacles = [
    ...points.flatMap(({ x, y, barX, barY }) => [
      { box: around(x, y, radius, radius), weight: 3 },
      { box: around(x, y, barX, 1), weight: 1 },
      { box: around(x, y, 1, barY), weight: 1 },
    ]),
    ...alongLine(line).map(({ x, y }) => ({ box: around(x, y, 2, 2), weight: 1 })),
  ];
  return points.map((point) => {
    const places = distances.flatMap((distance) =>
      directions.map(([right, down]) => placeAt({ right, down, distance })),
    );
    let best: { place: LabelPlace; box: Box; cost: number } | null = null;
    for (const [i, place] of places.entries()) {
      const box = boxOf(point, place);
      const covered = obstacles.reduce((sum, obstacle) => sum + obstacle.weight * overlap(box, obstacle.box), 0);
      const cost = covered + 10 * (area(box) - overlap(box, frame)) + 4 * Math.floor(i / directions.length);
      if (best === null || cost < best.cost) best = { place, box, cost };
    }
    obstacles.push({ box: best!.box, weight: 5 });
    return best!.place;
  });
}

/** Points of a line, four pixels apart. */
function alongLine(line: readonly { readonly x: number; readonly y: number }[]): { x: number; y: number }[] {
  return line.slice(1).flatMap((to, i) => {
    const from = line[i]!;
    const steps = Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / 4);
    return Array.from({ length: steps }, (_, step) => ({
      x: from.x + ((to.x - from.x) * step) / steps,
      y: from.y + ((to.y - from.y) * step) / steps,
    }));
  });
}

function placeAt({ right, down, distance }: { right: -1 | 0 | 1; down: -1 | 1; distance: number }): LabelPlace {
  const anchor = right === 0 ? "middle" : right === 1 ? "start" : "end";
  return { dx: right * 5 * distance, dy: down * (right === 0 ? 14 : 9) * distance, anchor };
}

function boxOf({ x, y, text }: LabelledPoint, { dx, dy, anchor }: LabelPlace): Box {
  const width = text.length * letterWidth;
  const left = x + dx - (anchor === "start" ? 0 : anchor === "end" ? width : width / 2);
  return { left, right: left + width, top: y + dy - lineHeight / 2, bottom: y + dy + lineHeight / 2 };
}

function around(x: number, y: number, width: number, height: number): Box {
  return { left: x - width, right: x + width, top: y - height, bottom: y + height };
}

function overlap(a: Box, b: Box): number {
  const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return Math.max(0, width) * Math.max(0, height);
}

function area({ left, right, top, bottom }: Box): number {
  return (right - left) * (bottom - top);
}
