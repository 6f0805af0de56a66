// Compiles AssemblyScript; the same sources give the same bytes.
import { main } from "assemblyscript/asc";

/** Returns the module of `packages/<name>/assembly` as bytes. Throws with what the compiler says where it fails. */
export async function compileModule(name) {
  const outputs = new Map();
  const entry = `packages/${name}/assembly/index.ts`;
  const options = [
    "--importMemory",
    "--initialMemory",
    "1",
    "--runtime",
    "stub",
    "--enable",
    "simd",
    "-O3",
    "--noAssert",
  ];
  const { error, stderr } = await main([entry, ...options, "--outFile", "module.wasm"], {
    writeFile: (file, contents) => void outputs.set(file, contents),
  });
  if (error) throw new Error(`${error.message}\n${stderr.toString()}`);
  return outputs.get("module.wasm");
}
