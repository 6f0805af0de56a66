import { existsSync } from "node:fs";
import { Worker } from "node:worker_threads";
import { expect } from "chai";
import { skipBecause } from "../../support/skip-because.js";

/** As it is built: a thread has no loader of TypeScript. */
const built = new URL("../../../packages/auditor/dist/session/load-runtime.js", import.meta.url);

/** Loads the runtime in a worker thread with this environment; returns what came of it. */
async function inThread(env: NodeJS.ProcessEnv): Promise<string> {
  const code = `
    const { parentPort } = require("node:worker_threads");
    import(${JSON.stringify(built.href)}).then(({ loadRuntime }) => loadRuntime()).then(
      (ort) => parentPort.postMessage(typeof ort.InferenceSession),
      (error) => parentPort.postMessage(error.name + ": " + error.message),
    );`;
  const worker = new Worker(code, { eval: true, env, execArgv: [] });
  const said = await new Promise<string>((resolve, reject) => {
    worker.once("message", resolve);
    worker.once("error", reject);
  });
  await worker.terminate();
  return said;
}

describe("loadRuntime", function () {
  this.timeout(60_000);
  beforeEach(function () {
    if (!existsSync(built)) skipBecause(this, "there is no build; npm run build makes one");
  });
  const unset = { ...process.env };
  delete unset.ORT_DISABLE_TELEMETRY;
  delete unset.ORT_TELEMETRY_DISABLED;

  it("refuses a worker thread where nothing keeps telemetry off, with the remedy", async () => {
    expect(await inThread(unset)).to.match(/^EngineError: ONNX Runtime: expected ORT_DISABLE_TELEMETRY=1 .*‘isolate’/);
  });

  it("loads it there where the environment decides", async () => {
    expect(await inThread({ ...unset, ORT_DISABLE_TELEMETRY: "1" })).to.equal("function");
  });
});
