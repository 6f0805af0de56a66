import { EngineError } from "@evenodds/core";
import { checkHost, hostPlatform } from "@evenodds/trainer/internal";
import { expect } from "chai";
import { caught } from "../../../support/caught.js";
import { useTempFolder } from "../support/temp-folder.js";

describe("checkHost", () => {
  const folder = useTempFolder();
  const check = (home: string | null = folder.at("package"), platform = "linux-x64") => checkHost({ platform, home });

  it("returns the folder of the addon's sources", async () => {
    await folder.write("package/package.json", '{"version":"4.22.0"}');
    await folder.write("package/binding/tfjs_backend.cc", "");
    expect(await check()).to.equal(folder.at("package", "binding"));
  });

  it("names another way on other platforms", async () => {
    for (const platform of ["darwin-arm64", "linux-arm64", "linux-x64-musl", "win32-x64"]) {
      const error = await caught(() => check(null, platform));
      expect(error).to.be.instanceOf(EngineError);
      expect(error.message).to.match(/expected Linux on x86-64 with glibc/);
      expect(error.message).to.match(new RegExp(`found ${platform}; use ‘engine’ wasm, which works everywhere`));
    }
  });

  it("says how to install a package that is missing or of another version", async () => {
    const missing = await caught(() => check(null));
    expect(missing).to.be.instanceOf(EngineError);
    expect(missing.message).to.match(/@tensorflow\/tfjs-node: expected version 4\.22\.0.*no such package.*left out/);
    expect(missing.message).to.match(/npm ci --include=optional$/);
    await folder.write("package/package.json", '{"version":"4.21.0"}');
    expect((await caught(() => check())).message).to.match(/expected version 4\.22\.0.*found version 4\.21\.0/);
  });
});

describe("hostPlatform", () => {
  it("names system and processor", () => {
    expect(hostPlatform()).to.match(new RegExp(`^${process.platform}-${process.arch}(-musl)?$`));
  });
});
