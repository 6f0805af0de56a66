// Compiles the WebAssembly modules and writes them, as base64, into modules of TypeScript. Run `npm run build:wasm`
// after a change in an `assembly` folder; a test fails while the two differ.
import { Buffer } from "node:buffer";
import { writeFile } from "node:fs/promises";
import { compileModule } from "./compile-wasm.js";

const modules = [
  { folder: "trainer", file: "kernels/kernels.wasm.ts", name: "kernelsModule" },
  { folder: "auditor", file: "layerwise/kernels.wasm.ts", name: "layerwiseKernels" },
  { folder: "data", file: "source/scanner.wasm.ts", name: "scannerModule" },
];

for (const { folder, file, name } of modules) {
  const base64 = Buffer.from(await compileModule(folder)).toString("base64");
  const lines = base64.match(/.{1,110}/g).map((line) => `  "${line}"`);
  await writeFile(
    new URL(`../packages/${folder}/src/${file}`, import.meta.url),
    `/** \`assembly/\`, compiled by \`npm run build:wasm\`. */\nexport const ${name} =\n${lines.join(" +\n")};\n`,
  );
}
