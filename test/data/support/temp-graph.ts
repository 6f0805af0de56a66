import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { loadGraph, type LoadOptions } from "@evenodds/data";
import { expect } from "chai";

type Files = Readonly<Record<string, string | Uint8Array>>;

const made: string[] = [];

/**
 * Writes files to a fresh folder, which is removed after the tests of the file that registered
 * {@link removeTempFolders}.
 */
export async function tempFolder(files: Files = {}): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "evenodds-test-"));
  made.push(folder);
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  return folder;
}

export async function removeTempFolders(): Promise<void> {
  for (const folder of made.splice(0)) await rm(folder, { recursive: true, force: true });
}

/** Three people in two groups, a triangle without one side; node c has no label. */
export const tiny = {
  "graph.yaml": `
nodes:
  files: nodes.csv
  id: id
  label: y
  sensitive: s
edges: edges.csv
`,
  "nodes.csv": "id,y,s,x1,x2\na,0,M,1,0.5\nb,1,F,2,-1\nc,,M,3,0\n",
  "edges.csv": "a,b\nb,c\n",
} as const;

/** Loads {@link tiny} with some files replaced. */
export async function loadTiny(changes: Files = {}, options: LoadOptions = {}) {
  return loadGraph(await tempFolder({ ...tiny, ...changes }), options);
}

/** Replaces a part of a text and fails where it does not occur. */
export function edited(text: string, from: string, to: string): string {
  expect(text).to.include(from);
  return text.replace(from, to);
}

/** Awaits `work`, which must reject, and returns the error. */
export async function rejection(work: Promise<unknown>): Promise<Error> {
  const outcome = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(outcome).to.be.instanceOf(Error);
  return outcome as Error;
}
