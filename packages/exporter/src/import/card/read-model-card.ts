import { ModelError, parseYaml } from "@evenodds/core";
import { isPair, isScalar, visit } from "yaml";
import { explainIssue } from "./explain-issue.js";
import { modelCardSchema, type ModelCard } from "./model-card.js";

/** Keys whose values, or the items of whose list, are names. */
const namedKeys = new Set(["classes", "features", "label", "ignore", "author", "licence", "description"]);

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
  if (parsed.success) return parsed.data;
  throw explainIssue(name, { issue: parsed.error.issues[0]!, content });
}

function parseDocument(text: string, name: string) {
  try {
    return parseYaml(text);
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
    throw new ModelError({ argument: name, expected: "YAML or JSON", found: cause.message }, { cause });
  }
}
