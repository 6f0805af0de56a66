import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  auditModel,
  auditRegressionModel,
  CrashError,
  InputError,
  InterruptedError,
  ModelError,
  optimizeModel,
  predict,
  type MemoryGraph,
} from "evenodds";
import { expect } from "chai";
import { caught } from "../../support/caught.js";
import { linearModel } from "../../support/onnx-models.js";

const model = "models/nba-gcn/model.onnx";
const samples = "samples/nba";
const classes = { "evenodds.classes": '["no","yes"]' };
const bytes = linearModel({ features: 2, classes: 2 }, { metadata: classes });
const graph: MemoryGraph = {
  features: [
    [2, 1],
    [1, 2],
    [2, 1],
    [1, 2],
  ],
  edges: [[0, 1]],
  label: ["no", "yes", "yes", "yes"],
  sensitive: { sex: ["f", "f", "m", "m"] },
};

/** Runs `work` while child processes load a module that changes what ONNX Runtime does. */
async function withRuntime<T>(deed: string, work: () => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "evenodds-isolate-"));
  const hook = join(folder, "hook.cjs");
  const runtime = join(process.cwd(), "packages/auditor/package.json");
  await writeFile(
    hook,
    `const ort = require("node:module").createRequire(${JSON.stringify(runtime)})("onnxruntime-node");
     ort.InferenceSession.create = async () => { ${deed} };`,
  );
  const before = process.env.NODE_OPTIONS;
  process.env.NODE_OPTIONS = `${before ?? ""} --require ${hook}`;
  try {
    return await work();
  } finally {
    if (before === undefined) delete process.env.NODE_OPTIONS;
    else process.env.NODE_OPTIONS = before;
    await rm(folder, { recursive: true });
  }
}

describe("isolate", function () {
  this.timeout(60_000);

  it("gives the same report as without it, of files by relative paths", async () => {
    const options = { split: "test", draws: 100, maxGap: 0.25 } as const;
    const stages: string[] = [];
    const isolated = await auditModel(model, samples, {
      ...options,
      isolate: true,
      onProgress: (stage) => stages.push(stage),
    });
    expect(JSON.stringify(isolated)).to.equal(JSON.stringify(await auditModel(model, samples, options)));
    expect(stages).to.include.members(["load model", "run model", "compute statistics"]);
  });

  it("takes a model as bytes and a graph in memory, and predicts", async () => {
    const [here, there] = [await predict(bytes, graph), await predict(bytes, graph, { isolate: true })];
    expect(there).to.deep.equal(here);
  });

  it("optimizes a model, to the same bytes, and turns a crash into an error that leaves the old file alone", async () => {
    const folder = await mkdtemp(join(tmpdir(), "evenodds-optimize-"));
    try {
      const given = "test/fixtures/optimize/gcn-script.onnx";
      const [here, there] = [join(folder, "here.onnx"), join(folder, "there.onnx")];
      const one = await optimizeModel(given, { out: here });
      const other = await optimizeModel(given, { out: there, isolate: true });
      expect(other).to.deep.equal(one);
      expect((await readFile(there)).equals(await readFile(here))).to.equal(true);
      const error = await withRuntime('process.kill(process.pid, "SIGSEGV"); for (;;);', () =>
        caught(() => optimizeModel(given, { out: there, isolate: true })),
      );
      expect(error).to.be.instanceOf(CrashError);
      expect((await readFile(there)).equals(await readFile(here))).to.equal(true);
      const idle = await caught(() => optimizeModel(given, { out: there, signal: AbortSignal.abort() }));
      expect(idle.message).to.include("‘signal’: expected ‘isolate’");
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it("throws the errors of the function, of their classes", async () => {
    const missing = await caught(() => auditModel("nowhere.onnx", samples, { isolate: true }));
    expect(missing).to.be.instanceOf(ModelError);
    expect(missing.message).to.match(/^nowhere\.onnx: expected a model file to read, found no such file/);
    const unfit = await caught(() => predict(bytes, "nowhere", { isolate: true }));
    expect(unfit).to.be.instanceOf(InputError);
    const classifier = await caught(() => auditRegressionModel(model, samples, { isolate: true }));
    expect(classifier).to.be.instanceOf(ModelError);
  });

  for (const signal of ["SIGSEGV", "SIGBUS", "SIGABRT"]) {
    it(`turns a crash by ${signal} into an error that names library and model`, async () => {
      const error = await withRuntime(`process.kill(process.pid, "${signal}"); for (;;);`, () =>
        caught(() => auditModel(model, samples, { isolate: true })),
      );
      expect(error).to.be.instanceOf(CrashError);
      expect(error.message).to.match(
        new RegExp(
          `^model: expected an answer, found ONNX Runtime crashed \\(${signal}\\) at ‘load .*; please report it`,
        ),
      );
    });
  }

  it("ends for a signal at once, though native code never comes back", async () => {
    const error = await withRuntime("for (;;);", () =>
      caught(() => auditModel(model, samples, { isolate: true, signal: AbortSignal.timeout(10_000) })),
    );
    expect(error).to.be.instanceOf(InterruptedError);
    expect(error.message).to.match(/^signal: expected to go on, found a signal at ‘load /);
    const early = await caught(() => auditModel(model, samples, { isolate: true, signal: AbortSignal.abort() }));
    expect(early).to.be.instanceOf(InterruptedError);
  });
});
