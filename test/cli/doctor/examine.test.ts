import { examine, type Probes } from "@evenodds/cli/internal";
import { version } from "@evenodds/core";
import { expect } from "chai";
import { fails, healthyMachine, location, missingTool, working } from "../support/healthy-machine.js";

const noGpu: Partial<Probes> = {
  nvidia: () => Promise.resolve({ driver: null, gpus: [] }),
  runModel: (provider) => (provider === "cpu" ? healthyMachine().runModel("cpu") : fails("no provider", "fetch it")),
  locateAddon: () => null,
};

describe("examine", () => {
  /** The report, and its check of this name. */
  const check = async (name: string, parts: Partial<Probes>) => {
    const report = await examine(healthyMachine(parts));
    return { ...report.checks.find((one) => one.name === name)!, works: report.works };
  };

  it("finds everything in order on a machine where it is, always in the same order", async () => {
    const { works, checks } = await examine(healthyMachine());
    expect(works).to.equal(true);
    expect(checks.map(({ name }) => name)).to.deep.equal([
      "node",
      "platform",
      "engine wasm",
      "engine tensorflow",
      "engine tensorflow-gpu",
      "provider cpu",
      "provider cuda",
      "provider webgpu",
      "duckdb",
      "python3 with pip",
      "C++ compiler",
    ]);
    for (const { status, remedy, blocking } of checks) {
      expect({ status, remedy, blocking }).to.deep.equal({ status: "ok", remedy: null, blocking: false });
    }
  });

  it("audits without the package that trains, and names the command that adds it", async () => {
    const { wasm, locateAddon, checkAddon, hasTfjsNode, findPython, findCompiler, ...machine } = healthyMachine();
    void [wasm, locateAddon, checkAddon, hasTfjsNode, findPython, findCompiler];
    const report = await examine({ ...machine, hasTrainer: false });
    expect(report).to.deep.include({ works: true, defaultEngine: null });
    const names = report.checks.map(({ name }) => name);
    expect(names).to.deep.equal([
      "node",
      "platform",
      "training",
      "provider cpu",
      "provider cuda",
      "provider webgpu",
      "duckdb",
    ]);
    expect(report.checks[2]).to.deep.include({
      status: "missing",
      remedy: `npm install @evenodds/trainer@${version}`,
      blocking: false,
    });
  });

  it("works without anything that is optional", async () => {
    const { works, checks } = await examine(
      healthyMachine({ ...noGpu, findPython: missingTool, findCompiler: missingTool }),
    );
    expect(works).to.equal(true);
    expect(checks.filter(({ status }) => status !== "ok").map(({ name, status }) => [name, status])).to.deep.equal(
      [
        "engine tensorflow",
        "engine tensorflow-gpu",
        "provider cuda",
        "provider webgpu",
        "python3 with pip",
        "C++ compiler",
      ].map((name) => [name, "missing"]),
    );
  });

  it("asks for NVIDIA's driver once", async () => {
    let asked = 0;
    const { nvidia } = healthyMachine();
    await examine(healthyMachine({ nvidia: () => (asked++, nvidia()) }));
    expect(asked).to.equal(1);
  });

  it("refuses a Node that is too old", async () => {
    for (const nodeVersion of ["18.20.8", "20.18.3"]) {
      const found = await check("node", { nodeVersion });
      expect(found).to.deep.include({ status: "broken", remedy: "use Node.js 20.19 or later", works: false });
    }
    for (const nodeVersion of ["20.19.0", "22.0.0", "24.1.0"]) {
      expect(await check("node", { nodeVersion })).to.deep.include({ status: "ok", works: true });
    }
  });

  it("does not work without WebAssembly, ONNX Runtime or DuckDB", async () => {
    const broken: [string, Partial<Probes>, RegExp][] = [
      ["engine wasm", { wasm: () => fails("no SIMD", "use x64"), locateAddon: () => null }, /^use x64$/],
      ["provider cpu", { runModel: () => fails("it ends its process with signal SIGILL") }, /npm ci/],
      ["duckdb", { duckDb: () => fails("no binding") }, /npm ci/],
    ];
    for (const [name, parts, remedy] of broken) {
      const found = await check(name, parts);
      expect(found, name).to.deep.include({ status: "broken", blocking: true, works: false });
      expect(found.remedy, name).to.match(remedy);
    }
  });

  it("says which engine is the default, and works without the other", async () => {
    const wasm = () => fails("no SIMD");
    expect(await examine(healthyMachine({ wasm }))).to.deep.include({ works: true, defaultEngine: "tensorflow" });
    expect(await examine(healthyMachine({ wasm, ...noGpu }))).to.deep.include({ works: false, defaultEngine: "wasm" });
    expect(await examine(healthyMachine(noGpu))).to.deep.include({ works: true, defaultEngine: "wasm" });
  });

  describe("of TensorFlow", () => {
    const name = "engine tensorflow";

    it("says version, oneDNN and who made the library", async () => {
      const { found } = await check(name, {});
      expect(found).to.equal("TensorFlow 2.16.2 on the CPU, with oneDNN, set up: /cache/cpu/tfjs_binding.node");
      const own = { locateAddon: () => location("cpu", "package"), checkAddon: () => working({ oneDnn: false }) };
      expect((await check(name, own)).found).to.equal(
        "TensorFlow 2.16.2 on the CPU, installed by npm: /cache/cpu/tfjs_binding.node",
      );
    });

    it("names the command that is missing, and none where there is none", async () => {
      const missing = { locateAddon: () => null };
      expect((await check(name, missing)).remedy).to.equal("npx evenodds setup-tensorflow");
      expect((await check(name, { ...missing, hasTfjsNode: false })).remedy).to.equal(
        "npm ci --include=optional && npx evenodds setup-tensorflow",
      );
      const elsewhere = await check(name, { ...missing, platform: "darwin-arm64" });
      expect(elsewhere).to.deep.include({ status: "missing", remedy: null, works: true });
      expect(elsewhere.found).to.match(/linux-x64 only/);
    });

    it("is in the way where it is there and does not load", async () => {
      const checkAddon = () =>
        Promise.resolve({ works: false, reason: "it ends its process with signal SIGSEGV" } as const);
      const found = await check(name, { checkAddon });
      expect(found).to.deep.include({ status: "broken", works: false, remedy: "npx evenodds setup-tensorflow" });
      expect(found.found).to.match(/tfjs_binding\.node does not work: .*SIGSEGV/);
      const own = await check(name, { checkAddon, locateAddon: (device) => location(device, "package") });
      expect(own.remedy).to.match(/^delete deps and lib .*npx evenodds setup-tensorflow$/);
    });
  });

  describe("of TensorFlow on a GPU", () => {
    const name = "engine tensorflow-gpu";

    it("says which GPU is used", async () => {
      expect((await check(name, {})).found).to.match(/^TensorFlow 2\.16\.2, set up: .*; GPU 0: NVIDIA H100$/);
    });

    it("offers the set-up only where there is a driver", async () => {
      const locateAddon = () => null;
      expect((await check(name, { locateAddon })).remedy).to.equal("npx evenodds setup-tensorflow --gpu");
      const without = await check(name, noGpu);
      expect(without).to.deep.include({ status: "missing", found: "not set up; no NVIDIA driver", remedy: null });
    });

    it("does not take a library that loads for a GPU that is used", async () => {
      const checkAddon = () => working({ gpuComplaint: "failed call to cuInit" });
      const hidden = await check(name, { checkAddon });
      expect(hidden).to.deep.include({ status: "broken", blocking: false, works: true });
      expect(hidden.found).to.match(/no GPU is used: GPU 0: NVIDIA H100 \(TensorFlow: failed call to cuInit\)$/);
      expect(hidden.remedy).to.match(/nvidia-smi.*CUDA_VISIBLE_DEVICES/);
      const nvidia = () => Promise.resolve({ driver: null, gpus: [] });
      const bare = await check(name, { checkAddon: () => working(), nvidia });
      expect(bare.found).to.match(/no GPU is used: no NVIDIA driver$/);
      expect(bare.remedy).to.match(/driver/);
    });

    it("names a library that does not load, and a driver without a GPU", async () => {
      const broken = await check(name, {
        checkAddon: ({ device }) =>
          device === "cpu" ? working() : Promise.resolve({ works: false, reason: "bad luck" } as const),
      });
      expect(broken).to.deep.include({ status: "broken", works: true, remedy: "npx evenodds setup-tensorflow --gpu" });
      const nvidia = () => Promise.resolve({ driver: "550.1", gpus: [] });
      const idle = await check(name, { nvidia, checkAddon: () => working() });
      expect(idle.found).to.match(/driver 550\.1, which lists no GPU$/);
    });
  });

  describe("of ONNX Runtime with CUDA", () => {
    const name = "provider cuda";
    const runModel: Probes["runModel"] = (provider) =>
      provider === "cpu" ? healthyMachine().runModel("cpu") : fails("no CUDA library", "fetch it");

    const cudaLibraries = () => Promise.resolve(null);

    it("passes the runtime's own remedy on where there is a GPU and no set-up", async () => {
      expect(await check(name, { runModel, cudaLibraries })).to.deep.include({
        status: "missing",
        found: "no CUDA library",
        remedy: "fetch it",
        works: true,
      });
    });

    it("asks for nothing without an NVIDIA driver", async () => {
      const found = await check(name, { ...noGpu, cudaLibraries });
      expect(found).to.deep.include({ found: "no NVIDIA driver; no provider", remedy: null });
    });

    it("names the libraries of a set-up that are missing, with the remedy, whether there is a GPU or not", async () => {
      const lacking = { runModel, cudaLibraries: () => fails("libcurand.so.10 is missing", "npx evenodds setup-cuda") };
      const remedy = "npx evenodds setup-cuda";
      expect(await check(name, lacking)).to.deep.include({ found: "libcurand.so.10 is missing", remedy });
      const found = "no NVIDIA driver; libcurand.so.10 is missing";
      expect(await check(name, { ...noGpu, ...lacking })).to.deep.include({ found, remedy });
    });

    it("says what the provider says where all libraries are in order", async () => {
      expect(await check(name, { runModel })).to.deep.include({ found: "no CUDA library", remedy: "fetch it" });
    });
  });

  it("names what the set-up needs, with its remedy", async () => {
    expect(await check("C++ compiler", {})).to.deep.include({ found: "g++ 12.2.0 (for setup-tensorflow)" });
    expect(await check("C++ compiler", { findCompiler: missingTool })).to.deep.include({
      status: "missing",
      found: "none (for setup-tensorflow)",
      remedy: "install it",
      works: true,
    });
  });
});
