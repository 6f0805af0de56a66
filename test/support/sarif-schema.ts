import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";

/** Returns what SARIF's own schema has against a log, a line each; none where it is valid. */
export function sarifMisfits(log: unknown): string[] {
  validate ??= compile();
  return validate(log) ? [] : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

let validate: ReturnType<Ajv2020["compile"]> | undefined;

function compile() {
  const schema = readFileSync(new URL("../fixtures/ci/sarif-2.1.0.json", import.meta.url), "utf8");
  // Formats are not known to it; what they say of URIs is tested by hand.
  return new Ajv2020({ allErrors: true, strict: false, validateFormats: false }).compile(JSON.parse(schema) as object);
}
