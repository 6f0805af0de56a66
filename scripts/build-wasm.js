// Compiles the WebAssembly text of the trainer's kernel and writes it, as base64, into the module that instantiates it.
// Run `npm run build:wasm` after changing the .wat file; a test fails while the two differ.
import { Buffer } from "node:buffer";
import { readFile, writeFile } from "node:fs/promises";
import wabt from "wabt";

const folder = new URL("../packages/trainer/src/engines/wasm/", import.meta.url);
const text = await readFile(new URL("segment-sum.wat", folder), "utf8");
const module = (await wabt()).parseWat("segment-sum.wat", text, { simd: true });
const base64 = Buffer.from(module.toBinary({}).buffer).toString("base64");
const lines = base64.match(/.{1,110}/g).map((line) => `  "${line}"`);
await writeFile(
  new URL("segment-sum.wasm.ts", folder),
  `/** \`segment-sum.wat\`, compiled by \`npm run build:wasm\`. */\nexport const segmentSumModule =\n${lines.join(" +\n")};\n`,
);
