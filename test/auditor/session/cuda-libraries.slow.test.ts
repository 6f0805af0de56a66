import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describeCudaLibraries, runtimeFolder, type CudaLibraryState } from "@evenodds/auditor";
import { cudaLibraries } from "@evenodds/auditor/internal";
import { expect } from "chai";
import { skipBecause } from "../../support/skip-because.js";

/** What a process of its own says of a folder: libraries stay in the process that loads them. */
function checkedIn(folder: string): CudaLibraryState[] {
  const code =
    'const { checkCudaLibraries } = await import("@evenodds/auditor");' +
    "process.stdout.write(JSON.stringify(checkCudaLibraries(process.argv[1])));";
  const flags = ["--import=tsx", "--conditions=@evenodds/source", "--input-type=module", "--eval", code, folder];
  return JSON.parse(execFileSync(process.execPath, flags, { encoding: "utf8" })) as CudaLibraryState[];
}

describe("checkCudaLibraries", () => {
  let folder: string;
  beforeEach(function () {
    if (process.platform !== "linux" || process.arch !== "x64")
      skipBecause(this, "there is CUDA for 64-bit Linux only");
    folder = mkdtempSync(join(tmpdir(), "evenodds-test-"));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it("names every library that is missing", () => {
    const states = checkedIn(folder);
    expect(states.map(({ file }) => file)).to.deep.equal(cudaLibraries.map(({ file }) => file));
    for (const { file, status } of states) if (file !== "libcuda.so.1") expect(status, file).to.equal("missing");
    expect(describeCudaLibraries(states)).to.match(/of 18 libraries are in order; .*libcublasLt\.so\.13 is missing/);
  });

  it("loads a library that is no addon, says why one does not load, and leaves the provider to ONNX Runtime", () => {
    const own = join(runtimeFolder(), "bin/napi-v6/linux/x64/libonnxruntime.so.1");
    for (const { file, folder: within } of cudaLibraries) {
      if (within === null) continue;
      mkdirSync(join(folder, within), { recursive: true });
      // A text is there, and no library.
      copyFileSync(file === "libonnxruntime.so.1" ? own : "package.json", join(folder, within, file));
    }
    const states = new Map(checkedIn(folder).map((state) => [state.file, state]));
    expect(states.get("libonnxruntime.so.1")!.status).to.equal("loads");
    expect(states.get("libcudart.so.13")!.status).to.equal("broken");
    expect(states.get("libcudart.so.13")!.reason).to.match(/invalid ELF header|file too short/);
    expect(states.get("libonnxruntime_providers_cuda.so")!.status).to.equal("there");
    expect(describeCudaLibraries([...states.values()])).to.match(/libcudart\.so\.13 does not load: /);
    expect(dirname(own)).not.to.include(folder);
  });
});

describe("describeCudaLibraries", () => {
  it("says nothing where all are in order, and whose libcuda is", () => {
    const fine = { file: "libcudart.so.13", status: "loads", reason: null } as const;
    expect(describeCudaLibraries([fine, { ...fine, status: "there" }])).to.equal(null);
    expect(describeCudaLibraries([fine, { file: "libcuda.so.1", status: "missing", reason: "gone" }])).to.equal(
      "1 of 2 libraries are in order; libcuda.so.1 (part of the NVIDIA driver) is missing",
    );
  });
});
