import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serialize } from "node:v8";
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { memorySize } from "@evenodds/cli/internal";
import { expect } from "chai";
import { readFindings } from "./findings.js";
import { memoryCeiling } from "./make-seeds.js";
import { faultOf } from "./outcome.js";
import { WorkerProcess } from "./worker-process.js";

describe("inputs that once ended wrongly", function () {
  this.timeout(120_000);
  let home = "";
  let worker: WorkerProcess;

  before(async () => {
    home = await mkdtemp(join(tmpdir(), "evenodds-findings-"));
    const material = join(home, "material");
    writeFileSync(material, serialize({ seeds: [], flags: new Map() }));
    const script = { path: fileURLToPath(new URL("worker.ts", import.meta.url)), args: [join(home, "work"), material] };
    worker = new WorkerProcess(script, { time: 90_000, memory: memorySize(memoryCeiling)! });
  });
  after(async () => {
    worker.close();
    await rm(home, { recursive: true, force: true });
  });

  for (const { name, input, codes } of readFindings()) {
    it(`end well: ${name}`, async () => {
      const outcome = await worker.run({ input });
      expect(faultOf(outcome), outcome.log).to.equal(null);
      expect(codes, outcome.log).to.include(outcome.code);
    });
  }

  it("are told apart from a worker that cannot run", async () => {
    const { code, log } = await worker.run({ input: { target: "flags", files: {}, args: ["inspect", "nothing"] } });
    expect({ code, log }).to.deep.equal({
      code: 2,
      log: "evenodds: nothing: expected a model file to read, found no such file; check the path",
    });
  });
});
