import { ModelError, type Task } from "@evenodds/core";
import { resolveTask } from "../../preflight/resolve-task.js";
import { listNames } from "../../preflight/list-names.js";
import type { GraphEvidence } from "./graph-evidence.js";
import {
  columnPerClassKinds,
  decisionThreshold,
  oneColumnKinds,
  type KnownBy,
  type OutputMeaning,
} from "./output-kind.js";
import { contradiction, formatSeen, type ValuesSeen } from "./values-seen.js";

/** What the output of a model means, and how that is known. */
export interface DecidedOutput {
  readonly kind: OutputMeaning;
  readonly knownBy: KnownBy;
  /** The last operators of the model, the last one last. */
  readonly operators: readonly string[];
  /** What one score is compared with; null where the largest of several is predicted, or an id. */
  readonly threshold: number | null;
  /** Of class ids: whether they are numbers from 0 or labels; null where the file does not tell. */
  readonly ids: "positions" | "labels" | null;
}

/** The three that can say what an output means. */
export interface OutputSources {
  /** Recorded in the model, null where it records none. */
  readonly recorded: Task | null;
  /** What the user says. */
  readonly asked?: OutputMeaning | undefined;
  /** For the number of columns that the run gave. */
  readonly evidence: GraphEvidence;
  /** What the run gave; null for labels that are texts. */
  readonly seen: ValuesSeen | null;
  readonly columns: number;
  /** Of the graph or the model, for hints; empty where there are none. */
  readonly classes: readonly string[];
}

/** What the columns of a model mean that evenodds wrote. */
export const kindOfTask = {
  classification: "logits",
  binary: "one-logit",
  regression: "number",
} as const satisfies Record<Task, OutputMeaning>;

/** Returns the task that a meaning belongs to. */
export function taskOf(kind: OutputMeaning): Task {
  if (kind === "number") return "regression";
  return kind === "one-logit" || kind === "one-probability" ? "binary" : "classification";
}

/**
 * Decides what the output of a model means. What evenodds recorded in it or its last operators say decides, else the
 * user; the numbers that are seen can only contradict.
 *
 * Throws {@link ModelError} that asks for ‘outputKind’ and shows the last operators and the numbers, where nothing
 * tells, where two contradict each other, and where the numbers contradict.
 */
export function decideOutput(sources: OutputSources): DecidedOutput {
  const { recorded, asked, evidence, seen, columns } = sources;
  resolveTask({ recorded, asked: asked && taskOf(asked), columns });
  const { linear } = evidence;
  const contradicted = (kind: OutputMeaning) => (seen === null ? null : contradiction(kind, seen, { linear }));
  const decided = (kind: OutputMeaning, knownBy: KnownBy): DecidedOutput => {
    const why = contradicted(kind);
    if (why !== null) throw contradicts(`${kind}, ${speaker[knownBy]}`, why, sources);
    checkColumns(kind, sources);
    const { operators, ids } = evidence;
    return { kind, knownBy, operators, threshold: decisionThreshold(kind), ids: kind === "class-ids" ? ids : null };
  };
  if (recorded !== null) {
    const kind = kindOfTask[recorded];
    if (asked !== undefined && asked !== kind) throw otherThanRecorded(asked, recorded);
    if (!agrees(kind, evidence)) throw contradicts(`${kind}, ${speaker.metadata}`, firmWords(evidence), sources);
    return decided(kind, "metadata");
  }
  if (asked !== undefined) {
    // Where the numbers are not what the last operators promise, the user has the word.
    const isRefuted = evidence.kind !== null && contradicted(evidence.kind) !== null;
    if (!agrees(asked, evidence) && !isRefuted)
      throw contradicts(`${asked}, ${speaker.flag}`, firmWords(evidence), sources);
    return decided(asked, "flag");
  }
  if (evidence.kind === null) throw untold(sources);
  return decided(evidence.kind, "last-operators");
}

