// Compiles the WebAssembly kernels and writes them, as base64, into a module of the trainer. Run
// `npm run build:wasm` after a change in packages/trainer/assembly; a test fails while the two differ.
import { Buffer } from "node:buffer";
import { writeFile } from "node:fs/promises";
import { compileKernels } from "./compile-kernels.js";

const base64 = Buffer.from(await compileKernels()).toString("base64");
const lines = base64.match(/.{1,110}/g).map((line) => `  "${line}"`);
await writeFile(
  new URL("../packages/trainer/src/kernels/kernels.wasm.ts", import.meta.url),
  `/** \`assembly/\`, compiled by \`npm run build:wasm\`. */\nexport const kernelsModule =\n${lines.join(" +\n")};\n`,
);
