import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { expect } from "chai";
import ts from "typescript";
import { root } from "./support/pages.js";

const sources = readdirSync(join(root, "packages")).flatMap((name) => below(`packages/${name}/src`));

describe("files under packages/*/src", () => {
  it("stand in a folder, or in a folder of one that would hold more than 20 files", () => {
    expect(sources.length).to.be.above(500);
    for (const file of sources) {
      const [, , , ...folders] = dirname(file).split("/");
      expect(folders.length, file).to.be.below(3);
      if (folders.length < 2) continue;
      const outer = file.split("/").slice(0, 4).join("/");
      expect(sources.filter((other) => other.startsWith(`${outer}/`)).length, outer).to.be.above(20);
    }
  });

  it("that export one thing bear its name", () => {
    const foreign = sources.filter((file) => {
      const names = exportsOf(file);
      return names.values.length === 1 && ![...names.values, ...names.types].some((name) => isNamedAfter(file, name));
    });
    expect(foreign).to.deep.equal([]);
  });

  it("have names of their own where the same word would mean different things", () => {
    const owners = new Map<string, string[]>();
    for (const file of sources) {
      for (const name of exportsOf(file).types) owners.set(name, [...(owners.get(name) ?? []), file]);
    }
    expect([...owners].filter(([, files]) => files.length > 1)).to.deep.equal([]);
  });

  it("are told apart from those with another name", () => {
    expect(isNamedAfter("packages/core/src/metrics/largest-gap.ts", "largestGap")).to.equal(true);
    expect(isNamedAfter("packages/cli/src/commands/audit.ts", "auditCommand")).to.equal(true);
    expect(isNamedAfter("packages/core/src/metrics/gaps.ts", "largestGap")).to.equal(false);
  });
});

/** What a file exports, types apart; re-exports do not count. */
function exportsOf(file: string): { readonly values: readonly string[]; readonly types: readonly string[] } {
  const values: string[] = [];
  const types: string[] = [];
  const parsed = ts.createSourceFile(file, readFileSync(join(root, file), "utf8"), ts.ScriptTarget.Latest);
  for (const statement of parsed.statements) {
    const modifiers = ts.canHaveModifiers(statement) ? (ts.getModifiers(statement) ?? []) : [];
    if (!modifiers.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) continue;
    if (ts.isVariableStatement(statement)) {
      for (const { name } of statement.declarationList.declarations) if (ts.isIdentifier(name)) values.push(name.text);
    } else if (ts.isImportEqualsDeclaration(statement)) {
      values.push(statement.name.text);
    } else if (ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement)) {
      types.push(statement.name.text);
    } else if ((ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement)) && statement.name) {
      values.push(statement.name.text);
    }
  }
  return { values, types };
}

/** Whether a file is called as a name in kebab case, its plural, or that without the word of the folder. */
function isNamedAfter(file: string, name: string): boolean {
  const flat = (text: string) => text.replaceAll("-", "").toLowerCase().replace(/s$/, "");
  const [own, folder] = [flat(basename(file, ".ts")), flat(basename(dirname(file)))];
  return flat(name) === own || flat(name) === own + folder;
}

/** TypeScript files in a folder and in its folders, without what is generated. */
function below(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return below(path);
    return /\.ts$/.test(entry.name) && !/\.wasm\.ts$/.test(entry.name) ? [path] : [];
  });
}
