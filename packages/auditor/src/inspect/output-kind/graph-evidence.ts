import type { TracedValue, TracedShape } from "../trace/traced-value.js";
import type { Meaning } from "../meaning/meaning.js";
import type { OutputKind } from "./output-kind.js";

/** What the last operators of a model tell of one of its outputs. */
export interface GraphEvidence {
  readonly output: string;
  /** Null where they do not tell. */
  readonly kind: OutputKind | null;
  /**
   * Whether they leave no doubt, as a softmax does. A linear operator only tells logits as long as nothing else is
   * said: it can also mix probabilities.
   */
  readonly firm: boolean;
  /** Whether the last of them that computes is linear. */
  readonly linear: boolean;
  /** The last operators, the last one last, at most four. */
  readonly operators: readonly string[];
  /**
   * What it is in words where it is not a kind that can be audited, or why it cannot be told; null where there is
   * nothing to add.
   */
  readonly remark: string | null;
  /** Whether class ids are labels, numbers from 0, or either. */
  readonly ids: "positions" | "labels" | null;
}

/** Returns what the last operators tell of an output. `shape` is what the file says of its sizes. */
export function graphEvidence(
  output: string,
  { fact, shape }: { readonly fact: TracedValue; readonly shape: TracedShape },
): GraphEvidence {
  const { meaning, trail: operators } = fact;
  const told = (kind: OutputKind | null, more: Partial<GraphEvidence> = {}): GraphEvidence => {
    const linear = meaning.kind === "linear";
    return { output, kind, firm: kind !== null, linear, operators, remark: null, ids: null, ...more };
  };
  const known = shape ?? fact.shape;
  const columns = known === null ? null : known.length === 1 ? 1 : (known.at(-1) ?? null);
  return forColumns(tell(meaning, { rank: known?.length ?? null, told }), columns);
}

function tell(
  meaning: Meaning,
  {
    rank,
    told,
  }: { rank: number | null; told: (kind: OutputKind | null, more?: Partial<GraphEvidence>) => GraphEvidence },
): GraphEvidence {
  switch (meaning.kind) {
    case "linear":
      return told("logits", { firm: false });
    case "shares":
    case "log-shares": {
      const fromLast = meaning.axis < 0 ? meaning.axis : meaning.axis - (rank ?? 2);
      if (fromLast !== -1 || rank === 1)
        return told(null, { remark: "the softmax is over the nodes, not over the classes" });
      return told(meaning.kind === "shares" ? "probabilities" : "log-probabilities");
    }
    case "sigmoid":
      return told("independent-probabilities");
    case "ids":
      return told("class-ids", { ids: meaning.of });
    case "map":
      // It is read as the matrix that the maps were made of.
      return tell(meaning.of, { rank: 2, told });
    case "input":
      return told(null, { remark: "it is an input as it is" });
    case "constant":
      return told(null, { remark: "it does not depend on the inputs" });
    case "mixed":
      return told(null, { remark: meaning.why });
    case "other":
      return told(null, { remark: meaning.why ?? null });
  }
}

/** Returns what the same operators tell of an output that has this number of columns; null leaves it open. */
export function forColumns(evidence: GraphEvidence, columns: number | null): GraphEvidence {
  const { kind, linear } = evidence;
  if (columns === null) return evidence;
  const untold = (remark: string): GraphEvidence => ({ ...evidence, kind: null, firm: false, remark, ids: null });
  const isSingle = columns === 1;
  if (linear) {
    return isSingle
      ? untold("one column of a linear operator is a logit, a probability or a number")
      : { ...evidence, kind: "logits", remark: null };
  }
  if (kind === "independent-probabilities" || kind === "one-probability") {
    return { ...evidence, kind: isSingle ? "one-probability" : "independent-probabilities" };
  }
  if (isSingle && (kind === "probabilities" || kind === "log-probabilities")) {
    return untold("a softmax over one column is always 1");
  }
  return !isSingle && kind === "class-ids" ? untold("several ids per node are not a class") : evidence;
}
