import { rollup, type Plugin } from "rollup";
import { dts } from "rollup-plugin-dts";

/** Classes that protobufjs makes, whose own declarations do not compile; no signature that is exported names them. */
const isInner = (name: string) => /builder\/proto(?:\.js|\.d\.ts)?$/.test(name);

const isPackage = (name: string) => !/^[./]|^[A-Za-z]:/.test(name);

/**
 * Writes the declarations of a package as one file for each of `entries` (by name, with the built declarations) and
 * what they share: nothing that is not exported is in them, so no type of a library that is used inside. What is
 * imported by a name of `inline` is taken in from the declarations that the name leads to.
 */
export async function rollDeclarations({
  entries,
  outdir,
  inline,
}: {
  readonly entries: Readonly<Record<string, string>>;
  readonly outdir: string;
  readonly inline: ReadonlyMap<string, string>;
}): Promise<void> {
  const resolveInline: Plugin = { name: "inline", resolveId: (name) => inline.get(name) };
  const bundle = await rollup({
    input: { ...entries },
    plugins: [resolveInline, dts({ compilerOptions: { customConditions: [] } })],
    external: (name) => isInner(name) || (isPackage(name) && !inline.has(name)),
    treeshake: { moduleSideEffects: false },
    onwarn: (warning) => {
      // Types of signatures need no name of their own to be used.
      if (warning.message.includes("private shared type")) return;
      throw new TypeError(warning.message);
    },
  });
  const { output } = await bundle.write({
    dir: outdir,
    format: "es",
    entryFileNames: "[name].d.ts",
    chunkFileNames: "[name]-[hash].d.ts",
  });
  await bundle.close();
  const inner = output.filter((file) => file.type === "chunk" && file.imports.some(isInner));
  if (inner.length > 0) throw new TypeError(`${inner[0]!.fileName} names classes of onnx-proto`);
}
