import { readdir, readFile } from "node:fs/promises";
import { cudaWheels, cudaWheelsFor, setUpCuda, type CudaParts, type CudaTask } from "@evenodds/cli/internal";
import { EngineError } from "@evenodds/core";
import { expect } from "chai";
import { caught } from "../../support/caught.js";
import { skipBecause } from "../../support/skip-because.js";
import { downloads, fakeMachine, fakeWheel, goodDownload } from "../../trainer/tensorflow/support/fake-machine.js";
import { useTempFolder } from "../support/temp-folder.js";

const target = "onnxruntime-cuda-1.0";

const runtimeFiles = {
  "onnxruntime/capi/libonnxruntime_providers_cuda.so": "the provider",
  "onnxruntime/capi/libonnxruntime_providers_shared.so": "what it shares",
  "onnxruntime/capi/libonnxruntime_providers_tensorrt.so": "left",
  "onnxruntime/capi/libonnxruntime.so.1.0": "left",
  "onnxruntime/LICENSE": "MIT",
};
const cublasFiles = {
  "nvidia/cu13/lib/libcublas.so.13": "cuBLAS",
  "nvidia/cu13/lib/libnvrtc.alt.so.13": "left",
  "nvidia_cublas-13.dist-info/licenses/License.txt": "NVIDIA's",
};

describe("setUpCuda", () => {
  const folder = useTempFolder();
  const machine = async (download = goodDownload, parts: Partial<CudaParts> = {}): Promise<CudaParts> => {
    const wheels = [fakeWheel("onnxruntime-gpu", runtimeFiles), fakeWheel("nvidia-cublas", cublasFiles)];
    const { env } = await fakeMachine(folder.at(), { download });
    await folder.write(Object.fromEntries(wheels.map(({ wheel, content }) => [`index/${wheel.name}`, content])));
    await folder.write({ "node_modules/libonnxruntime.so.1": "ONNX Runtime" });
    return {
      platform: "linux-x64",
      env,
      runtimeVersion: "1.0",
      wheelsFor: "1.0",
      library: folder.at("node_modules/libonnxruntime.so.1"),
      wheels: wheels.map(({ wheel }) => wheel),
      freeBytes: () => Promise.resolve(1e12),
      ...parts,
    };
  };
  const start = (parts: CudaParts, task: Partial<CudaTask> = {}) =>
    setUpCuda(
      {
        target: folder.at("cache", target),
        signal: new AbortController().signal,
        onSize: () => undefined,
        onProgress: () => undefined,
        ...task,
      },
      parts,
    );

  beforeEach(function () {
    if (process.platform === "win32") skipBecause(this, "the fake programs are scripts with a first line");
  });

  it("says the size first, and puts the provider beside a copy of ONNX Runtime's own library", async () => {
    const parts = await machine();
    const said: string[] = [];
    const { reused } = await start(parts, {
      onSize: ({ download }) => said.push(`${download} bytes`),
      onProgress: ({ stage }) => said.push(stage),
    });
    expect(reused).to.equal(false);
    const total = parts.wheels.reduce((sum, { bytes }) => sum + bytes, 0);
    expect([...new Set(said)]).to.deep.equal([`${total} bytes`, "download", "unpack"]);
    const within = (...path: string[]) => folder.at("cache", target, ...path);
    expect((await readdir(within("lib"))).sort()).to.deep.equal([
      "libonnxruntime.so.1",
      "libonnxruntime_providers_cuda.so",
      "libonnxruntime_providers_shared.so",
    ]);
    expect(await readFile(within("lib", "libonnxruntime.so.1"), "utf8")).to.equal("ONNX Runtime");
    expect(await readdir(within("nvidia/cu13/lib"))).to.deep.equal(["libcublas.so.13"]);
    expect(await readdir(within("licenses/onnxruntime-gpu"))).to.deep.equal(["LICENSE"]);
    expect(await readdir(within("licenses/nvidia-cublas"))).to.deep.equal(["License.txt"]);
    // Nothing else is left behind, and the source is as it was.
    expect(await readdir(folder.at("cache"))).to.deep.equal([target]);
    expect(await readdir(folder.at("node_modules"))).to.deep.equal(["libonnxruntime.so.1"]);
  });

  it("does nothing where the same is there, and makes it anew where it is of other parts", async () => {
    const parts = await machine();
    await start(parts);
    expect(await start(parts)).to.deep.equal({ reused: true });
    expect(await downloads(folder.at())).to.have.length(2);
    await folder.write({ "node_modules/libonnxruntime.so.1": "another ONNX Runtime" });
    expect(await start(parts)).to.deep.equal({ reused: false });
    const copied = folder.at("cache", target, "lib", "libonnxruntime.so.1");
    expect(await readFile(copied, "utf8")).to.equal("another ONNX Runtime");
  });

  it("refuses a wheel that is not the pinned one, and leaves no folder", async () => {
    const parts = await machine(`${goodDownload}; echo more >> "$dest/$name-1.0-any.whl"`);
    const error = await caught(() => start(parts));
    expect(error).to.be.instanceOf(EngineError);
    expect(error.message).to.match(/download of onnxruntime-gpu 1\.0: expected sha256 [0-9a-f]{64}, found sha256/);
    expect(await readdir(folder.at("cache"))).not.to.include(target);
  });

  it("downloads nothing on another platform, for another ONNX Runtime, and without room", async () => {
    for (const [parts, message] of [
      [{ platform: "darwin-arm64" }, /setup-cuda: expected Linux on x86-64 .*found darwin-arm64/],
      [{ runtimeVersion: "2.0" }, /onnxruntime-node: expected version 1\.0, .*found version 2\.0/],
      [{ freeBytes: () => Promise.resolve(1000) }, /free space/],
    ] as const) {
      const error = await caught(async () => start(await machine(goodDownload, parts)));
      expect(error).to.be.instanceOf(EngineError);
      expect(error.message).to.match(message);
    }
    expect(await downloads(folder.at())).to.deep.equal([]);
  });
});

describe("cudaWheels", () => {
  it("are pinned, 1.17 GB to download, and for the ONNX Runtime that is a dependency", async () => {
    for (const { name, sha256 } of cudaWheels) expect(sha256, name).to.match(/^[0-9a-f]{64}$/);
    expect(cudaWheels.reduce((sum, { bytes }) => sum + bytes, 0) / 1e9).to.be.closeTo(1.17, 0.005);
    const { dependencies } = JSON.parse(await readFile("packages/auditor/package.json", "utf8")) as {
      dependencies: Record<string, string>;
    };
    expect(dependencies["onnxruntime-node"]).to.equal(cudaWheelsFor);
  });
});
