import { EngineError } from "@evenodds/core";
import { checkSpace, freeBytes, neededBytes, wheels } from "@evenodds/trainer/internal";
import { expect } from "chai";
import { caught } from "../../../support/caught.js";
import { fakeWheel } from "../support/fake-machine.js";
import { useTempFolder } from "../support/temp-folder.js";

describe("neededBytes", () => {
  const a = { ...fakeWheel("a", {}).wheel, bytes: 100e6, unpackedBytes: 300e6 };
  const b = { ...fakeWheel("b", {}).wheel, bytes: 40e6, unpackedBytes: 60e6 };

  it("counts downloads, the largest of them twice, what is taken out, and 100 MB", () => {
    expect(neededBytes([a, b], new Set())).to.equal(140e6 + 100e6 + 360e6 + 100e6);
  });

  it("leaves out what lies there from an earlier set-up", () => {
    expect(neededBytes([a, b], new Set(["a-1.0.whl"]))).to.equal(40e6 + 40e6 + 360e6 + 100e6);
    expect(neededBytes([a, b], new Set(["a-1.0.whl", "b-1.0.whl"]))).to.equal(460e6);
  });

  it("is about 1.2 GB for the CPU and 6.6 GB for the GPU", () => {
    expect(neededBytes(wheels.cpu, new Set()) / 1e9).to.be.within(1.1, 1.2);
    expect(neededBytes(wheels.gpu, new Set()) / 1e9).to.be.within(6.5, 6.6);
  });
});

describe("checkSpace", () => {
  it("lets pass what fits, and says how much is missing where", async () => {
    checkSpace("/cache", { free: 1e9, needed: 1e9 });
    const error = await caught(() => checkSpace("/cache", { free: 0.51e9, needed: 1.11e9 }));
    expect(error).to.be.instanceOf(EngineError);
    expect(error.message).to.match(/^\/cache: expected 1\.2 GB of free space.*found 0\.5 GB; .*EVENODDS_CACHE$/);
  });
});

describe("freeBytes", () => {
  const folder = useTempFolder();

  it("is a number of bytes for a folder that exists", async () => {
    expect(await freeBytes(folder.at())).to.be.above(0);
    expect(await caught(() => freeBytes(folder.at("nothing")))).to.have.property("code", "ENOENT");
  });
});
