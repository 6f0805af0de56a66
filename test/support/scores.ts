import { countScores, type ScoreCounts } from "@evenodds/core";
import fc from "fast-check";

/** Scores of the negatives and of the positives of each group, as a reader writes them down. */
export type WrittenScores = Readonly<Record<string, readonly [readonly number[], readonly number[]]>>;

/** Counts scores with classes "0" and "1". */
export function scoresOf(written: WrittenScores): ScoreCounts {
  const groups = Object.keys(written);
  const rows = groups.flatMap((name, group) =>
    written[name]!.flatMap((scores, label) => scores.map((score) => ({ group, label, score }))),
  );
  return countScores({
    group: Int32Array.from(rows, ({ group }) => group),
    label: Int32Array.from(rows, ({ label }) => label),
    score: Float64Array.from(rows, ({ score }) => score),
    groups,
    classes: ["0", "1"],
  });
}

/** Two or three groups with scores in tenths, so that ties and empty labels occur. */
export function anyScores(): fc.Arbitrary<WrittenScores> {
  const scores = fc.array(
    fc.integer({ min: 0, max: 10 }).map((tenths) => tenths / 10),
    { maxLength: 12 },
  );
  const group = fc.tuple(scores, scores);
  return fc.record({ a: group, b: group, c: group });
}
