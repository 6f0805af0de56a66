import { ModelError } from "@evenodds/core";
import { parseDocument } from "yaml";
import { explainIssue } from "./explain-issue.js";
import { modelCardSchema, type ModelCard } from "./model-card.js";

/**
 * Reads a model card, YAML or JSON. Throws {@link ModelError}, with `name` and the field as its argument, for text that is
 * neither and for anything that a card cannot have; unknown keys and kinds of layers come with near matches.
 */
export function readModelCard(text: string, name: string): ModelCard {
  const document = parseDocument(text);
  const [error] = document.errors;
  if (error !== undefined) {
    const found = error.message.split("\n")[0]!.replace(/:$/, "");
    throw new ModelError({ argument: name, expected: "YAML or JSON", found });
  }
  const content: unknown = document.toJS();
  if (typeof content !== "object" || content === null || Array.isArray(content)) {
    throw new ModelError({ argument: name, expected: "a model card", found: "a text without keys" });
  }
  const parsed = modelCardSchema.safeParse(content);
  if (parsed.success) return parsed.data;
  throw explainIssue(name, { issue: parsed.error.issues[0]!, content });
}
