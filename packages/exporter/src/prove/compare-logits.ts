import { ProofError, type Graph } from "@evenodds/core";

/** How far two sets of logits are apart. */
export interface LogitsComparison {
  /** max |Δ| over all nodes and classes. */
  readonly maxAbsoluteDifference: number;
  /** max |Δ| / max(1, max |reference|). */
  readonly relativeDifference: number;
  /** Nodes whose class differs although every logit is close: the reference's two best are as good as equal there. */
  readonly argmaxTies: number;
}

/** Compares logits `[N, C]` as `proveExport` describes. Throws {@link ProofError} with `name` in its argument. */
export function compareLogits(
  name: string,
  {
    reference,
    candidate,
    graph,
    tolerance,
  }: { reference: Float32Array; candidate: Float32Array; graph: Graph; tolerance: number },
): LogitsComparison {
  const argument = `logits on graph "${name}"`;
  const classes = reference.length / graph.nodeCount;
  if (!Number.isInteger(classes) || classes < 1) {
    const found = `${reference.length} of the trained model`;
    throw new ProofError({ argument, expected: `a multiple of ${graph.nodeCount} logits`, found });
  }
  if (candidate.length !== reference.length) {
    throw new ProofError({ argument, expected: `${reference.length} logits`, found: `${candidate.length}` });
  }
  checkFinite(argument, { model: "trained model", logits: reference, classes });
  checkFinite(argument, { model: "exported model", logits: candidate, classes });

  const { at, difference, largest } = furthest(reference, candidate);
  const scale = Math.max(1, largest);
  if (difference / scale > tolerance) {
    throw new ProofError({
      argument: `${argument}, ${place(at, classes)}`,
      expected: `${reference[at]!} within ${tolerance * scale}`,
      found: `${candidate[at]!}`,
      hint: "the file does not compute what was trained; do not use it",
    });
  }
  const argmaxTies = countTies(argument, { reference, candidate, classes, margin: tolerance * scale });
  return { maxAbsoluteDifference: difference, relativeDifference: difference / scale, argmaxTies };
}

function furthest(reference: Float32Array, candidate: Float32Array) {
  let at = 0;
  let difference = 0;
  let largest = 0;
  for (let i = 0; i < reference.length; i++) {
    const distance = Math.abs(reference[i]! - candidate[i]!);
    if (distance > difference) {
      difference = distance;
      at = i;
    }
    largest = Math.max(largest, Math.abs(reference[i]!));
  }
  return { at, difference, largest };
}

function countTies(
  argument: string,
  {
    reference,
    candidate,
    classes,
    margin,
  }: { reference: Float32Array; candidate: Float32Array; classes: number; margin: number },
): number {
  let ties = 0;
  for (let start = 0; start < reference.length; start += classes) {
    const row = reference.subarray(start, start + classes);
    const expected = argmax(row);
    const found = argmax(candidate.subarray(start, start + classes));
    if (expected === found) continue;
    const secondBest = row.reduce((best, value, c) => (c === expected ? best : Math.max(best, value)), -Infinity);
    if (row[expected]! - secondBest > margin) {
      throw new ProofError({
        argument: `class of node ${start / classes}, ${argument}`,
        expected: `class ${expected}`,
        found: `class ${found}`,
        hint: "the file does not compute what was trained; do not use it",
      });
    }
    ties++;
  }
  return ties;
}

/** Position of the largest value, the first of equal ones. */
function argmax(row: Float32Array): number {
  return row.reduce((best, value, c) => (value > row[best]! ? c : best), 0);
}

function checkFinite(
  argument: string,
  { model, logits, classes }: { model: string; logits: Float32Array; classes: number },
): void {
  const at = logits.findIndex((value) => !Number.isFinite(value));
  if (at < 0) return;
  throw new ProofError({
    argument: `${argument}, ${place(at, classes)}`,
    expected: "a finite number",
    found: `${logits[at]!} from the ${model}`,
  });
}

function place(at: number, classes: number): string {
  return `node ${Math.floor(at / classes)}, class ${at % classes}`;
}
