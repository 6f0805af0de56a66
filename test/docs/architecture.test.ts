import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { codeBlocks, readPage, root, section, tableRows } from "./support/pages.js";

const page = readPage("ARCHITECTURE.md");
const folders = subfolders("packages");
/** Those of npm; `packages/spark` is Python. */
const packages = folders.filter((name) => existsSync(join(root, "packages", name, "package.json")));

describe("the tree of ARCHITECTURE.md", () => {
  const listed = treePaths(codeBlocks(section(page, "Tree"), "text")[0]!);

  it("lists folders that exist, each of them once", () => {
    expect(listed.filter((path) => !existsSync(join(root, path)))).to.deep.equal([]);
    expect([...new Set(listed)]).to.deep.equal(listed);
  });

  it("leaves out no folder of the repository, of a package and of its sources", () => {
    const wanted = [
      ...subfolders(".").map((name) => `${name}/`),
      ...folders.flatMap((name) => [`packages/${name}/`, ...below(`packages/${name}`)]),
      ...folders.flatMap((name) => below(`packages/${name}/src`)),
    ];
    expect(wanted).to.include.members(["packages/", "packages/data/assembly/", "packages/data/src/outcomes/"]);
    expect(wanted.filter((path) => !listed.includes(path))).to.deep.equal([]);
  });

  it("that shows one folder of a folder shows all of them", () => {
    const opened = [...new Set(listed.map((path) => path.replace(/[^/]+\/$/, "")))].filter((path) => path !== "");
    expect(opened).to.include("packages/data/src/outcomes/");
    const left = opened.flatMap((path) => below(path.slice(0, -1)).filter((folder) => !listed.includes(folder)));
    expect(left).to.deep.equal([]);
  });

  it("is read by indentation", () => {
    expect(treePaths("a/\n  b/   words, c/\n    d/\n  e/src/\ng/  words\n")).to.deep.equal([
      ..."a/ a/b/ a/b/d/ a/e/src/ g/".split(" "),
    ]);
  });
});

describe("the table of packages in ARCHITECTURE.md", () => {
  const rows = tableRows(section(page, "Packages and directions")).slice(1);
  const manifests = new Map(packages.map((name) => [name, dependencies(name)]));
  const bare = (cell: string) => cell.replaceAll("`", "");

  it("has every package with what it may import", () => {
    expect(rows.map(([name]) => bare(name!)).sort()).to.deep.equal([...packages].sort());
    for (const [name, , imports] of rows) {
      // The library brings the command along, and does not import it.
      const own = [...manifests.get(bare(name!))!].filter(
        (one) => /^(@evenodds\/|evenodds$)/.test(one) && !(bare(name!) === "evenodds" && one === "@evenodds/cli"),
      );
      const said = imports === "no other package" ? [] : imports!.split(", ");
      const all = packages.filter((one) => one !== bare(name!));
      const allowed = imports === "all of them" ? all : said;
      expect(own.map((one) => one.replace("@evenodds/", "")).sort(), name).to.deep.equal([...allowed].sort());
    }
  });

  it("has libraries that the package depends on, and no other package but those named", () => {
    let seen = 0;
    for (const [cell, , , libraries] of rows) {
      for (const [, library, others] of libraries!.matchAll(/`([^`]+)`(?: \(with ([\w, ]+)\))?/g)) {
        const owners = packages.filter((name) =>
          [...manifests.get(name)!].some((one) => one === library || matches(one, library!)),
        );
        const said = [bare(cell!), ...(others?.split(", ") ?? [])];
        if (bare(cell!) === "cli") expect(owners, library).to.include("cli");
        else expect(owners.sort(), library).to.deep.equal(said.sort());
        seen++;
      }
    }
    expect(seen).to.be.above(8);
  });
});

describe("what ARCHITECTURE.md says of state and clocks", () => {
  it("names every module that keeps something between calls", () => {
    const named = tableRows(section(page, "What a process keeps")).slice(1);
    const kept = /^(export )?((let|var) |const \w+[^=]*= new (Map|Set|WeakMap)\b[^(]*\(\))/m;
    for (const code of ["let table = 1;", "const seen: Known = new Map<string, number>();"])
      expect(code).to.match(kept);
    expect(named.map(([path]) => path!.replaceAll("`", "")).sort()).to.deep.equal(filesWith(kept));
  });

  it("names everything that reads a clock", () => {
    expect(filesWith(/\b(performance\.now|Date\.now|new Date\b|hrtime)/)).to.deep.equal([
      "packages/cli/src/index.ts",
      "packages/cli/src/supervision/draw-work.ts",
      "packages/cli/src/supervision/report-work.ts",
      "packages/cli/src/supervision/supervise.ts",
      "packages/data/src/outcomes/engine/open-spark-session.ts",
      "packages/experiments/src/reproduction/experiments/pokec-run.ts",
    ]);
    const clock = tableRows(section(page, "Where things live")).find(([what]) => what === "clock")!;
    expect(clock[1]).to.include("Terminal.now").and.to.include("pokec-run").and.to.include("supervision");
  });

  it("names where random numbers come from", () => {
    expect(filesWith(/Math\.random/)).to.deep.equal([]);
    const drawn = /\brandom(UUID|Bytes|Int)\(/;
    expect(filesWith(drawn)).to.deep.equal([
      "packages/data/src/outcomes/engine/open-spark-session.ts",
      "packages/data/src/source/with-database.ts",
      "packages/data/src/write/leftovers.ts",
    ]);
  });
});

/** The paths of a tree whose folders stand under each other by indentation, each with a slash at its end. */
function treePaths(tree: string): string[] {
  const parents: { readonly indent: number; readonly path: string }[] = [];
  return tree
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => {
      const [, indent, name] = /^( *)(\S+\/)(?: |$)/.exec(line)!;
      while (parents.length > 0 && parents.at(-1)!.indent >= indent!.length) parents.pop();
      const path = `${parents.at(-1)?.path ?? ""}${name!}`;
      parents.push({ indent: indent!.length, path });
      return path;
    });
}

function subfolders(path: string): string[] {
  const made = ["node_modules", "dist", "out", "runs", "__pycache__"];
  return readdirSync(join(root, path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith(".") && !made.includes(entry.name))
    .map(({ name }) => name)
    .sort();
}

function below(path: string): string[] {
  return subfolders(path).map((name) => `${path}/${name}/`);
}

function dependencies(name: string): Set<string> {
  const text = readPage(`packages/${name}/package.json`);
  const manifest = JSON.parse(text) as Record<string, Record<string, string> | undefined>;
  return new Set(
    Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies, ...manifest.peerDependencies }),
  );
}

/** Whether a package name is of the family that a pattern such as `@stdlib/*` or `graphology*` means. */
function matches(name: string, pattern: string): boolean {
  return pattern.endsWith("*") && name.startsWith(pattern.slice(0, -1));
}

/** Sources of the packages in which a pattern occurs outside comments, as sorted paths. */
function filesWith(pattern: RegExp): string[] {
  return packages
    .flatMap((name) => {
      const folder = `packages/${name}/src`;
      const files = readdirSync(join(root, folder), { recursive: true, encoding: "utf8" });
      return files.filter((file) => file.endsWith(".ts")).map((file) => `${folder}/${file.replaceAll("\\", "/")}`);
    })
    .filter((path) => pattern.test(withoutComments(readFileSync(join(root, path), "utf8"))))
    .sort();
}

function withoutComments(code: string): string {
  return code.replace(/\/\*[\s\S]*?\*\//g, "").replace(/(^|\s)\/\/.*$/gm, "");
}
