import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { gcn, randomModel } from "../exporter/support/models.js";
import { heedingPermissions, permissionsLack } from "../support/heed-permissions.js";
import { skipBecause } from "../support/skip-because.js";
import { onSmallDisks, smallDisksLack } from "../support/small-disks.js";
import { writePlan } from "./support/cut-models.js";
import { randomGraphOf } from "./support/random-graph.js";
import { contentsOf, writeTables } from "./support/spark-graph.js";
import { requireSpark, runJobs, type Job, type JobOutcome } from "./support/spark-python.js";

/** What a job came to, and of what kind it was. */
interface Case {
  readonly change?: Readonly<Record<string, string>>;
  readonly more?: Omit<Job, "arguments">;
  readonly says?: RegExp;
  /** How many steps it did. */
  readonly steps: number;
}

const fill = (disk: string) => `cat /dev/zero > ${disk}/filler || true`;
/** A right that is lacking before anything is computed, and one that is lost, of which local storage says little. */
const refusedOf = (flag: string, expected: string) =>
  new RegExp(
    `^${flag}: expected ${expected}, found .*(ermission denied|Mkdirs failed|cannot make).*; (let the|the storage)`,
  );
const lost =
  /^Spark: expected a run to the end, found .*Mkdirs failed to create.*; .*let the user of this job write there/;
const noRoom = /^Spark: expected a run to the end, found .*No space left on device.*; make room/;

/** Rights that are lacking from the beginning: nothing is computed. */
const refused: Readonly<Record<string, Case>> = {
  "nodes whose files may not be read": {
    change: { "--nodes": "./closed-files" },
    says: refusedOf("--nodes", "a table that can be read"),
    steps: 0,
  },
  "nodes in a folder that may not be listed": {
    change: { "--nodes": "./closed-folder" },
    says: refusedOf("--nodes", "a table that can be read"),
    steps: 0,
  },
  "a checkpoint that may not be written": {
    change: { "--checkpoint": "locked/here" },
    says: refusedOf("--checkpoint", "a folder that can be read and written to"),
    steps: 0,
  },
  "predictions that may not be written": {
    change: { "--out": "locked/out" },
    says: refusedOf("--out", "a place that can be written to"),
    steps: 0,
  },
  "counts that may not be written": {
    change: { "--counts": "locked/counts" },
    says: refusedOf("--counts", "a place that can be written to"),
    steps: 0,
  },
};

/** One run that loses its rights again and again, and gets them back. */
const rights: Readonly<Record<string, Case>> = {
  "a checkpoint whose right is lost": {
    ...{ change: { "--checkpoint": "lost", "--out": "outs/rights" }, more: { atStep: { 2: "chmod 555 lost" } } },
    ...{ says: lost, steps: 2 },
  },
  "predictions whose right is lost at the end": {
    change: { "--checkpoint": "lost", "--out": "outs/rights" },
    more: { shell: "chmod 755 lost", atStep: { 2: "chmod 555 outs" } },
    ...{ says: lost, steps: 2 },
  },
  "all rights again": {
    ...{ change: { "--checkpoint": "lost", "--out": "outs/rights" }, more: { shell: "chmod 755 outs" }, steps: 0 },
  },
};

/** One run whose disks are full one after the other. */
const disks: Readonly<Record<string, Case>> = {
  "a full disk of Spark's own files": {
    ...{ change: { "--checkpoint": "small/here", "--out": "results/out" }, more: { shell: fill("scratch") } },
    ...{ says: noRoom, steps: 0 },
  },
  "a full disk of the checkpoint": {
    change: { "--checkpoint": "small/here", "--out": "results/out" },
    more: { shell: "rm scratch/filler", atStep: { 2: fill("small") } },
    ...{ says: noRoom, steps: 2 },
  },
  "a full disk of the predictions": {
    change: { "--checkpoint": "small/here", "--out": "results/out" },
    more: { shell: "rm small/filler", atStep: { 2: fill("results") } },
    ...{ says: noRoom, steps: 2 },
  },
  "room everywhere": {
    change: { "--checkpoint": "small/here", "--out": "results/out" },
    ...{ more: { shell: "rm results/filler" }, steps: 0 },
  },
};

