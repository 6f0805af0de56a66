import { ModelError, parseYaml, layerKinds, nearMatches, ownValue, suggest } from "@evenodds/core";
import { isPair, isScalar, visit } from "yaml";
import { modelCardSchema, mostFeatures, type ModelCard } from "./model-card.js";
import type { z } from "zod";
import { translationOf } from "../layers/translation-of.js";

type Issue = z.core.$ZodIssue;

/** Letters of a wrong value that a message shows. */
const longestInput = 60;

/**
 * Returns the first problem of a card as an error that names the field; unknown keys and kinds come with near matches.
 */
function explainIssue(cardName: string, { issue, content }: { issue: Issue; content: unknown }): ModelError {
  const argument = [cardName, issue.path.join(".")].filter((part) => part !== "").join(": ");
  const found = shown(valueAt(content, issue.path));
  switch (issue.code) {
    case "unrecognized_keys": {
      const key = issue.keys[0]!;
      const keys = keysAt(content, issue.path);
      return new ModelError({
        argument,
        expected: `only ${keys.join(", ")}`,
        found: JSON.stringify(key),
        hint: suggest(key, keys),
      });
    }
    case "invalid_value": {
      const expected = issue.values.map(String).join(" or ");
      return new ModelError({ argument, expected, found, hint: hintFor(content, issue.path) });
    }
    case "invalid_type": {
      const expected = issue.expected === "object" ? "a mapping" : `a value of type ${issue.expected}`;
      return new ModelError({ argument, expected, found });
    }
    case "invalid_union": {
      const field = issue.path.findLast((step) => typeof step === "string");
      if (field === "kind") return unknownKind(argument, valueAt(content, issue.path));
      return new ModelError({ argument, expected: forms.get(field) ?? "a text or a number", found });
    }
    case "too_big":
      return new ModelError({
        argument,
        expected: `${issue.inclusive ? "at most" : "less than"} ${issue.maximum}`,
        found,
      });
    case "too_small": {
      const expected = issue.origin === "string" ? "a text that is not empty" : `at least ${issue.minimum}`;
      return new ModelError({ argument, expected, found });
    }
    case "custom":
    case "invalid_element":
    case "invalid_format":
    case "invalid_key":
    case "not_multiple_of":
      return new ModelError({ argument, expected: issue.message, found });
  }
}

function hintFor(content: unknown, path: readonly PropertyKey[]): string | undefined {
  const option = path.at(-1);
  const kind = layerKinds.find((known) => known === valueAt(content, [...path.slice(0, -1), "kind"]));
  if (kind === undefined || option === undefined) return undefined;
  return ownValue(translationOf({ kind }).cardHints ?? {}, option);
}

function unknownKind(argument: string, kind: unknown): ModelError {
  const hint =
    typeof kind === "string" && nearMatches(kind, layerKinds).length > 0 ? suggest(kind, layerKinds) : undefined;
  return new ModelError({ argument, expected: `one of ${layerKinds.join(", ")}`, found: shown(kind), hint });
}

/** What a field may be that has several forms; the entries of lists are texts, numbers or truth values. */
const forms: ReadonlyMap<unknown, string> = new Map(
  Object.entries({
    features: `a list of names, or prefix and count, at most ${mostFeatures}`,
    from: "the name or the number of an earlier layer",
  }),
);

function valueAt(content: unknown, path: readonly PropertyKey[]): unknown {
  let at = content;
  for (const step of path) {
    if (typeof at === "string" && step === "kind") return at;
    at = typeof at === "object" && at !== null ? ownValue(at, step) : undefined;
  }
  return at;
}

function shown(value: unknown): string {
  if (value === undefined) return "nothing";
  const text = JSON.stringify(value) ?? typeof value;
  return text.length <= longestInput ? text : `${text.slice(0, longestInput)}…`;
}

function keysAt(content: unknown, path: readonly PropertyKey[]): string[] {
  const [field] = path;
  if (field === undefined) return Object.keys(modelCardSchema.shape);
  if (field === "layers") {
    const kind = layerKinds.find((known) => known === valueAt(content, [...path, "kind"]));
    return kind === undefined ? [] : Object.keys(translationOf({ kind }).card.shape);
  }
  return field === "preprocessing" ? ["method", "scale", "shift"] : ["prefix", "count"];
}

/** Keys whose values, or the items of whose list, are names. */
const namedKeys = new Set(["classes", "features", "label", "ignore", "author", "license", "licence", "description"]);

/**
 * Reads a model card, YAML or JSON. Throws {@link ModelError}, with `name` and the field as its argument, for text that
 * is neither and for anything that a card cannot have; unknown keys and kinds of layers come with near matches.
 */
export function readModelCard(text: string, name: string): ModelCard {
  const document = parseDocument(text, name);
  // Names are texts, quoted or not: `False`, `01` and `1e3` are not a boolean and not numbers.
  visit(document, {
    Scalar: (_, scalar, path) => {
      const keys = path.filter(isPair).map(({ key }) => (isScalar(key) ? String(key.value) : ""));
      const isName = keys.length === 1 && namedKeys.has(keys[0]!);
      if (isName && typeof scalar.value !== "string" && scalar.source) scalar.value = scalar.source;
    },
  });
  // The parser has counted what aliases stand for.
  const content: unknown = document.toJS({ maxAliasCount: -1 });
  if (typeof content !== "object" || content === null || Array.isArray(content)) {
    throw new ModelError({ argument: name, expected: "a model card", found: "a text without keys" });
  }
  const parsed = modelCardSchema.safeParse(content);
  if (!parsed.success) throw explainIssue(name, { issue: parsed.error.issues[0]!, content });
  const { licence, ...card } = parsed.data;
  if (licence === undefined) return card;
  if (card.license === undefined) return { ...card, license: licence };
  const expected = "one of license and licence, which mean the same";
  throw new ModelError({ argument: `${name}: license`, expected, found: "both" });
}

function parseDocument(text: string, name: string) {
  try {
    return parseYaml(text);
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
    throw new ModelError({ argument: name, expected: "YAML or JSON", found: cause.message }, { cause });
  }
}
