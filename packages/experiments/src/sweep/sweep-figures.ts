/**
 * Figures of one run on its test nodes. Those with the unit `share` are in [0, 1]; `label` is the unit of a numeric
 * label.
 */
export type FigureName =
  | "accuracy"
  | "balancedAccuracy"
  | "macroF1"
  | "weightedF1"
  | "diagonalRecallGap"
  | "equalizedOddsDifference"
  | "demographicParityDifference"
  | "noiseFloor"
  | "rootMeanSquaredError"
  | "meanErrorGap"
  | "meanAbsoluteErrorGap"
  | "epochs";

/** What a figure is called and counted in, and whether a setting is compared with the baseline on it. */
export interface SweepFigure {
  readonly name: FigureName;
  readonly title: string;
  readonly unit: "share" | "label" | "epochs";
  readonly compared: boolean;
}

const share = (name: FigureName, title: string, compared = true): SweepFigure => ({
  name,
  title,
  unit: "share",
  compared,
});
const inLabel = (name: FigureName, title: string): SweepFigure => ({ name, title, unit: "label", compared: true });
const epochs: SweepFigure = { name: "epochs", title: "epochs", unit: "epochs", compared: false };

/** The figures of a sweep in the order of its tables. */
export const figuresOf: Readonly<Record<"classification" | "regression", readonly SweepFigure[]>> = {
  classification: [
    share("accuracy", "accuracy"),
    share("balancedAccuracy", "balanced accuracy"),
    share("macroF1", "F1 macro"),
    share("weightedF1", "F1 weighted"),
    share("diagonalRecallGap", "ΔEO"),
    share("equalizedOddsDifference", "equalized odds difference"),
    share("demographicParityDifference", "ΔSP"),
    share("noiseFloor", "noise floor", false),
    epochs,
  ],
  regression: [
    inLabel("rootMeanSquaredError", "root mean squared error"),
    inLabel("meanErrorGap", "gap of mean errors"),
    inLabel("meanAbsoluteErrorGap", "gap of mean absolute errors"),
    epochs,
  ],
};