const speaker: Readonly<Record<KnownBy, string>> = {
  metadata: "as its metadata say",
  "last-operators": "as its last operators say",
  flag: "as requested",
};

/** Whether the last operators allow a meaning. A regression may end in a sigmoid, where its label is a share. */
export function agrees(kind: OutputMeaning, { kind: told, firm }: GraphEvidence): boolean {
  return !firm || told === kind || (kind === "number" && told === "one-probability");
}

function firmWords({ kind }: GraphEvidence): string {
  return `its last operators give ${kind}`;
}

function checkColumns(kind: OutputMeaning, { columns }: OutputSources): void {
  if (columns !== 1 || !columnPerClassKinds.some((one) => one === kind)) {
    if (kind !== "class-ids" || columns === 1) return;
  }
  throw new ModelError({
    argument: "columns of the model's output",
    expected: kind === "class-ids" ? "1, because they are class ids" : `one for each class, because they are ${kind}`,
    found: `${columns}`,
    hint: kind === "class-ids" ? undefined : `say what the one column is: ${oneColumnKinds.join(", ")}`,
  });
}

function otherThanRecorded(asked: OutputMeaning, recorded: Task): ModelError {
  return new ModelError({
    argument: "task of the model",
    expected: `${asked}, ${speaker.flag}`,
    found: `${recorded} in its metadata, which is ${kindOfTask[recorded]}`,
    hint: "leave the flag out: the model knows its task",
  });
}

function contradicts(expected: string, why: string, sources: OutputSources): ModelError {
  const { evidence, recorded } = sources;
  return new ModelError({
    argument: `output ${evidence.output}`,
    expected,
    found: `${why} (${shown(sources)})`,
    hint:
      recorded === null
        ? `say what it is with ‘outputKind’ ${choices(sources)}`
        : "its metadata or the file is wrong: export the model again",
  });
}

function untold(sources: OutputSources): ModelError {
  const { evidence, columns, classes } = sources;
  if (columns === 1 && evidence.linear) {
    return new ModelError({
      argument: `columns of output ${evidence.output}`,
      expected: "1, with a word on what it is, or one for each class",
      found: `${classes.length === 0 ? "" : `${classes.length} in the graph (${listNames(classes)}); `}${shown(sources)}`,
      hint: oneColumnHint(classes),
    });
  }
  return new ModelError({
    argument: `output ${evidence.output}`,
    expected: "last operators that tell what it means",
    found: evidence.remark === null ? shown(sources) : `${shown(sources)}: ${evidence.remark}`,
    hint: `say what it is with ‘outputKind’ ${choices(sources)}`,
  });
}

function oneColumnHint(classes: readonly string[]): string {
  if (classes.length === 2) {
    return (
      `if it is the logit of class ${JSON.stringify(classes[1])}, add ‘outputKind: one-logit’; if its probability, ` +
      "‘outputKind’ one-probability; if a number, ‘outputKind: number’"
    );
  }
  if (classes.length === 0) {
    return (
      "add ‘outputKind: one-logit’ if it is the logit of the second of two classes, ‘outputKind’ one-probability if its probability, " +
      "‘outputKind: number’ if a number"
    );
  }
  return "one column tells two classes apart; if it is the predicted number, add ‘outputKind: number’";
}

function shown({ evidence, seen }: OutputSources): string {
  const operators =
    evidence.operators.length === 0 ? "no operators" : `last operators ${evidence.operators.join(", ")}`;
  return seen === null ? operators : `${operators}; ${formatSeen(seen)}`;
}

/** The kinds that an output of so many columns and such numbers can have. */
function choices({ columns, seen, evidence }: OutputSources): string {
  const kinds = columns === 1 ? oneColumnKinds : columnPerClassKinds;
  const possible = kinds.filter((kind) => seen === null || contradiction(kind, seen, evidence) === null);
  return (possible.length === 0 ? kinds : possible).join(", ");
}
