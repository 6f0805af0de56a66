import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { FuzzInput, Target } from "./seed.js";

/** Where inputs are kept that once ended wrongly, one in each folder. */
export const findingsFolder = fileURLToPath(new URL("findings/", import.meta.url));

/** `finding.json` beside the folder `files`. */
interface FindingRecord {
  /** What was wrong. */
  readonly fault: string;
  readonly target: Target;
  readonly args: readonly string[];
  readonly grows?: string | undefined;
  /** Exit codes that are right. Whoever mends the fault leaves those that the mended command may end with. */
  readonly codes: readonly number[];
}

export interface Finding {
  readonly name: string;
  readonly input: FuzzInput;
  readonly codes: readonly number[];
}

/** Writes a finding and returns its folder. The same input has the same folder. */
export function writeFinding(input: FuzzInput, fault: string, under = findingsFolder): string {
  const { target, args, grows, files } = input;
  const hash = createHash("sha256").update(JSON.stringify([target, args, fault]));
  for (const [name, content] of Object.entries(files)) hash.update(name).update(content);
  const folder = join(under, `${target.replaceAll(" ", "-")}-${hash.digest("hex").slice(0, 8)}`);
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, "files", name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }
  const record: FindingRecord = { fault, target, args, grows, codes: [0, 1, 2, 3] };
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "finding.json"), `${JSON.stringify(record, null, 2)}\n`);
  return folder;
}

/** All findings in a folder, by name. */
export function readFindings(under = findingsFolder): Finding[] {
  if (!existsSync(under)) return [];
  return readdirSync(under)
    .sort()
    .map((name) => {
      const { target, args, grows, codes } = JSON.parse(
        readFileSync(join(under, name, "finding.json"), "utf8"),
      ) as FindingRecord;
      return { name, input: { target, args, grows, files: filesIn(join(under, name, "files")) }, codes };
    });
}

function filesIn(folder: string): Record<string, Uint8Array> {
  if (!existsSync(folder)) return {};
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    entries.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [path.slice(folder.length + 1), readFileSync(path)];
    }),
  );
}
