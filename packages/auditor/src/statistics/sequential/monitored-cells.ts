import type { OutcomeCounts } from "@evenodds/core";
import type { Fraction } from "../wilson-interval.js";
import { togetherOf, type RateTable, type RunningArm } from "./rate-table.js";

/** Which predictions of a label are compared between groups: each, as equalized odds asks for, or the right one. */
export const monitoredPredictions = ["all", "correct"] as const;
export type MonitoredPredictions = (typeof monitoredPredictions)[number];

/** The rate of a group in a period before, of which there are only these rows. */
export interface ReferenceArm extends Fraction {
  readonly kind: "reference";
  readonly group: string;
}

/**
 * One comparison in one direction: of the rows with this label, the share of `higher` that got this prediction minus
 * that of `lower`. At most one of the two is a reference.
 */
export interface MonitoredCell {
  readonly label: string;
  readonly prediction: string;
  readonly lower: RunningArm | ReferenceArm;
  readonly higher: RunningArm | ReferenceArm;
  /** The batch that brought the last of its names; it is bet on from the next one on. */
  readonly since: number;
  /** Of how many batches there are rows. */
  readonly batches: number;
}

/** What is watched, those first that have been there for longer. */
export interface MonitoredCells {
  /**
   * Label × prediction × ordered pair of groups, or with a reference label × prediction × group × direction of the
   * change. Only these have gaps that a limit is set on.
   */
  readonly gaps: readonly MonitoredCell[];
  /**
   * Label × prediction × group × direction, each group against all others together; null with a reference, and without
   * a third group; before a third one comes there is none of them. Where no two groups differ by more than the limit,
   * none differs by more from the others together, so these are evidence too, with more rows and fewer cells, but only
   * of a gap above the limit.
   */
  readonly againstRest: readonly MonitoredCell[] | null;
  readonly batches: number;
}

/** Returns every cell of some batches. */
export function monitoredCells(
  table: RateTable,
  options: {
    readonly reference?: OutcomeCounts | null | undefined;
    readonly predictions?: MonitoredPredictions | undefined;
  } = {},
): MonitoredCells {
  const { reference = null, predictions = "all" } = options;
  const gaps: MonitoredCell[] = [];
  const againstRest: MonitoredCell[] = [];
  for (const [label, labelSince] of table.classes) {
    // The right one first: of two classes the other one is its mirror image, and the first is the one that is named.
    const others = [...table.classes].filter(([name]) => name !== label);
    const right = [label, labelSince] as const;
    const compared = predictions === "correct" ? [right] : [right, ...others];
    for (const [prediction, predictionSince] of compared) {
      const name = { label, prediction, batches: table.batches };
      const classesSince = Math.max(labelSince, predictionSince);
      const arms = [...table.groups].map(([group, since]) => ({
        arm: table.armOf(group, name),
        since: Math.max(since, classesSince),
      }));
      for (const { arm, since } of arms) {
        if (reference !== null) {
          for (const cell of bothWays({ ...name, since }, [
            referenceArm(reference, { ...name, group: arm.group }),
            arm,
          ])) {
            gaps.push(cell);
          }
          continue;
        }
        for (const other of arms) {
          if (other.arm === arm) continue;
          gaps.push({ ...name, lower: arm, higher: other.arm, since: Math.max(since, other.since) });
        }
        if (table.groups.size < 3) continue;
        const others = arms.filter((other) => other.arm !== arm);
        // Of one other group it would be the same comparison again.
        const secondOther = others.map((other) => other.since).sort((a, b) => a - b)[1]!;
        const rest = togetherOf(
          others.map((other) => other.arm),
          `not ${arm.group}`,
        );
        for (const cell of bothWays({ ...name, since: Math.max(since, secondOther) }, [arm, rest]))
          againstRest.push(cell);
      }
    }
  }
  const bySince = (a: MonitoredCell, b: MonitoredCell) => a.since - b.since;
  return {
    gaps: gaps.sort(bySince),
    againstRest: againstRest.length === 0 ? null : againstRest.sort(bySince),
    batches: table.batches,
  };
}

function bothWays(
  name: Pick<MonitoredCell, "label" | "prediction" | "since" | "batches">,
  [a, b]: readonly [MonitoredCell["lower"], MonitoredCell["lower"]],
): MonitoredCell[] {
  return [
    { ...name, lower: a, higher: b },
    { ...name, lower: b, higher: a },
  ];
}

/** A group or a class that the reference lacks has no rows there. */
function referenceArm(
  { groups, classes, counts }: OutcomeCounts,
  { group, label, prediction }: { readonly group: string; readonly label: string; readonly prediction: string },
): ReferenceArm {
  const [g, y, p] = [groups.indexOf(group), classes.indexOf(label), classes.indexOf(prediction)];
  if (g < 0 || y < 0) return { kind: "reference", group, k: 0, n: 0 };
  const start = (g * classes.length + y) * classes.length;
  const row = counts.subarray(start, start + classes.length);
  return { kind: "reference", group, k: p < 0 ? 0 : row[p]!, n: row.reduce((sum, count) => sum + count, 0) };
}
