import { wheels } from "@evenodds/trainer/internal";
import { expect } from "chai";

describe("wheels", () => {
  it("are one for the CPU, and TensorFlow with seven parts of CUDA for the GPU", () => {
    expect(wheels.cpu.map(({ name }) => name)).to.deep.equal(["tensorflow-cpu"]);
    expect(wheels.gpu).to.have.length(8);
    expect(wheels.gpu.slice(1).every(({ name }) => /^nvidia-\w+(-\w+)?-cu12$/.test(name))).to.equal(true);
  });

  it("are pinned by distinct SHA-256 hashes", () => {
    const all = [...wheels.cpu, ...wheels.gpu];
    for (const { name, sha256 } of all) expect(sha256, name).to.match(/^[0-9a-f]{64}$/);
    expect(new Set(all.map(({ sha256 }) => sha256)).size).to.equal(9);
  });

  it("are 214 MB and 2.15 GB to download", () => {
    const sum = (device: "cpu" | "gpu") => wheels[device].reduce((bytes, wheel) => bytes + wheel.bytes, 0);
    expect(sum("cpu") / 1e6).to.be.closeTo(214, 0.1);
    expect(sum("gpu") / 1e9).to.be.closeTo(2.15, 0.01);
  });
});
