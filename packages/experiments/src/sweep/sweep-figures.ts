/** What a figure of a run on its test nodes is. */
interface FigureDefinition {
  readonly title: string;
  /** A share is in [0, 1]; `label` is the unit of a numeric label. */
  readonly unit: "share" | "label" | "epochs";
  readonly tasks: readonly SweepTask[];
  /** Whether the counts of a part of the split give it, so that validation nodes have it too, or the run as a whole. */
  readonly of: "part" | "run";
  /** Whether a setting is compared with the baseline on it. */
  readonly compared: boolean;
  /** Whether it is in the short table for a terminal. */
  readonly brief: boolean;
}

export type SweepTask = "classification" | "regression";

const share = { unit: "share", tasks: ["classification"], of: "part", compared: true, brief: false } as const;
const inLabel = { unit: "label", tasks: ["regression"], of: "part", compared: true, brief: false } as const;
const ofRun = { of: "run", compared: false, brief: false } as const;

/** Every figure of a sweep, in the order of its tables. */
const definitions = {
  accuracy: { ...share, title: "accuracy", brief: true },
  balancedAccuracy: { ...share, title: "balanced accuracy" },
  macroF1: { ...share, title: "F1 macro" },
  weightedF1: { ...share, title: "F1 weighted" },
  diagonalRecallGap: { ...share, title: "ΔEO", brief: true },
  equalizedOddsDifference: { ...share, title: "equalized odds difference" },
  demographicParityDifference: { ...share, title: "ΔSP", brief: true },
  noiseFloor: { ...share, ...ofRun, title: "noise floor" },
  rootMeanSquaredError: { ...inLabel, title: "root mean squared error", brief: true },
  meanErrorGap: { ...inLabel, title: "gap of mean errors", brief: true },
  meanAbsoluteErrorGap: { ...inLabel, title: "gap of mean absolute errors" },
  epochs: { ...ofRun, title: "epochs", unit: "epochs", tasks: ["classification", "regression"] },
} as const satisfies Record<string, FigureDefinition>;

export type FigureName = keyof typeof definitions;

/** Figures that the counts of a part of the split give, by task. */
export type PartFigureName<Task extends SweepTask> = {
  [N in FigureName]: (typeof definitions)[N] extends { readonly of: "part"; readonly tasks: readonly [Task] }
    ? N
    : never;
}[FigureName];

export interface SweepFigure extends Omit<FigureDefinition, "tasks"> {
  readonly name: FigureName;
}

/** The figures of a sweep in the order of its tables. */
export const figuresOf: Readonly<Record<SweepTask, readonly SweepFigure[]>> = {
  classification: figuresFor("classification"),
  regression: figuresFor("regression"),
};

function figuresFor(task: SweepTask): readonly SweepFigure[] {
  return Object.entries<FigureDefinition>(definitions)
    .filter(([, { tasks }]) => tasks.includes(task))
    .map(([name, { title, unit, of, compared, brief }]) => ({
      name: name as FigureName,
      ...{ title, unit, of, compared, brief },
    }));
}
