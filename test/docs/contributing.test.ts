import { existsSync, readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { expect } from "chai";
import { kindCases } from "../../scripts/kinds/cases.js";
import { codeBlocks, readPage, root, section } from "./support/pages.js";

const pages = ["CONTRIBUTING.md", "ARCHITECTURE.md", "docs/releasing.md", "SECURITY.md"];
const files = listFiles(".");
const names = new Set(files.map((path) => basename(path)));

describe("paths in the pages for contributors", () => {
  for (const page of pages) {
    it(`of ${page} exist`, () => {
      expect(mentioned(readPage(page)).filter((path) => !exists(path))).to.deep.equal([]);
    });
  }

  it("of every recipe exist, and each recipe names a file to change and a page or a test", () => {
    const recipes = section(readPage("CONTRIBUTING.md"), "Recipes")
      .split(/^### /m)
      .slice(1)
      .filter((recipe) => /^(Add|Change) /.test(recipe));
    expect(recipes.length).to.be.at.least(15);
    for (const recipe of recipes) {
      const [title] = recipe.split("\n");
      const paths = mentioned(recipe);
      expect(
        paths.filter((path) => !exists(path)),
        title,
      ).to.deep.equal([]);
      expect(
        paths.some((path) => /^(packages|samples)\//.test(path)),
        `${title}: what to change`,
      ).to.equal(true);
      expect(
        paths.some((path) => /^(test|docs)\//.test(path)),
        `${title}: test or page`,
      ).to.equal(true);
    }
  });

  it("of a recipe for a kind are all those that the compiler asks for", () => {
    const recipes = section(readPage("CONTRIBUTING.md"), "Recipes").split(/^### /m);
    expect(kindCases.map(({ recipe }) => recipe)).to.include.members([
      ...["Add a layer", "Add an execution provider", "Add an SQL engine", "Add a rule kind", "Add a metric"],
      "Add a report format",
    ]);
    for (const { title, recipe, edit, asks } of kindCases) {
      const own = recipes.filter((text) => text.startsWith(`${recipe}\n`));
      expect(own.length, recipe).to.equal(1);
      expect(mentioned(own[0]!), title).to.include.members([edit.file, ...asks]);
      expect(readPage(edit.file).split(edit.find).length, `${title}: the text to change`).to.equal(2);
    }
  });

  it("are told apart from other words in backticks, and from paths that do not exist", () => {
    const text = "`packages/core/src/errors.ts`, `errors.ts`, `tf.gather`, `0/0`, `@evenodds/core`, `n / a`, `--out`";
    expect(mentioned(text)).to.deep.equal(["packages/core/src/errors.ts", "errors.ts"]);
    for (const path of ["packages/core/src/nothing.ts", "nothing.ts", "test/nothing/", "nowhere/<name>.ts"]) {
      expect(mentioned(`\`${path}\``), path).to.deep.equal([path]);
      expect(exists(path), path).to.equal(false);
    }
    expect(exists("packages/core/src/metrics/<name>.ts")).to.equal(true);
    expect(exists("test/core/**/*.test.ts")).to.equal(true);
  });

  it("name every folder of tests", () => {
    const tree = codeBlocks(readPage("CONTRIBUTING.md"), "text").find((block) => block.startsWith("test/"))!;
    const folders = readdirSync(join(root, "test"), { withFileTypes: true }).filter((entry) => entry.isDirectory());
    for (const { name } of folders) expect(tree).to.match(new RegExp(`(^|\\s)${name}/`, "m"));
    for (const [, name] of tree.matchAll(/(?<=^ .*|^)(?<!\S)([\w-]+)\/(?=\s)/gm)) {
      expect(existsSync(join(root, "test", name!)) || name === "test", name).to.equal(true);
    }
  });
});

/** What a page means as a path of the repository: words in backticks with a slash between names, or a file's ending. */
function mentioned(text: string): string[] {
  return [...text.matchAll(/`([^`\s]+)`/g)].map((match) => match[1]!).filter(isPath);
}

function isPath(word: string): boolean {
  if (/^(@|-|https?:|\.\/node_modules|node_modules|out\/|runs\/|dist\/)/.test(word)) return false;
  if (/[\w>*]\.(ts|js|cjs|md|json|yaml|svg|png|sh|cc|wat|py)$/.test(word)) return !made.has(word);
  return /^[\w.-]+\/[\w<>./*-]*$/.test(word) && !/^[\d/]+$/.test(word) && !/^[a-z]+\/[A-Z]/.test(word);
}

/** Names of files that commands write, which are no files of the repository. */
const made = new Set(["report.json", "report.md", "report.html", "summary.json", "graph.yaml", "package.json"]);

/** Whether there is such a file or folder; `<name>` and `*` stand for anything, a bare name for one in any folder. */
function exists(path: string): boolean {
  if (/[<*]/.test(path)) {
    const folder = path.split(/[^/]*[<*]/)[0]!;
    return existsSync(join(root, folder)) && statsFolder(folder);
  }
  if (!path.includes("/")) return names.has(path);
  return existsSync(join(root, path));
}

function statsFolder(folder: string): boolean {
  return folder !== "" && files.some((path) => path.startsWith(folder.endsWith("/") ? folder : `${dirname(folder)}/`));
}

function listFiles(folder: string): string[] {
  const skipped = ["node_modules", "dist", "out", "runs", ".git"];
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter(({ name }) => !skipped.includes(name))
    .flatMap((entry) => {
      const path = folder === "." ? entry.name : `${folder}/${entry.name}`;
      return entry.isDirectory() ? listFiles(path) : [path];
    });
}
