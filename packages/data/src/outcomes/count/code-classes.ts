import { checkClassSpelling, findLevel, InputError, suggest, unknownCode, type ClassWords } from "@evenodds/core";
import type { DataWarning } from "../../load/level-warnings.js";
import { orderLevels } from "../../load/order-levels.js";
import { codesOver, namesIn, type CodedKey } from "./code-keys.js";
import type { KeyRequest } from "./key-request.js";
import { checkMissing, levelNames, type Domain } from "./level-names.js";
import { customaryClasses, scoreClasses } from "./score-classes.js";

export interface CodedClasses {
  readonly classes: readonly string[];
  readonly positive: string | undefined;
  readonly label: CodedKey | undefined;
  readonly prediction: CodedKey;
  readonly warnings: readonly DataWarning[];
}

/** A key and the values that it has. */
export interface KeyDomain {
  readonly key: KeyRequest;
  readonly domain: Domain;
}

/**
 * Returns the codes of label and prediction over the union of their classes, by number where all are numbers, else as
 * text: a class that is only predicted is a class too.
 *
 * Throws {@link InputError} for a positive class that is not among them, and, unless the classes are declared, for
 * labels and predictions that have no class in common (other than 0 and 1 and the like) and for classes that may be two
 * spellings of one thing, see core's `checkClassSpelling`.
 */
export function codeClasses(
  { label, prediction }: { readonly label: KeyDomain | undefined; readonly prediction: KeyDomain },
  options: { readonly positive: string | undefined; readonly negative: string | undefined },
): CodedClasses {
  const labelled = label && { key: label.key, names: levelNames(label.domain, label) };
  if (label !== undefined) checkMissing(label.domain, labelled!);
  const seen = labelled && namesIn(labelled.names);
  const declared = (label ?? prediction).key.levels?.map(({ name }) => name);
  const pair = prediction.key.role === "score" ? scoreClasses(declared ?? seen, options) : undefined;
  const predicted = { key: prediction.key, names: levelNames(prediction.domain, { ...prediction, intervals: pair }) };
  checkMissing(prediction.domain, predicted);
  const found = [...new Set([...(seen ?? []), ...(pair ?? namesIn(predicted.names))])];
  const levels = declared === undefined ? orderLevels(found) : [...new Set([...declared, ...(pair ?? [])])];
  if (declared === undefined) {
    const found = { label: label?.key, prediction: prediction.key, seen, predicted: pair ?? namesIn(predicted.names) };
    checkSpelling(levels, found);
  }
  const keys = codesOver(levels, labelled === undefined ? [predicted] : [labelled, predicted]);
  const classes = keys[0]!.levels;
  const positive = pair?.[1] ?? (options.positive === undefined ? undefined : namedClass(classes, options.positive));
  const warnings = declared === undefined ? codeWarnings(levels, label?.key) : [];
  return { classes, positive, label: label && keys[0]!, prediction: keys.at(-1)!, warnings };
}

function namedClass(classes: readonly string[], positive: string): string {
  const found = classes[findLevel(classes, positive)];
  if (found !== undefined) return found;
  const hint = suggest(positive, classes);
  throw new InputError({
    argument: "‘positive’",
    expected: "one of the classes",
    found: JSON.stringify(positive),
    hint,
  });
}

function codeWarnings(levels: readonly string[], label: KeyRequest | undefined): DataWarning[] {
  const code = unknownCode(levels);
  if (code === null || label === undefined) return [];
  const message =
    `${label.argument}: ${JSON.stringify(code)} is taken for a class, because it is predicted too; ` +
    `if it means unknown, ${classWords(label).markMissing(code)}, else ${classWords(label).declare}`;
  return [{ code: "unknown-code", message }];
}

/** The words of a table for what classes mean. */
function classWords({ argument }: Pick<KeyRequest, "argument">): ClassWords {
  return {
    argument,
    respell: "write each class one way; if they are different classes, declare the classes with ‘classes’",
    declare: "declare the classes with ‘classes’",
    markMissing: (value) => `say that it is missing (‘missingValues’ ${value})`,
  };
}

function checkSpelling(
  levels: readonly string[],
  found: {
    readonly label: KeyRequest | undefined;
    readonly prediction: KeyRequest;
    readonly seen: readonly string[] | undefined;
    readonly predicted: readonly string[];
  },
): void {
  const { label, prediction, seen, predicted } = found;
  if (label !== undefined && seen !== undefined && seen.length > 0 && predicted.length > 0) {
    const usual = customaryClasses.some((pair) => levels.every((level) => pair.some((name) => name === level)));
    if (!usual && !predicted.some((name) => seen.includes(name))) {
      throw new InputError({
        argument: label.argument,
        expected: `classes of the predictions (${listed(predicted)})`,
        found: `${listed(seen)}, none of which is ever predicted`,
        hint: classWords(label).respell,
      });
    }
  }
  checkClassSpelling({ labels: seen ?? [], predicted }, classWords(label ?? prediction));
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, 5).map((name) => JSON.stringify(name));
  return shown.join(", ") + (names.length > 5 ? ` and ${names.length - 5} more` : "");
}
