import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { readFindings } from "./findings.js";
import { fuzz } from "./fuzz.js";
import type { Material } from "./input-at.js";
import { ends } from "./outcome.js";

/** The words without which the command of the faulty worker has a fault, on lines of their own. */
const words = ["crash", "hang", "memory", "fault", "good"];

const material = (command: string): Material => ({
  seeds: [
    {
      target: "table",
      files: { "t.csv": new TextEncoder().encode(words.map((word) => `${word}\n`).join("")) },
      changed: ["t.csv"],
      commands: [[command]],
    },
  ],
  flags: new Map(),
});

describe("fuzz", function () {
  this.timeout(300_000);
  let findings = "";
  beforeEach(async () => (findings = await mkdtemp(join(tmpdir(), "evenodds-findings-"))));
  afterEach(() => rm(findings, { recursive: true, force: true }));

  const run = async (command: string, inputs: number) => {
    const said: string[] = [];
    const plan = {
      ...{
        seed: 1,
        from: 0,
        milliseconds: 600_000,
        inputs,
        target: "table" as const,
        workers: 1,
        commandEvery: Infinity,
      },
      limits: { time: 6000, memory: 400_000_000 },
      script: fileURLToPath(new URL("support/faulty-worker.ts", import.meta.url)),
      ...{ findings, say: (line: string) => void said.push(line) },
    };
    return { ...(await fuzz(plan, material(command))), said };
  };

  it("finds codes, signals, hangs and memory, keeps one input of each, and goes on", async () => {
    const { tally, faults, said } = await run("audit", 36);
    expect([...faults.keys()].sort()).to.deep.equal([
      "table: SIGSEGV",
      "table: exit code 70: TypeError: no: at f packages/x.ts:1:2)",
      `table: ${ends.time}`,
      `table: ${ends.memory}`,
    ]);
    const kept = readFindings(findings);
    expect(kept).to.have.length(faults.size);
    expect(said.filter((line) => line.includes("; wrote "))).to.have.length(faults.size);
    for (const { input, codes } of kept) {
      expect(input).to.deep.include({ target: "table", args: ["audit"] });
      expect(codes).to.deep.equal([0, 1, 2, 3]);
      const content = Buffer.from(input.files["t.csv"]!).toString();
      expect(words.filter((word) => !content.includes(word))).to.not.deep.equal([]);
    }
    expect(tally.inputs).to.equal(36);
    const right = tally.inputs - [...faults.values()].reduce((sum, times) => sum + times);
    expect(right).to.be.above(0);
    const [, counted = ""] = tally.table().split("\n");
    expect(counted.trim().split(/\s+/).slice(0, 2)).to.deep.equal(["table", String(tally.inputs)]);
  });

  it("finds nothing where nothing is wrong", async () => {
    const { tally, faults } = await run("inspect", 60);
    expect([...faults.keys()]).to.deep.equal([]);
    expect(readFindings(findings)).to.deep.equal([]);
    expect(tally.inputs).to.equal(60);
  });
});
