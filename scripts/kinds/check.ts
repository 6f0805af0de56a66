// Adds a kind to each list of kinds, in memory, and compares the files that the compiler names with those that have to
// change. Ends with 1 where they differ: then a place has come that nobody would be led to, or one has gone.
import { readFileSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import ts from "typescript";
import { kindCases, type KindCase } from "./cases.js";

const root = resolve(import.meta.dirname, "..", "..");
const options = compilerOptions();
const files = ts.sys.readDirectory(root, [".ts"], ["**/node_modules", "**/dist"], ["packages/*/src/**/*.ts"]);
const parsed = new Map<string, ts.SourceFile>();

const before = filesWithErrors(new Map());
if (before.length > 0) fail("The sources have errors as they are", before);
let differences = 0;
for (const kind of kindCases) differences += check(kind) ? 0 : 1;
if (differences > 0) process.exitCode = 1;

function compilerOptions(): ts.CompilerOptions {
  const path = join(root, "tsconfig.base.json");
  const { config } = ts.readConfigFile(path, (name) => readFileSync(name, "utf8")) as { config: object };
  const read = ts.parseJsonConfigFileContent({ ...config, files: [] }, ts.sys, root).options;
  // One program for all packages has one type Long, while two of their libraries have versions of their own.
  const paths = { long: [join(root, "node_modules/@types/long/index.d.ts")] };
  const whole = { noEmit: true, composite: false, declaration: false, declarationMap: false, incremental: false };
  return { ...read, ...whole, paths };
}

/** Says whether the compiler names the files that it has to. */
function check({ title, edit, asks }: KindCase): boolean {
  const path = join(root, edit.file);
  const text = readFileSync(path, "utf8");
  if (text.split(edit.find).length !== 2) fail(`To add ${title}, this has to stand once in ${edit.file}`, [edit.find]);
  const named = filesWithErrors(new Map([[path, text.replace(edit.find, edit.replace)]]));
  const unnamed = asks.filter((file) => !named.includes(file));
  const unexpected = named.filter((file) => !asks.includes(file));
  const isRight = unnamed.length === 0 && unexpected.length === 0;
  process.stdout.write(`${isRight ? "ok" : "DIFFERS"}: ${title}, ${named.length} files\n`);
  for (const file of unnamed) process.stdout.write(`  has to change, and the compiler does not ask: ${file}\n`);
  for (const file of unexpected) process.stdout.write(`  the compiler asks, and the list of cases lacks it: ${file}\n`);
  return isRight;
}

/** Returns the files with errors, as paths from the root, where `changed` texts take the place of those on the disk. */
function filesWithErrors(changed: ReadonlyMap<string, string>): string[] {
  const host = ts.createCompilerHost(options);
  const readFile = host.readFile.bind(host);
  const getSourceFile = host.getSourceFile.bind(host);
  host.readFile = (name) => changed.get(resolve(name)) ?? readFile(name);
  host.getSourceFile = (name, version, ...rest) => {
    const text = changed.get(resolve(name));
    if (text !== undefined) return ts.createSourceFile(name, text, version);
    const known = parsed.get(name) ?? getSourceFile(name, version, ...rest);
    if (known !== undefined) parsed.set(name, known);
    return known;
  };
  const program = ts.createProgram(files, options, host);
  const diagnostics = [...program.getOptionsDiagnostics(), ...program.getGlobalDiagnostics()];
  for (const diagnostic of diagnostics) fail(ts.flattenDiagnosticMessageText(diagnostic.messageText, "\n"), []);
  const wrong = program
    .getSourceFiles()
    .filter((file) => !file.isDeclarationFile)
    .filter((file) => [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)].length > 0);
  return wrong.map(({ fileName }) => relative(root, fileName).split(sep).join("/")).sort();
}

function fail(message: string, details: readonly string[]): never {
  process.stderr.write(`${message}${details.length > 0 ? `: ${details.join(", ")}` : ""}\n`);
  process.exit(1);
}
