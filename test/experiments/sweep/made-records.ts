import { parseTrainingOptions, type FailedRun, type FinishedRun, type PartOutcome } from "@evenodds/trainer";

/** Right and wrong predictions of a cell: group, then label; ten nodes each where nothing else is said. */
export type Cells = readonly [g0a: number, g0b: number, g1a: number, g1b: number];

/** Counts of two groups and two classes: `right` of `size` nodes of every cell are right. */
export function partOf([g0a, g0b, g1a, g1b]: Cells, size = 10): PartOutcome {
  const cell = (right: number, label: 0 | 1) => (label === 0 ? [right, size - right] : [size - right, right]);
  const counts = [...cell(g0a, 0), ...cell(g0b, 1), ...cell(g1a, 0), ...cell(g1b, 1)];
  return {
    nodes: 4 * size,
    counts: { groups: ["g0", "g1"], classes: ["a", "b"], counts: Float64Array.from(counts), excluded: {} },
    errors: null,
  };
}

interface Place {
  readonly method: "gcn" | "debias" | "eqgnn";
  readonly lambda?: number;
  readonly seed: number;
}

function headOf({ method, lambda, seed }: Place) {
  const setting = `method=${method}${lambda === undefined ? "" : `,lambda=${lambda}`}`;
  return {
    format: "evenodds.sweep-run/1",
    key: `${setting},seed=${seed}`,
    setting,
    values: { method, lambda: lambda ?? null },
    seed,
    options: parseTrainingOptions({ method, lambda, seed, sensitive: "group", heldOutLabels: "hidden" }),
    tool: "evenodds 0.1.0",
    engine: "made up",
    graph: { name: "made", sha256: "0123456789abcdef" },
  } as const;
}

/** A finished run. */
export function madeRun(
  place: Place,
  parts: {
    readonly test: PartOutcome;
    readonly validation?: PartOutcome;
    readonly taskLoss?: number;
    readonly epochs?: number;
  },
): FinishedRun {
  const { test, validation = test, taskLoss = 0.5, epochs = 100 } = parts;
  return {
    ...headOf(place),
    status: "finished",
    ...{ epochs, bestEpoch: epochs, validationLoss: taskLoss, validationTaskLoss: taskLoss },
    ...{ sensitiveIsFeature: false, warnings: [], validation, test },
  };
}

/** A run that gave no model. */
export function madeFailure(place: Place): FailedRun {
  return { ...headOf(place), status: "failed", error: { code: "model", message: "no finite | loss" } };
}

/**
 * Two settings, two seeds. Accuracy of gcn: 30/40 and 30/40, ΔEO 0.2 and 0.5; of eqgnn 26/40 and 28/40, ΔEO 0.1 and 0.
 * On the validation nodes gcn scores 0.5 − 0 and eqgnn 0.5 − 0.1.
 */
export function twoSettings(): FinishedRun[] {
  const even = partOf([5, 5, 5, 5]);
  const uneven = partOf([5, 5, 6, 4]);
  const eqgnn = { method: "eqgnn", lambda: 1 } as const;
  return [
    madeRun({ method: "gcn", seed: 1 }, { test: partOf([8, 9, 6, 7]), validation: even, epochs: 100 }),
    madeRun({ method: "gcn", seed: 2 }, { test: partOf([10, 10, 5, 5]), validation: even, epochs: 200 }),
    madeRun({ ...eqgnn, seed: 1 }, { test: partOf([7, 7, 6, 6]), validation: uneven }),
    madeRun({ ...eqgnn, seed: 2 }, { test: partOf([7, 7, 7, 7]), validation: uneven }),
  ];
}
