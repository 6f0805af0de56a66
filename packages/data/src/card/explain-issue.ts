import { InputError, ownValue, suggest } from "@evenodds/core";
import * as z from "zod";

type Issue = z.core.$ZodIssue;

const typeWords = {
  map: "a mapping",
  object: "a mapping",
  record: "a mapping",
  array: "a list",
  string: "a text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
};

/** Letters of a wrong value that a message shows. */
const longestInput = 60;

/**
 * Returns the first problem of a file as an error that names the field; unknown keys come with near matches. `name` is
 * what the file is called, and `keys` what its keys should be: `only keys that a graph card has`. The file has to be
 * parsed with `reportInput`.
 */
export function explainIssue(
  error: z.ZodError,
  { name, schema, keys }: { readonly name: string; readonly schema: z.ZodType; readonly keys: string },
): InputError {
  // A key that is written wrong is missing in its place too.
  const issue = error.issues.find(({ code }) => code === "unrecognized_keys") ?? error.issues[0]!;
  const field = [name, issue.path.join(".")].filter((part) => part !== "").join(": ");
  if (issue.code === "unrecognized_keys") {
    const key = issue.keys[0]!;
    return new InputError({
      argument: field,
      expected: keys,
      found: JSON.stringify(key),
      hint: suggest(key, keysAt(schema, issue.path)),
    });
  }
  const hint = issue.code === "invalid_value" ? nearChoices(issue) : undefined;
  return new InputError({ argument: field, expected: expectation(issue), found: describeInput(issue), hint });
}

/** Choices that are more than a message can list. */
const manyChoices = 12;

function nearChoices({ input, values }: z.core.$ZodIssueInvalidValue): string | undefined {
  const isNear = typeof input === "string" && values.length > manyChoices;
  return isNear ? suggest(input, values.map(String)) : undefined;
}

function expectation(issue: Issue): string {
  if (issue.code === "invalid_type") {
    return new Map(Object.entries(typeWords)).get(issue.expected) ?? `a value of type ${issue.expected}`;
  }
  if (issue.code === "invalid_value") {
    if (issue.values.length > manyChoices) return `one of ${issue.values.length} names`;
    return `${issue.values.length === 1 ? "" : "one of "}${issue.values.map(String).join(", ")}`;
  }
  if (issue.code === "invalid_key") return issue.issues[0]?.message ?? issue.message;
  if (issue.code === "invalid_union") return issue.message === "Invalid input" ? "a text or a number" : issue.message;
  if (issue.code === "too_small") {
    if (issue.origin === "string") return "a text that is not empty";
    if (issue.origin === "array") return `at least ${issue.minimum} in the list`;
    return issue.inclusive === false ? `more than ${issue.minimum}` : `at least ${issue.minimum}`;
  }
  if (issue.code === "too_big") {
    return issue.inclusive === false ? `less than ${issue.maximum}` : `at most ${issue.maximum}`;
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
    else if (at instanceof z.ZodMap || at instanceof z.ZodRecord) at = at.valueType;
    else at = undefined;
  }
  return at instanceof z.ZodObject ? Object.keys(at.shape) : [];
}

function unwrap(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return unwrap(schema.unwrap());
  if (schema instanceof z.ZodPipe) return unwrap(schema.out);
  return schema;
}
