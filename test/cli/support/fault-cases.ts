import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { pygPath } from "../../exporter/support/pyg-fixtures.js";
import { auditCase, undecided } from "./audit-case.js";
import { quicklyWith, writeLearnable } from "./trained-run.js";

const root = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

/** The command, as it was built. */
export const builtCommand = root("packages/cli/bin/evenodds.js");

/** A command line that writes below `out`, with what it reads in `in`, both in the current folder. */
export interface FaultCase {
  /** What Node is to run. Default: the built command. */
  readonly program?: readonly string[];
  readonly args: readonly string[];
  /** What is below `out` before. */
  readonly before?: Readonly<Record<string, string>>;
  /** Whether what it has done already stays there for it to go on with. */
  readonly goesOn?: true;
  /** Whether another call adds to what one that did all of its work has written. */
  readonly adds?: true;
}

const quickTraining = (engine: string) => [
  ...["train", "in/graph", "--engine", engine, ...quicklyWith("--method", "gcn", "--epochs", "3")],
  ...["--out", "out/run"],
];
const quickSweep = ["sweep", "in/graph", "--engine", "wasm", "--seeds", "1", "--epochs", "2", "--hidden", "4"];
const report = ["audit", "in/case/model.onnx", "in/case/graph", "--draws", "10"];
const inGitHub = ["--junit", "out/ci/junit.xml", "--sarif", "out/ci/audit.sarif", "--summary", "out/summary.md"];
const former = "of before";

/** Every command that writes files, on small inputs, by a name. */
export const faultCases = {
  train: { args: quickTraining("wasm"), goesOn: true },
  "train-tensorflow": { args: quickTraining("tensorflow"), goesOn: true },
  sweep: { args: [...quickSweep, "--sensitive", "group", "--method", "gcn", "--out", "out/sweep"], goesOn: true },
  export: { args: ["export", "in/run", "--out", "out/deep/model.onnx"] },
  "export-over-another": {
    args: ["export", "in/run", "--out", "out/model.onnx"],
    before: { "model.onnx": former },
  },
  import: {
    args: [
      ...["import", pygPath("gat.safetensors"), "--model", pygPath("gat.yaml"), "--out", "out/model.onnx"],
      ...["--logits", pygPath("gat.logits.safetensors")],
    ],
  },
  optimize: { args: ["optimize", root("test/fixtures/optimize/sage-mean-script.onnx"), "--out", "out/fast.onnx"] },
  audit: { args: [...report, "--out", "out/report", ...inGitHub], adds: true },
  "audit-over-another": {
    adds: true,
    args: [...report, "--out", "out/report", ...inGitHub],
    before: {
      ...{ "report/report.json": former, "report/report.md": former, "report/report.html": former },
      ...{
        "ci/junit.xml": former,
        "ci/audit.sarif": former,
        "summary.md": "# Steps before\n",
        "report/mine.txt": "mine",
      },
    },
  },
  "predict-csv": { args: ["predict", "in/case/model.onnx", "in/case/graph", "--out", "out/p.csv"] },
  "predict-parquet": {
    args: ["predict", "in/case/model.onnx", "in/case/graph", "--out", "out/p.parquet"],
    before: { "p.parquet": former },
  },
  split: { args: ["split", "in/graph", "--training", "out/a/training", "--held-out", "out/b/held-out"] },
  generate: { args: ["generate", "--nodes", "50", "--out", "out/graph"] },
  "generate-parquet": { args: ["generate", "--nodes", "50", "--format", "parquet", "--out", "out/graph"] },
  "import-data": { args: ["import-data", "nba", root("samples/nba"), "--out", "out/nba"] },
  "import-data-parquet": {
    args: ["import-data", "nba", root("samples/nba"), "--files", "parquet", "--out", "out/nba"],
  },
  reproduce: {
    args: [
      ...["reproduce", "permutation-test", "table-german", "--quick", "--engine", "wasm", "--workers", "1"],
      ...["--out", "out/pages", "--runs", "out/runs"],
    ],
    goesOn: true,
  },
  monitor: {
    args: [
      ...["monitor", "out/state", "--add", "in/week.csv", "--label", "y", "--prediction", "yhat", "--sensitive", "sex"],
      ...["--max-gap", "0.1", "--id", "id", "--predicted", "in/late.csv", "--on-inconclusive", "pass"],
    ],
    adds: true,
  },
  // On a fake machine: the real set-up writes 850 MB.
  "setup-tensorflow": {
    program: [
      ...["--conditions=@evenodds/source", "--import", import.meta.resolve("tsx")],
      root("test/trainer/tensorflow/support/fake-set-up.ts"),
    ],
    args: ["in/machine", "out/cache"],
    goesOn: true,
  },
} as const satisfies Readonly<Record<string, FaultCase>>;

export type FaultCaseName = keyof typeof faultCases;

/** Makes what the commands read in the folder `in` of `folder`; `run` starts one of them there. */
export async function writeFaultInputs(
  folder: string,
  run: (args: readonly string[]) => Promise<{ readonly code: number | null; readonly log: string }>,
): Promise<void> {
  await mkdir(join(folder, "in"));
  await writeLearnable(join(folder, "in", "graph"));
  await mkdir(join(folder, "in", "case", "graph"), { recursive: true });
  for (const [name, content] of Object.entries(auditCase(undecided))) {
    await writeFile(join(folder, "in", "case", name), content);
  }
  await writeFile(join(folder, "in", "week.csv"), "id,y,yhat,sex\n1,0,0,F\n2,1,1,F\n3,0,1,M\n4,1,1,M\n");
  await writeFile(join(folder, "in", "late.csv"), "id,yhat,sex\n5,0,F\n6,1,M\n");
  const { code, log } = await run([...quickTraining("wasm").slice(0, -1), "in/run"]);
  if (code !== 0) throw new Error(log);
}