describe("evenodds_layers.py on storage that fails", function () {
  this.timeout(600_000);
  let folder = "";
  let outcomes = new Map<string, JobOutcome>();
  let rightsLack: string | undefined;
  let disksLack: string | undefined;

  before(async function () {
    requireSpark(this);
    [rightsLack, disksLack] = [permissionsLack(), smallDisksLack()];
    folder = mkdtempSync(join(tmpdir(), "evenodds-spark-"));
    const graph = randomGraphOf({ nodes: 300, arcs: 2000, columns: 3 });
    await writeTables(folder, { graph, parts: 2 });
    await writePlan(randomModel([gcn("a", 3, 2)]), { graph, folder: join(folder, "plan") });
    for (const name of ["closed-files", "closed-folder"])
      cpSync(join(folder, "nodes"), join(folder, name), { recursive: true });
    for (const file of readdirSync(join(folder, "closed-files"))) chmodSync(join(folder, "closed-files", file), 0);
    chmodSync(join(folder, "closed-folder"), 0);
    for (const name of ["locked", "outs", "small", "results", "scratch"]) mkdirSync(join(folder, name));
    chmodSync(join(folder, "locked"), 0o555);
    const all: Readonly<Record<string, Case>> = {
      "it as it is": { steps: 3 },
      ...(rightsLack === undefined ? { ...refused, ...rights } : {}),
      ...(disksLack === undefined ? disks : {}),
    };
    const jobs = Object.values(all).map(({ change, more }, i): Job => ({
      arguments: flags({ ...change }, i),
      ...more,
    }));
    // A last job that is refused at once: nobody else sees the small disks.
    const copy = { arguments: flags({ "--plan": "nowhere" }, 99), shell: "cp -r results/out outs/disks" };
    outcomes = await outcomesOf([...jobs, ...(disksLack === undefined ? [copy] : [])], Object.keys(all));
  });

  async function outcomesOf(jobs: readonly Job[], names: readonly string[]): Promise<Map<string, JobOutcome>> {
    const at = (name: string) => join(folder, name);
    const found = await runJobs(jobs, {
      folder,
      settings: { "spark.local.dir": at("scratch") },
      under: [
        ...(disksLack === undefined
          ? onSmallDisks({ [at("small")]: "16m", [at("results")]: "4m", [at("scratch")]: "48m" })
          : []),
        ...(rightsLack === undefined ? heedingPermissions : []),
      ],
    });
    return new Map(names.map((name, i) => [name, found[i]!]));
  }

  after(() => {
    if (folder !== "") rmSync(folder, { recursive: true });
  });

  it("works on the job that all others differ from", () => {
    expect(outcomes.get("it as it is")).to.include({ code: 0, steps: 3 });
  });

  for (const [cases, lack] of [
    [refused, () => rightsLack],
    [rights, () => rightsLack],
    [disks, () => disksLack],
  ] as const) {
    for (const [name, { says, steps }] of Object.entries(cases)) {
      it(
        says === undefined ? `goes on with ${name}, to the same rows` : `says in one line: ${name}`,
        async function () {
          const why = lack();
          if (why !== undefined) skipBecause(this, why);
          const { code, line, ...others } = outcomes.get(name)!;
          expect([code, others.steps], line).to.deep.equal([says === undefined ? 0 : 2, steps]);
          if (says !== undefined) return expect(line).to.match(says).and.not.include("\n");
          const written = cases === rights ? "outs/rights" : "outs/disks";
          return expect(await contentsOf(join(folder, written))).to.deep.equal(await contentsOf(join(folder, "out-0")));
        },
      );
    }
  }

  it("leaves nothing half-written", () => {
    expect(readdirSync(join(folder, "locked"))).to.deep.equal([]);
    const outs = readdirSync(folder).filter((name) => /^out-/.test(name));
    expect(outs).to.deep.equal(["out-0"]);
    expect(existsSync(join(folder, "outs/rights.writing"))).to.equal(false);
  });
});

/** The words of a job that works, with some of them changed. */
function flags(change: Readonly<Record<string, string>>, number: number): string[] {
  const all = {
    ...{ "--plan": "plan", "--nodes": "./nodes", "--arcs": "./arcs", "--id": "id" },
    ...{ "--source": "source", "--target": "target", "--label": "y", "--sensitive": "sex" },
    ...{ "--checkpoint": `checkpoint-${number}`, "--out": `out-${number}` },
    ...change,
  };
  return Object.entries(all).flat();
}
