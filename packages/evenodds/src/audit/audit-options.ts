import type {
  AuditSettings,
  DrawsDone,
  ColumnMap,
  InputMap,
  NonFinite,
  OnInconclusive,
  OutputMeaning,
  ReportedOptions,
  RuleKind,
} from "@evenodds/auditor";
import { InterruptedError, type RequestedProvider, type SplitPart } from "@evenodds/core";
import type { NodeChoice } from "./listed-nodes.js";

/** What every audit of classes takes. Names and defaults are those of the flags of `evenodds audit`. */
export interface AuditOptions {
  /** Combinations of attributes that are audited too, such as `[["sex", "age"]]`. Default: none. */
  readonly cross?: "all" | readonly (readonly string[])[] | undefined;
  /** The class that counts as positive, for equal opportunity. Default: no class is. */
  readonly positive?: string | undefined;
  /**
   * Groups beside which all others of their attribute are shown, with differences and ratios of rates: `["male"]`, or
   * `["sex=male"]` where several attributes have the group. Default: none.
   */
  readonly reference?: readonly string[] | undefined;
  /** Gate: largest equalized odds difference still allowed, in [0, 1]; null = no gate. Default: null. */
  readonly maxGap?: number | null | undefined;
  /** Whether the gate is held to the estimate (`point`) or to intervals that must clear it. Default: `point`. */
  readonly rule?: RuleKind | undefined;
  /** Fewest rows of a (group, label) cell for its rates to be compared. Default: 5. */
  readonly minSupport?: number | undefined;
  /** Draws of the permutation test; 0 = no test. Default: 10,000. */
  readonly draws?: number | undefined;
  /** Error probability of the intervals. Default: 0.05. */
  readonly alpha?: number | undefined;
  /** Seed of the permutation test. Default: 0. */
  readonly seed?: number | undefined;
  /** Whether an inconclusive verdict blocks, see `isBlocking`. Default: `fail`. */
  readonly onInconclusive?: OnInconclusive | undefined;
  /**
   * What the report records of how the audit was asked for, as plain data without secrets; the command gives its flags.
   * Default: nothing.
   */
  readonly recorded?: ReportedOptions | undefined;
  /** Ends the work at the next stage, or between two draws, with an {@link InterruptedError}. */
  readonly signal?: AbortSignal | undefined;
  /** Called as each stage begins, with words such as `run model`. */
  readonly onProgress?: ((stage: string) => void) | undefined;
  /** Called now and then with how far the draws of a test are; the process does other work between the calls. */
  readonly onDraws?: ((progress: DrawsDone) => void) | undefined;
}

/** What an audit of a model takes besides. */
export interface ModelOptions extends NodeChoice {
  /**
   * Names of attributes. Default: all of the graph. Of a graph in one file: arrays, columns of `x` by their names, or
   * by their places such as `x:3`; its default is `sensitive`.
   */
  readonly sensitive?: readonly string[] | undefined;
  /** The part of the split that the graph gives or the model records. Default: `all`. */
  readonly split?: SplitPart | "all" | undefined;
  /** What the output means where the model does not record its task. Default: what its last operators tell. */
  readonly outputKind?: OutputMeaning | undefined;
  /**
   * What inputs of the model are given whose name and form do not tell, such as `{ deg: "degree", temperature: 0.5 }`,
   * or of a table `{ numbers: "age,income" }`. Default: nothing.
   */
  readonly map?: InputMap | ColumnMap | undefined;
  /** The output that is read, of several. Default: the one called logits, or the only one with scores. */
  readonly output?: string | undefined;
  /** Whether scatters are trusted that are known to overwrite what they should add up. Default: false. */
  readonly trustScatter?: boolean | undefined;
  /** What computes; `auto` takes the first of CUDA, WebGPU and the CPU that runs all of the model. Default: `cpu`. */
  readonly provider?: RequestedProvider | undefined;
  /** Number of the GPU, for provider `cuda`. Default: 0. */
  readonly deviceId?: number | undefined;
  /** Whether nodes with numbers may run elsewhere than on a named provider, which is then a warning. Default: false. */
  readonly allowFallback?: boolean | undefined;
  /** Threads of one operator. Default: ONNX Runtime chooses. */
  readonly threads?: number | undefined;
  /**
   * Most bytes that the process is to hold: a model of evenodds that may take more is run layer by layer where that has
   * room. A model with a tensor above it is not loaded. Default: what the machine has.
   */
  readonly memory?: number | undefined;
  /**
   * Whether all of it runs in a child process, for models that you do not trust: native code that crashes or never
   * returns then ends that process alone. Default: false.
   */
  readonly isolate?: boolean | undefined;
  /** What becomes of nodes whose output is NaN or infinite. Default: `error`. */
  readonly nonFinite?: NonFinite | undefined;
}

/** Returns the settings of a report; what is not given has the defaults of `auditOutcomes`. */
export function auditSettings(options: AuditOptions): Partial<AuditSettings> {
  const { minSupport: minimumSupport, draws, alpha, maxGap, rule, onInconclusive } = options;
  return { minimumSupport, draws, alpha, maxGap, rule, onInconclusive };
}

/** Returns what is called as each stage begins: it reports it, or ends the work where the signal asks for that. */
export function stageHook({
  signal,
  onProgress,
}: Pick<AuditOptions, "signal" | "onProgress">): (stage: string) => void {
  return (stage) => {
    if (signal?.aborted === true) {
      throw new InterruptedError({ argument: "audit", expected: "to go on", found: `a signal before ${stage}` });
    }
    onProgress?.(stage);
  };
}
