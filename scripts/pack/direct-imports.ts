import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Plugin } from "esbuild";
import ts from "typescript";

/** Where a name that a list exports is made: a file, or a package that is none of ours. */
interface Origin {
  readonly module: string;
  readonly name: string;
}

/**
 * A plugin by which imports from the list of a package (`index.ts`) become imports of the files that it lists. A chunk
 * would otherwise reach everything that the list names, and a command would load all of every package it needs a name
 * of.
 *
 * @param doors - source file of every list, by the name it is imported by
 * @param renamed - npm packages that are imported by another name, by their own
 */
export function directImports(
  doors: ReadonlyMap<string, string>,
  renamed: Readonly<Record<string, string>> = {},
): Plugin {
  const rename = (text: string) =>
    Object.entries(renamed).reduce(
      (all, [from, to]) => all.replaceAll(new RegExp(`"${from}(?=["/])`, "g"), `"${to}`),
      text,
    );
  const lists = new Map<string, ReadonlyMap<string, Origin>>();
  const listOf = (file: string): ReadonlyMap<string, Origin> => {
    const known = lists.get(file);
    if (known !== undefined) return known;
    const made = readList(file, { doors, listOf });
    lists.set(file, made);
    return made;
  };
  return {
    name: "direct-imports",
    setup: (build) => {
      build.onLoad({ filter: /[\\/]packages[\\/][^\\/]+[\\/]src[\\/].*\.ts$/ }, ({ path }) => ({
        contents: rename(rewriteImports(path, { doors, listOf })),
        loader: "ts",
        resolveDir: dirname(path),
      }));
    },
  };
}

interface Lists {
  readonly doors: ReadonlyMap<string, string>;
  readonly listOf: (file: string) => ReadonlyMap<string, Origin>;
}

function parse(file: string): ts.SourceFile {
  return ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true);
}

/** Names that a file passes on from others. */
function readList(file: string, { doors, listOf }: Lists): ReadonlyMap<string, Origin> {
  const names = new Map<string, Origin>();
  for (const statement of parse(file).statements) {
    if (!ts.isExportDeclaration(statement) || statement.isTypeOnly) continue;
    const { moduleSpecifier, exportClause } = statement;
    if (moduleSpecifier === undefined || exportClause === undefined || !ts.isNamedExports(exportClause)) continue;
    const from = sourceOf((moduleSpecifier as ts.StringLiteral).text, { file, doors });
    if (from === null) continue;
    for (const { name, propertyName, isTypeOnly } of exportClause.elements) {
      if (isTypeOnly) continue;
      const inner = (propertyName ?? name).text;
      names.set(name.text, listOf(from).get(inner) ?? { module: from, name: inner });
    }
  }
  return names;
}

/** The source file that a specifier means; null for a package that is none of ours. */
function sourceOf(
  specifier: string,
  { file, doors }: { readonly file: string; readonly doors: ReadonlyMap<string, string> },
): string | null {
  if (specifier.startsWith(".")) return join(dirname(file), specifier.replace(/\.js$/, ".ts"));
  return doors.get(specifier) ?? null;
}

function rewriteImports(file: string, { doors, listOf }: Lists): string {
  const parsed = parse(file);
  let text = parsed.text;
  for (const statement of [...parsed.statements].reverse()) {
    if (!ts.isImportDeclaration(statement) || statement.importClause === undefined) continue;
    const door = doors.get((statement.moduleSpecifier as ts.StringLiteral).text);
    const { namedBindings, isTypeOnly } = statement.importClause;
    if (door === undefined || isTypeOnly || namedBindings === undefined || !ts.isNamedImports(namedBindings)) continue;
    const list = listOf(door);
    const imports = namedBindings.elements
      .filter((element) => !element.isTypeOnly)
      .map(({ name, propertyName }) => {
        const asked = (propertyName ?? name).text;
        const { module, name: inner } = list.get(asked) ?? { module: door, name: asked };
        return `import { ${inner} as ${name.text} } from ${JSON.stringify(module)};`;
      });
    text = text.slice(0, statement.getStart()) + imports.join(" ") + text.slice(statement.end);
  }
  return text;
}
