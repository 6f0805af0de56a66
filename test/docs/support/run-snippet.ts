import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./pages.js";

/** What a snippet of docs/export.md says about its first node. */
export interface SaidOfNode {
  readonly className: string;
  /** To four decimals. */
  readonly probability: number;
}

/**
 * Makes a folder with what the page says a snippet needs: the model, what `evenodds inspect` says of it, and npm's
 * packages.
 */
export async function snippetFolder(
  folder: string,
  { model, inspect }: { model: Uint8Array; inspect: (path: string) => Promise<string> },
): Promise<void> {
  mkdirSync(folder);
  const path = join(folder, "model.onnx");
  writeFileSync(path, model);
  writeFileSync(join(folder, "model.json"), await inspect(path));
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
}

/** Runs a snippet with Node, or with another program, in its folder. */
export function runSnippet(
  folder: string,
  { file, code, program = process.execPath, flags = [] }: SnippetRun,
): SaidOfNode {
  writeFileSync(join(folder, file), code);
  const printed = execFileSync(program, [...flags, file], { cwd: folder, encoding: "utf8", timeout: 120_000 });
  const [, className, probability] = /^node 0: (.+), probability ([01]\.\d{4})\r?\n$/.exec(printed) ?? [];
  if (className === undefined) throw new Error(`${file} printed ${JSON.stringify(printed)}`);
  return { className, probability: Number(probability) };
}

interface SnippetRun {
  readonly file: string;
  readonly code: string;
  /** Node by default. */
  readonly program?: string;
  readonly flags?: readonly string[];
}

/**
 * Runs the script of a page in Node, which gets the little of a browser that it uses. `runtime` is the package
 * onnxruntime-web, of which the `files` are copied into `ort/`; without it onnxruntime-node, which has the same
 * interface, stands there.
 */
export function runPage(
  folder: string,
  { html, files, runtime }: { html: string; files: readonly string[]; runtime: string | undefined },
): SaidOfNode {
  const [, code] = /<script type="module">\n([\s\S]*)<\/script>/.exec(html) ?? [];
  if (code === undefined) throw new Error("the page has no module script");
  mkdirSync(join(folder, "ort"), { recursive: true });
  if (runtime === undefined) writeFileSync(join(folder, "ort/ort.wasm.min.mjs"), standIn);
  else for (const file of files) copyFileSync(join(runtime, "dist", file), join(folder, "ort", file));
  const ids = [...html.matchAll(/ id="([\w-]+)"/g)].map(([, id]) => `#${id!}`);
  writeFileSync(join(folder, "browser.mjs"), browser(ids));
  return runSnippet(folder, { file: "page.mjs", code, flags: ["--import", "./browser.mjs"] });
}

const standIn = `import { InferenceSession, Tensor } from "onnxruntime-node";
export { InferenceSession, Tensor };
export const env = {
  wasm: {
    set wasmPaths(path) {
      if (path !== new URL("./", import.meta.url).href) throw new Error("not the folder of the runtime: " + path);
    },
  },
};
`;

function browser(ids: readonly string[]): string {
  return `import { readFileSync } from "node:fs";
const element = { set textContent(text) { console.log(text); } };
globalThis.self = globalThis;
globalThis.document = {
  baseURI: new URL("index.html", import.meta.url).href,
  querySelector: (selector) => (${JSON.stringify(ids)}.includes(selector) ? element : null),
};
globalThis.fetch = async (url) => new Response(readFileSync(new URL(url, document.baseURI)));
`;
}
