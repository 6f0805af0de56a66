// Compiles the kernels of the WebAssembly engine; the same sources give the same bytes.
import { main } from "assemblyscript/asc";

/** Returns the module as bytes. Throws with what the compiler says where it fails. */
export async function compileKernels() {
  const outputs = new Map();
  const entry = "packages/trainer/assembly/index.ts";
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
  const { error, stderr } = await main([entry, ...options, "--outFile", "kernels.wasm"], {
    writeFile: (name, contents) => void outputs.set(name, contents),
  });
  if (error) throw new Error(`${error.message}\n${stderr.toString()}`);
  return outputs.get("kernels.wasm");
}
