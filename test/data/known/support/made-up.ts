import { createHash } from "node:crypto";
import { knownDataSet, type KnownDataSet, type KnownStatistics } from "@evenodds/data";

/** Contents of files by name. */
export type MadeUpFiles = Readonly<Record<string, string | Uint8Array>>;

/**
 * Returns a known data set as if its original files were these, with their sizes and checksums computed here,
 * independently of the code under test. Rules of the card stay those of the real one.
 */
export function madeUp(name: string, files: MadeUpFiles, statistics: KnownStatistics = {}): KnownDataSet {
  const known = knownDataSet(name);
  return {
    ...known,
    statistics,
    files: known.files.map((file) => {
      const content = Buffer.from(files[file.name]!);
      const git = createHash("sha1").update(Buffer.concat([Buffer.from(`blob ${content.length}\0`), content]));
      const copy = {
        source: `somebody/somewhere, ${file.name}`,
        bytes: content.length,
        sha256: createHash("sha256").update(content).digest("hex").slice(0, 8),
        gitBlob: git.digest("hex"),
      };
      return { ...file, copies: [copy] };
    }),
  };
}

/** Joins lines, with a line end after the last one. */
export function lines(...rows: readonly string[]): string {
  return rows.map((row) => `${row}\n`).join("");
}

/** Five users in the format of Pokec-z, of whom 50 has no friend; 40 has no label. */
export const pokecFiles: MadeUpFiles = {
  "region_job.csv": lines(
    "user_id,public,completion_percentage,gender,region,AGE,I_am_working_in_field,spoken_languages_indicator,anglicky",
    "10,1,62,1.0,0,24,0,1,1",
    "2,0,12,0.0,1,0,2,0,0",
    "30,1,77,1.0,0,31,4,1,0",
    "40,1,50,0.0,0,19,-1,0,0",
    "50,0,50,0.0,1,19,3,0,0",
  ),
  "region_job_relationship.txt": lines("10\t2", "2\t10", "30\t10", "40\t2"),
};

/** What the rules make of them: 50 is left out, and 10 ↔ 2 is one edge. */
export const pokecStatistics: KnownStatistics = {
  nodes: 4,
  edges: 3,
  edgeRows: 4,
  features: 6,
  labelled: 3,
  classes: { "student-or-education": 2, "trade-or-construction": 1, unemployed: 0 },
  groups: { "0": 2, "1": 2 },
  groupRatio: 1,
  interGroupEdges: 1,
  intraGroupEdges: 2,
};
