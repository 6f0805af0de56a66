import { InputError, ownValue, suggest } from "@evenodds/core";
import * as z from "zod";

type Issue = z.core.$ZodIssue;

/** Letters of a wrong value that a message shows. */
const longestInput = 60;

/** Returns the first problem of a card as an error that names the field; unknown keys come with near matches. */
export function explainIssue(cardName: string, schema: z.ZodType, error: z.ZodError): InputError {
  const issue = error.issues[0]!;
  const field = [cardName, issue.path.join(".")].filter((part) => part !== "").join(": ");
  if (issue.code === "unrecognized_keys") {
    const key = issue.keys[0]!;
    return new InputError({
      argument: field,
      expected: "only keys that a graph card has",
      found: JSON.stringify(key),
      hint: suggest(key, keysAt(schema, issue.path)),
    });
  }
  return new InputError({ argument: field, expected: expectation(issue), found: describeInput(issue) });
}

function expectation(issue: Issue): string {
  if (issue.code === "invalid_type") {
    const mapping = issue.expected === "map" || issue.expected === "object";
    return mapping ? "a mapping" : `a value of type ${issue.expected}`;
  }
  if (issue.code === "invalid_value") return `one of ${issue.values.map(String).join(", ")}`;
  if (issue.code === "invalid_union") return "a text or a number";
  if (issue.code === "too_small") {
    return issue.origin === "string" ? "a text that is not empty" : `at least ${issue.minimum}`;
  }
  return issue.message;
}

function describeInput({ input }: Issue): string {
  if (input === undefined) return "nothing";
  const text = JSON.stringify(input) ?? typeof input;
  return text.length <= longestInput ? text : `${text.slice(0, longestInput)}…`;
}

/** Names that a mapping at `path` may have. */
function keysAt(schema: z.core.$ZodType, path: readonly PropertyKey[]): string[] {
  let at: z.core.$ZodType | undefined = schema;
  for (const step of [...path, undefined]) {
    at = at === undefined ? undefined : unwrap(at);
    if (step === undefined) break;
    if (at instanceof z.ZodObject) at = ownValue<z.core.$ZodType>(at.shape, step);
    else if (at instanceof z.ZodArray) at = at.element;
    else if (at instanceof z.ZodMap) at = at.valueType;
    else at = undefined;
  }
  return at instanceof z.ZodObject ? Object.keys(at.shape) : [];
}

function unwrap(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return unwrap(schema.unwrap());
  if (schema instanceof z.ZodPipe) return unwrap(schema.out);
  return schema;
}
