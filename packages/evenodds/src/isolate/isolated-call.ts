import type { DrawsDone } from "@evenodds/auditor";
import type { Complaint, EvenoddsError, Work } from "@evenodds/core";
import type { auditModel } from "../audit/audit-model.js";
import type { RunDifference } from "../audit/measure-stability.js";
import type { auditRegressionModel } from "../audit/audit-regression-model.js";
import type { optimizeModelFile } from "../model/optimize-model-file.js";
import type { predict } from "../model/predict.js";

/** The functions that can run in a child process, by the name that is sent to it. */
export interface IsolatedFunctions {
  readonly auditModel: typeof auditModel;
  readonly auditRegressionModel: typeof auditRegressionModel;
  readonly predict: typeof predict;
  readonly optimizeModel: typeof optimizeModelFile;
}

export type IsolatedName = keyof IsolatedFunctions;

/** What the child process is asked to do, in the folder in which the caller works. */
export interface IsolatedCall {
  readonly name: IsolatedName;
  /** What stands before the options: the model, and the graph where it is not one of them. */
  readonly subjects: readonly unknown[];
  /** Without signal and functions, which cannot be sent. */
  readonly options: object;
  readonly folder: string;
}

/** What the child process sends: progress while it works, then one result. */
export type IsolatedMessage =
  | { readonly kind: "work"; readonly work: Work | null }
  | { readonly kind: "stage"; readonly stage: string }
  | { readonly kind: "draws"; readonly done: DrawsDone }
  | { readonly kind: "run-again"; readonly difference: RunDifference }
  | { readonly kind: "result"; readonly result: unknown }
  | { readonly kind: "complaint"; readonly code: EvenoddsError["code"]; readonly complaint: Complaint }
  | { readonly kind: "fault"; readonly message: string; readonly stack: string | undefined };
