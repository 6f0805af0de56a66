// Seconds that short calls of the command take as it is published, and how many times those of Node alone.
// npm run bench:start -- [--repeats 15]
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { bundleCommand } from "../../scripts/pack/bundle.js";
import { root } from "../../scripts/pack/source-packages.js";
import { median } from "../median.js";

const { values: flags } = parseArgs({ options: { repeats: { type: "string", default: "15" } } });
const repeats = Number(flags.repeats);

// Within the checkout, so that its native addons are found.
const folder = mkdtempSync(join(root, "node_modules/.bench-start-"));
try {
  await bundleCommand(join(folder, "dist"));
  cpSync(join(root, "packages/cli/bin"), join(folder, "bin"), { recursive: true });
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  const rows = ["f,0,0", "f,1,1", "f,1,0", "m,0,0", "m,1,1", "m,1,1"];
  writeFileSync(join(folder, "six.csv"), `sex,y,p\n${rows.join("\n")}\n`);
  writeFileSync(join(folder, "counts.csv"), `sex,y,p,count\n${rows.map((row) => `${row},20`).join("\n")}\n`);
  const table = ["--label", "y", "--prediction", "p", "--sensitive", "sex"];
  const command = join(folder, "bin/evenodds.js");
  const calls: [string, number, string[]][] = [
    ["node -e 0", 0, ["-e", "0"]],
    ["evenodds --version", 0, [command, "--version"]],
    ["evenodds --help", 0, [command, "--help"]],
    ["evenodds audit --help", 0, [command, "audit", "--help"]],
    ["evenodds train --help", 0, [command, "train", "--help"]],
    ["evenodds audti", 2, [command, "audti"]],
    ["evenodds audit --max-gpa 1", 2, [command, "audit", "--max-gpa", "1"]],
    ["evenodds audit --counts (6 rows)", 0, [command, "audit", "--counts", join(folder, "counts.csv"), ...table]],
    [
      "evenodds audit --predictions (6 rows)",
      0,
      [command, "audit", "--predictions", join(folder, "six.csv"), ...table],
    ],
  ];
  const times = calls.map((): number[] => []);
  // In turns, so that whatever else the machine does falls on all of them.
  for (let i = 0; i < repeats; i++) {
    calls.forEach(([name, code, args], at) => {
      const start = performance.now();
      const { status, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
      times[at]!.push((performance.now() - start) / 1000);
      if (status !== code) throw new Error(`${name} ended with ${status}: ${stderr}`);
    });
  }
  const alone = times[0]!;
  console.log(
    "| call | least s | median s | times node, least | times node, median |\n| --- | --- | --- | --- | --- |",
  );
  calls.forEach(([name], at) => {
    const [least, middle] = [Math.min(...times[at]!), median(times[at]!)];
    const ratios = [least / Math.min(...alone), middle / median(alone)].map((ratio) => ratio.toFixed(2));
    console.log(`| ${[name, least.toFixed(3), middle.toFixed(3), ...ratios].join(" | ")} |`);
  });
} finally {
  rmSync(folder, { recursive: true, force: true });
}
