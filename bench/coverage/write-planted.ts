/**
 * Writes the files with planted harms as tables of counts.
 *
 * npx tsx --conditions=@evenodds/source bench/coverage/write-planted.ts --out out/planted [--seed 1]
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { plantedFile, plantedFiles } from "./planted-file.js";

const { values } = parseArgs({
  options: { out: { type: "string", default: "out/planted" }, seed: { type: "string", default: "1" } },
});

mkdirSync(values.out, { recursive: true });
for (const name of plantedFiles) {
  const { csv, harmed } = plantedFile(name, { seed: Number(values.seed) });
  const path = join(values.out, `${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.csv`);
  writeFileSync(path, csv);
  process.stdout.write(`${path}: harmed is ${harmed}\n`);
}
