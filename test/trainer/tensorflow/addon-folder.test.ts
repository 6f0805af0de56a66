import { join } from "node:path";
import { addonFolder } from "@evenodds/trainer/internal";
import { expect } from "chai";

describe("addonFolder", () => {
  it("is one per device and version of TensorFlow", () => {
    expect(addonFolder("/c", "cpu")).to.equal(join("/c", "tensorflow-cpu-2.16.2"));
    expect(addonFolder("/c", "gpu")).to.equal(join("/c", "tensorflow-gpu-2.16.2"));
  });
});
