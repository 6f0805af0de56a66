import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect } from "chai";
import { transform } from "esbuild";
import ts from "typescript";
import { allPages, codeBlocks, readPage, root } from "./support/pages.js";

describe("TypeScript of the documentation", () => {
  const snippets = allPages().flatMap((page) =>
    codeBlocks(readPage(page), "ts").map((code, i) => ({ page, file: fileOf(page, i), code })),
  );

  it("is there for every package", () => {
    const pages = new Set(snippets.map(({ page }) => page));
    for (const name of ["core", "data", "trainer", "exporter", "auditor", "experiments", "evenodds", "cli"]) {
      expect(pages).to.include(`packages/${name}/README.md`);
    }
  });

  it("compiles", () => {
    const wrong = join(root, "test/docs/wrong.ts");
    const virtual = new Map([
      ...snippets.map(({ file, code }) => [file, code] as const),
      [wrong, 'import { nothing } from "@evenodds/core";\nnothing();\n'] as const,
    ]);
    const complaints = compile(virtual);
    expect(complaints.filter(({ file }) => file !== wrong)).to.deep.equal([]);
    expect(complaints.filter(({ file }) => file === wrong).map(({ message }) => message)).to.deep.equal([
      `Module '"@evenodds/core"' has no exported member 'nothing'.`,
    ]);
  });
});

describe("The library's README", () => {
  it("runs from the root of the repository, and gives what its comments say", async () => {
    const [model, predictions] = codeBlocks(readPage("packages/evenodds/README.md"), "ts");
    const [first, ...memory] = await run(model!);
    expect(first).to.equal("inconclusive");
    expect(memory.join("\n")).to.match(/^INCONCLUSIVE +Equalized odds difference of country: 0\.147 is within/);
    expect(await run(predictions!)).to.deep.equal(["violated 0.5", "inconclusive"]);
  });
});

/** Runs code of a page and returns the lines that it prints. */
async function run(code: string): Promise<string[]> {
  const options = ["--import=tsx", "--conditions=@evenodds/source", "--input-type=module", "-e"];
  const { code: js } = await transform(code, { loader: "ts", format: "esm" });
  const { stdout, stderr } = spawnSync(process.execPath, [...options, js], { cwd: root, encoding: "utf8" });
  expect(stderr).to.equal("");
  return stdout.trim().split("\n");
}

/** A file that exists only while it is compiled, where imports resolve as in a test. */
function fileOf(page: string, index: number): string {
  return join(root, "test/docs", `${page.replace(/\W/g, "-")}-${index}.ts`);
}

function compile(virtual: ReadonlyMap<string, string>): { file: string; message: string }[] {
  const config = ts.readConfigFile(join(root, "tsconfig.base.json"), (path) => ts.sys.readFile(path));
  const { compilerOptions } = config.config as { compilerOptions: Record<string, unknown> };
  const { options } = ts.convertCompilerOptionsFromJson(
    { ...compilerOptions, composite: false, declaration: false, declarationMap: false, noEmit: true },
    root,
  );
  const host = ts.createCompilerHost(options);
  const files = { ...host };
  host.fileExists = (path) => virtual.has(path) || files.fileExists(path);
  host.readFile = (path) => virtual.get(path) ?? files.readFile(path);
  host.getSourceFile = (path, version, ...rest) => {
    const code = virtual.get(path);
    return code === undefined ? files.getSourceFile(path, version, ...rest) : ts.createSourceFile(path, code, version);
  };
  const program = ts.createProgram({ rootNames: [...virtual.keys()], options, host });
  return [...virtual.keys()].flatMap((path) => {
    const source = program.getSourceFile(path)!;
    return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)].map(
      ({ messageText }) => ({ file: path, message: ts.flattenDiagnosticMessageText(messageText, "\n") }),
    );
  });
}
