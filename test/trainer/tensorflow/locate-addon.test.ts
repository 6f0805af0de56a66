import { rm } from "node:fs/promises";
import { locateAddon, packageFolder } from "@evenodds/trainer/internal";
import { expect } from "chai";
import { useTempFolder } from "./support/temp-folder.js";

describe("locateAddon", () => {
  const folder = useTempFolder();
  const locate = (device: "cpu" | "gpu" = "cpu") =>
    locateAddon(device, { cache: folder.at("cache"), home: folder.at("package") });

  const setUp = async (device = "cpu") => {
    await folder.write(`cache/tensorflow-${device}-2.16.2/setup.json`, "{}");
    return folder.write(`cache/tensorflow-${device}-2.16.2/tfjs_binding.node`, "");
  };
  const installed = async () => {
    await folder.write("package/deps/lib/libtensorflow.so.2", "");
    return folder.write("package/lib/napi-v8/tfjs_binding.node", "");
  };

  it("is null where there is nothing", () => {
    expect(locate()).to.equal(null);
    expect(locateAddon("cpu", { cache: folder.at("cache"), home: null })).to.equal(null);
  });

  it("finds what was set up, for its device alone", async () => {
    const path = await setUp("gpu");
    expect(locate("gpu")).to.deep.equal({ path, origin: "setup", device: "gpu" });
    expect(locate("cpu")).to.equal(null);
  });

  it("passes over what was set up where the npm package with its JavaScript half is not installed", async () => {
    await setUp();
    expect(locate()).not.to.equal(null);
    expect(locateAddon("cpu", { cache: folder.at("cache"), home: null, scripts: null })).to.equal(null);
  });

  it("prefers what the npm package installed itself", async () => {
    await setUp();
    const path = await installed();
    expect(locate()).to.deep.equal({ path, origin: "package", device: "cpu" });
  });

  it("passes over an installation that lacks its library or its addon", async () => {
    const path = await setUp();
    await installed();
    await rm(folder.at("package/deps/lib/libtensorflow.so.2"));
    expect(locate()).to.deep.include({ path, origin: "setup" });
    await installed();
    await rm(folder.at("package/lib/napi-v8/tfjs_binding.node"));
    expect(locate()).to.deep.include({ path, origin: "setup" });
  });

  it("passes over a set-up without its record, which is written last", async () => {
    await setUp();
    await rm(folder.at("cache/tensorflow-cpu-2.16.2/setup.json"));
    expect(locate()).to.equal(null);
  });
});

describe("packageFolder", () => {
  it("is the folder of a package's package.json, null for one that is not there", () => {
    expect(packageFolder("@tensorflow/tfjs-core")).to.match(/tfjs-core$/);
    expect(packageFolder("@tensorflow/no-such-package")).to.equal(null);
  });
});
