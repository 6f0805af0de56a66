import { cp, mkdir, mkdtemp, rm, symlink, truncate } from "node:fs/promises";
import { readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { EngineError } from "@evenodds/core";
import { openEngine } from "@evenodds/trainer";
import { locateAddon } from "@evenodds/trainer/tensorflow";
import { expect } from "chai";
import { caught } from "../../support/caught.js";
import { skipBecause } from "../../support/skip-because.js";

describe("openEngine, where TensorFlow's library is cut off", function () {
  this.timeout(120_000);
  const location = locateAddon("cpu");
  const before = process.env.EVENODDS_CACHE;
  let cache = "";

  beforeEach(async function () {
    if (location?.origin !== "setup") return skipBecause(this, "TensorFlow's library is not set up here");
    const from = dirname(location.path);
    cache = await mkdtemp(join(tmpdir(), "evenodds-cut-"));
    const to = join(cache, basename(from));
    await mkdir(join(to, "lib"), { recursive: true });
    for (const name of ["setup.json", "tfjs_binding.node"]) await cp(join(from, name), join(to, name));
    for (const name of readdirSync(join(from, "lib"))) {
      if (name.startsWith("libtensorflow_cc")) await cp(join(from, "lib", name), join(to, "lib", name));
      else await symlink(join(from, "lib", name), join(to, "lib", name));
    }
    process.env.EVENODDS_CACHE = cache;
  });
  afterEach(async () => {
    if (before === undefined) delete process.env.EVENODDS_CACHE;
    else process.env.EVENODDS_CACHE = before;
    if (cache !== "") await rm(cache, { recursive: true });
  });

  for (const [words, length] of [
    ["at a million bytes", 1_000_000],
    ["to nothing", 0],
  ] as const) {
    it(`${words}: refuses it by name with the remedy, and auto takes WebAssembly and says why`, async () => {
      const lib = join(cache, basename(dirname(location!.path)), "lib");
      for (const name of readdirSync(lib).filter((name) => name.startsWith("libtensorflow_cc"))) {
        await truncate(join(lib, name), length);
      }
      const error = await caught(() => openEngine("tensorflow"));
      expect(error).to.be.instanceOf(EngineError);
      expect(error.message).to.match(
        /tfjs_binding\.node: expected a TensorFlow library that works, found .*setup:tensorflow/,
      );
      const engine = await openEngine("auto");
      expect(engine.name).to.equal("wasm");
      expect(engine.description).to.match(/because TensorFlow does not run: /);
    });
  }
});
