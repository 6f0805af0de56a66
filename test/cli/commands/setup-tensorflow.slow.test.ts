import { locateAddon } from "@evenodds/trainer/tensorflow";
import { expect } from "chai";
import { runCli } from "../../support/fake-terminal.js";
import { skipBecause } from "../../support/skip-because.js";
import { useTempFolder } from "../support/temp-folder.js";

describe("evenodds setup-tensorflow", () => {
  const folder = useTempFolder();
  const { PATH, EVENODDS_CACHE } = process.env;

  afterEach(() => {
    for (const [name, value] of Object.entries({ PATH, EVENODDS_CACHE })) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  });

  it("says in one line what is missing, and what to do", async () => {
    // Whatever this machine is, something is missing now.
    process.env.PATH = folder.at("nothing");
    process.env.EVENODDS_CACHE = folder.at("cache");
    if (locateAddon("cpu") !== null) throw new Error("tfjs-node has its own library here");
    const { code, out, log } = await runCli(["setup-tensorflow"]);
    expect({ code, out }).to.deep.equal({ code: 2, out: "" });
    expect(log).to.have.length(1);
    expect(log[0]).to.match(/^evenodds: .*expected .*found .*(--engine wasm|--include=optional|apt-get install)/);
  });

  it("stops before it begins where it is asked to", async () => {
    process.env.EVENODDS_CACHE = folder.at("cache");
    const stop = AbortSignal.abort();
    const { code, log } = await runCli(["setup-tensorflow"], {
      catchInterrupt: () => ({ signal: stop, release: () => undefined }),
    });
    // Where there is no set-up for the platform, that is said first.
    expect([130, 2]).to.include(code);
    expect(log.join("\n")).to.match(/a request to stop; run it again|--engine wasm|--include=optional/);
  });

  it("names version, device, folder and time of what is there already", async function () {
    if (process.env.EVENODDS_REQUIRE_ENGINE !== "tensorflow") {
      return skipBecause(this, "EVENODDS_REQUIRE_ENGINE=tensorflow asks for it, after evenodds setup-tensorflow");
    }
    const { code, out, log } = await runCli(["setup-tensorflow"]);
    expect(code).to.equal(0);
    expect(log).to.include("check tfjs_binding.node");
    // Where the addon's sources have changed since, it is compiled again.
    expect(out).to.match(/^TensorFlow 2\.\d+\.\d+ for the CPU is (?:there already|ready) in \S+ \(\d+\.\d s\)\n$/);
  });
});
