import type { Task } from "@evenodds/core";
import type { TracedValue } from "../trace/traced-value.js";
import type { TensorDescription } from "../model-description.js";
import { agrees, kindOfTask } from "./decide-output.js";
import { graphEvidence, type GraphEvidence } from "./graph-evidence.js";
import type { KnownBy, OutputMeaning } from "./output-kind.js";

/** What a model's file tells of the meaning of one of its outputs. */
export interface OutputDescription {
  readonly output: string;
  /** Null where ‘outputKind’ has to say, or where it cannot be audited. */
  readonly kind: OutputMeaning | null;
  readonly knownBy: Exclude<KnownBy, "flag"> | null;
  /** What it is where that is not a kind, or why it cannot be told; null where there is nothing to add. */
  readonly remark: string | null;
  /** What the last operators alone tell. */
  readonly graph: GraphEvidence;
}

/**
 * Returns what the file alone tells of an output: by what evenodds recorded of its task where this is the output that
 * is read, else by the last operators.
 */
export function describeOutput(
  { name, shape }: TensorDescription,
  { fact, recorded }: { readonly fact: TracedValue; readonly recorded: Task | null },
): OutputDescription {
  const sizes = shape?.map((size) => (typeof size === "number" ? size : null)) ?? null;
  const graph = graphEvidence(name, { fact, shape: sizes });
  if (recorded === null) {
    const knownBy = graph.kind === null ? null : "last-operators";
    return { output: name, kind: graph.kind, knownBy, remark: graph.remark, graph };
  }
  const kind = kindOfTask[recorded];
  if (agrees(kind, graph)) return { output: name, kind, knownBy: "metadata", remark: null, graph };
  const remark = `its metadata say ${kind}, its last operators ${graph.kind ?? "nothing"}`;
  return { output: name, kind: null, knownBy: null, remark, graph };
}
