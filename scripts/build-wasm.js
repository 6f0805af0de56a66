// Compiles the kernels of the WebAssembly engine and writes them, as base64, into the module that instantiates them. Run
// `npm run build:wasm` after a change in packages/trainer/assembly; a test fails while the two differ.
import { Buffer } from "node:buffer";
import { writeFile } from "node:fs/promises";
import { compileKernels } from "./compile-kernels.js";

const base64 = Buffer.from(await compileKernels()).toString("base64");
const lines = base64.match(/.{1,110}/g).map((line) => `  "${line}"`);
await writeFile(
  new URL("../packages/trainer/src/engines/wasm/kernels.wasm.ts", import.meta.url),
  `/** \`assembly/\`, compiled by \`npm run build:wasm\`. */\nexport const kernelsModule =\n${lines.join(" +\n")};\n`,
);
