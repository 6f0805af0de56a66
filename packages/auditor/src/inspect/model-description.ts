import type { Provenance, RecordedSplit, Task } from "@evenodds/core";
import type { ClassLabels } from "./class-labels.js";
import type { ColumnOutputs } from "./column-outputs.js";
import type { FixedTensor } from "./fixed-sizes.js";
import type { ExternalFile } from "./external-files.js";
import type { ModelFinding } from "./model-findings.js";
import type { ZippedOutput } from "./zip-maps.js";
import type { OutputDescription } from "./output-kind/describe-output.js";

/** Name, element type and shape of a model input or output. */
export interface TensorDescription {
  readonly name: string;
  /**
   * As ONNX Runtime spells it: `float32`, `int64`, …; `sequence(…)` and `map(…, …)` for lists and maps; `other` for
   * types without a name.
   */
  readonly type: string;
  /** A number is fixed, a text symbolic (`"?"` where the file does not name it); null when the file gives no shape. */
  readonly shape: readonly (number | string)[] | null;
}

/** What evenodds wrote into a model about itself. A field is null where the model does not carry it. */
export interface ModelMetadata {
  readonly featureNames: readonly string[] | null;
  /** What the columns of the output mean. Files from before there were other tasks than classification lack it. */
  readonly task: Task | null;
  /** Empty for a regression. */
  readonly classes: readonly string[] | null;
  readonly labelName: string | null;
  /** How the graph inside the file puts neighbours together, an `ExportForm` unless the file is of a later version. */
  readonly form: string | null;
  /** How the graph inside the file scales raw features. */
  readonly preprocessing: string | null;
  readonly split: RecordedSplit | null;
  readonly provenance: Provenance | null;
  /** Every other key, as it stands in the file. */
  readonly foreign: Readonly<Record<string, string>>;
}

/** What an ONNX file says about itself, without running it. */
export interface ModelDescription {
  /** Of the file, 64 hex digits. External data is not part of it. */
  readonly sha256: string;
  readonly bytes: number;
  readonly irVersion: number;
  readonly opsets: readonly { readonly domain: string; readonly version: number }[];
  /** Name and version, empty where the file does not say. */
  readonly producer: string;
  /** Without initializers that older files list among the inputs. */
  readonly inputs: readonly TensorDescription[];
  readonly outputs: readonly TensorDescription[];
  /** Inputs whose rows or columns the model adds up before it multiplies with them. */
  readonly summedInputs: readonly string[];
  /** Outputs that are lists of maps, with the matrix that each was made of. */
  readonly zippedOutputs: readonly ZippedOutput[];
  /** Matrices of scores whose columns are outputs, a class each. They can be read as if they were outputs. */
  readonly columnOutputs: readonly ColumnOutputs[];
  /** Number of nodes by operator, those of subgraphs and local functions included; keys in text order. */
  readonly operators: Readonly<Record<string, number>>;
  /** Number of floating-point values among the initializers. */
  readonly parameters: number;
  /** Files beside the model that hold some of its tensors, in text order. */
  readonly externalFiles: readonly ExternalFile[];
  /** The largest tensor whose size the file fixes; null where none is. A run takes at least its bytes. */
  readonly largestFixed: FixedTensor | null;
  /**
   * Number of ScatterND nodes with a reduction. ONNX Runtime's CPU provider loses updates of theirs as soon as it uses
   * more than one thread, so that equal runs give different predictions.
   */
  readonly racingScatters: number;
  /** What classifiers of `ai.onnx.ml` and ZipMaps in the file call the columns of its outputs. */
  readonly classLabels: readonly ClassLabels[];
  /** What each output means, as far as the file tells, in the order of `outputs`, and then each of `columnOutputs`. */
  readonly outputMeanings: readonly OutputDescription[];
  /** What is known to go wrong with this model, the gravest first. */
  readonly findings: readonly ModelFinding[];
  readonly metadata: ModelMetadata;
}
