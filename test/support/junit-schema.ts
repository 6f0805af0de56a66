import { readFileSync } from "node:fs";
import { validateXML } from "xmllint-wasm";

/** Returns what Jenkins' schema has against JUnit files, a line each; none where all are valid. Starts a thread. */
export async function junitMisfits(files: Readonly<Record<string, string>>): Promise<string[]> {
  const schema = readFileSync(new URL("../fixtures/ci/junit-10.xsd", import.meta.url), "utf8");
  const xml = Object.entries(files).map(([fileName, contents]) => ({ fileName, contents }));
  const { errors } = await validateXML({ xml, schema });
  return errors.map(({ rawMessage }) => rawMessage);
}
