import { expect } from "chai";
import type { Metafile } from "esbuild";
import { bundleCommand, importedPackages, loadedWith } from "../../scripts/pack/bundle.js";

describe("the published command", () => {
  let bundle: Metafile;
  before(async () => {
    bundle = await bundleCommand(null);
  });

  /** Source files of ours, and npm packages, that are loaded with a file of the command line. */
  const loaded = (file: string): string[] => {
    const names = loadedWith(`packages/cli/src/${file}`, bundle).map(
      (name) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(name)?.[1] ?? name,
    );
    return [...new Set(names)];
  };

  it("loads these modules for --version, --help and an unknown command, and no other", () => {
    expect(loaded("index.ts")).to.deep.equal([
      "commander",
      "fastest-levenshtein",
      "picocolors",
      "packages/auditor/src/render/display-text.ts",
      "packages/auditor/src/render/palette.ts",
      "packages/auditor/src/verdict/verdict.ts",
      "packages/auditor/src/verdict/worst-verdict.ts",
      "packages/cli/src/audit-exit-code.ts",
      "packages/cli/src/build-program.ts",
      "packages/cli/src/console/safe-terminal.ts",
      "packages/cli/src/console/terminal.ts",
      "packages/cli/src/exit-codes.ts",
      "packages/cli/src/headings.ts",
      "packages/cli/src/index.ts",
      "packages/cli/src/options/flag-words.ts",
      "packages/cli/src/run.ts",
      "packages/cli/src/supervision/report-work.ts",
      "packages/cli/src/supervision/supervised.ts",
      "packages/core/src/errors.ts",
      "packages/core/src/notation/kebab-name.ts",
      "packages/core/src/own-value.ts",
      "packages/core/src/version.ts",
      "packages/core/src/work.ts",
      "packages/core/src/write-refusal.ts",
    ]);
  });

  const audit = ["pure-rand", "@noble/hashes"];
  for (const [file, packages] of Object.entries<readonly string[]>({
    "commands/audit.ts": [],
    "commands/train.ts": ["zod"],
    "commands/export.ts": [],
    "actions/audit.ts": [],
    "actions/audit-table.ts": [...audit, "@duckdb/node-api"],
    "actions/audit-model.ts": [
      ...audit,
      "@duckdb/node-api",
      ...["zod", "yaml", "onnx-proto", "protobufjs", "long", "@protobufjs/*"],
    ],
  })) {
    it(`loads of npm no more than ${packages.join(", ") || "nothing"} with ${file}`, () => {
      const start = new Set(loaded("index.ts"));
      const found = loaded(file)
        .filter((name) => !name.startsWith("packages/") && !start.has(name))
        .map((name) => name.replace(/^@protobufjs\/.*/, "@protobufjs/*"));
      expect([...new Set(found)].filter((name) => !packages.includes(name))).to.deep.equal([]);
    });
  }

  it("imports nothing when it runs but native addons and the optional package that trains", () => {
    const builtin = new Set(["canvas", "pg-native"]);
    const found = [...importedPackages(bundle)].filter((name) => /^@|-/.test(name) && !builtin.has(name)).sort();
    expect(found).to.deep.equal(["@duckdb/node-bindings", "@evenodds/onnxruntime-node", "@evenodds/trainer"]);
  });
});
