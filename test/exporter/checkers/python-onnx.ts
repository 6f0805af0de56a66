import type { Graph } from "@evenodds/core";
import { execFileSync, spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";

/** What the official tools say about one file. */
export interface OfficialFindings {
  /**
   * Shape of `logits` in the file, and as it follows from the operators alone: names or sizes; null = not even its
   * rank.
   */
  readonly declared: readonly (string | number)[];
  readonly inferred: readonly (string | number)[] | null;
  /** Of every graph, row-major. */
  readonly logits: readonly (readonly number[])[];
}

/** Python with the packages of requirements.txt; `EVENODDS_ONNX_PYTHON` names another one than `python3`. */
export const python = process.env.EVENODDS_ONNX_PYTHON ?? "python3";

/** Returns why the official checker cannot run here; undefined where it can. */
export function onnxCheckerLack(): string | undefined {
  return packageLack(["onnx", "numpy"]);
}

/** Returns why Python cannot use these packages of requirements.txt here; undefined where it can. */
export function packageLack(packages: readonly string[]): string | undefined {
  const { status, error } = spawnSync(python, ["-c", `import ${packages.join(", ")}`], { timeout: 60_000 });
  if (error !== undefined) return `no ${python}`;
  const install = "pip install -r test/exporter/checkers/requirements.txt";
  return status === 0 ? undefined : `${python} has no ${packages.join(" and ")}: ${install}`;
}

/** Checks all files `*.onnx` of a folder and runs them on graphs, see check.py. */
export function checkOfficially(folder: string, graphs: readonly Graph[]): Record<string, OfficialFindings> {
  writeFileSync(join(folder, "graphs.json"), JSON.stringify(graphs.map(asRows)));
  const output = execFileSync(python, [join(import.meta.dirname, "check.py"), folder], {
    encoding: "utf8",
    maxBuffer: 64 * 2 ** 20,
  });
  return (JSON.parse(output) as { files: Record<string, OfficialFindings> }).files;
}

function asRows({ nodeCount, source, target, features, featureNames, edgeWeight }: Graph) {
  const width = featureNames.length;
  return {
    x: Array.from({ length: nodeCount }, (_, node) => [...features.subarray(node * width, (node + 1) * width)]),
    edge_index: [[...source], [...target]],
    edge_weight: [...(edgeWeight ?? [])],
  };
}
