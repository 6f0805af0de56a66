import { existsSync } from "node:fs";
import { readdir, readFile, rm } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { EngineError, InterruptedError } from "@evenodds/core";
import { setUp, type SetupParts, type SetupProgress, type SetupTask } from "@evenodds/trainer/internal";
import { expect } from "chai";
import { caught } from "../../../support/caught.js";
import { skipBecause } from "../../../support/skip-because.js";
import { downloads, fakeMachine, goodDownload, type FakePrograms } from "../support/fake-machine.js";
import { useTempFolder } from "../support/temp-folder.js";

const target = "tensorflow-cpu-2.16.2";

describe("setUp", () => {
  const folder = useTempFolder();
  const machine = (programs: Partial<FakePrograms> = {}, parts: Partial<SetupParts> = {}) =>
    fakeMachine(folder.at(), programs, parts);
  const start = (parts: SetupParts, task: Partial<SetupTask> = {}) =>
    setUp(
      {
        device: "cpu",
        cache: folder.at("cache"),
        signal: new AbortController().signal,
        onProgress: () => undefined,
        ...task,
      },
      parts,
    );
  const inCache = async () => (await readdir(folder.at("cache")).catch(() => [])).sort();
  const addon = () => readFile(folder.at("cache", target, "tfjs_binding.node"), "utf8");

  beforeEach(function () {
    if (process.platform === "win32") skipBecause(this, "the fake programs are scripts with a first line");
  });

  it("downloads, unpacks, compiles, checks and records", async () => {
    const seen: SetupProgress[] = [];
    const parts = await machine();
    const { location, reused } = await start(parts, { onProgress: (progress) => seen.push(progress) });
    const path = folder.at("cache", target, "tfjs_binding.node");
    expect({ location, reused }).to.deep.equal({ location: { path, origin: "setup", device: "cpu" }, reused: false });
    expect(await addon()).to.equal("2 files");
    expect(await inCache()).to.deep.equal([target]);
    expect((await readdir(folder.at("cache", target))).sort()).to.deep.equal(
      ["include", "lib", "licenses", "nvidia", "setup.json", "tfjs_binding.node"].sort(),
    );
    expect(JSON.parse(await readFile(folder.at("cache", target, "setup.json"), "utf8"))).to.deep.include({
      tensorFlow: "2.16.2",
      device: "cpu",
      tfjsNode: "4.22.0",
      compiler: "g++ 12.0",
      wheels: parts.wheels.map(({ name, version, sha256 }) => ({ name, version, sha256 })),
    });
    const total = parts.wheels.reduce((sum, { bytes }) => sum + bytes, 0);
    expect([...new Set(seen.map(({ stage }) => stage))]).to.deep.equal(["download", "unpack", "compile", "check"]);
    expect(seen[0]).to.deep.equal({ stage: "download", what: "tensorflow-cpu 1.0", done: 0, total });
    const downloaded = seen.filter(({ stage }) => stage === "download").map(({ done }) => done!);
    expect(downloaded.at(-1)).to.equal(total);
    expect(downloaded).to.deep.equal([...downloaded].sort((a, b) => a - b));
  });

  it("does nothing but check where a build of the same parts works", async () => {
    const parts = await machine();
    await start(parts);
    let checks = 0;
    const again = await start({
      ...parts,
      env: { PATH: folder.at("nowhere") },
      check: (location) => {
        checks++;
        return parts.check(location);
      },
    });
    expect(again.reused).to.equal(true);
    expect(checks).to.equal(1);
    expect(await downloads(folder.at())).to.have.length(2);
  });

  it("takes what the npm package installed itself, and says so where that does not load", async () => {
    const parts = await machine();
    await folder.write("tfjs-node/deps/lib/libtensorflow.so.2", "");
    const path = await folder.write("tfjs-node/lib/napi-v8/tfjs_binding.node", "");
    const { location, reused } = await start(parts);
    expect({ location, reused }).to.deep.equal({ location: { path, origin: "package", device: "cpu" }, reused: true });
    const check = () => Promise.resolve({ works: false, reason: "bad luck" } as const);
    const error = await caught(() => start({ ...parts, check }));
    expect(error).to.be.instanceOf(EngineError);
    expect(error.message).to.match(
      /tfjs_binding\.node: .*found bad luck; delete the folders deps and lib in .*tfjs-node/,
    );
  });

  it("clears away what one left that was killed once its build was in place", async () => {
    const parts = await machine();
    await start(parts);
    // No process has the largest number.
    const left = `${target}.partial-${hostname()}-2147483647-aaaaaa`;
    const wheel = `${parts.wheels[0]!.name}-1.0.whl`;
    await folder.write(join("cache", left, "wheels", wheel), "a wheel");
    await folder.write(join("cache", left, "temporary", "part"), "");
    expect((await start(parts)).reused).to.equal(true);
    expect(await inCache()).to.deep.equal([target]);
  });

  it("names the cache where a write fails for want of room, and keeps what it has downloaded", async () => {
    const full = Object.assign(new Error("ENOSPC: no space left on device, write"), {
      code: "ENOSPC",
      syscall: "write",
    });
    const parts = await machine({}, { check: () => Promise.reject(full) });
    const error = await caught(() => start(parts));
    expect(error.message).to.equal(
      `${folder.at("cache")}: expected a place with room and permission to write, found ENOSPC: no space left on ` +
        "device; make room there, and run it again",
    );
    expect(await inCache()).to.deep.equal(["wheels"]);
  });

  it("makes a build that no longer works anew", async () => {
    const parts = await machine();
    await start(parts);
    let calls = 0;
    const check: SetupParts["check"] = (location) =>
      calls++ === 0 ? Promise.resolve({ works: false, reason: "damaged" }) : parts.check(location);
    expect((await start({ ...parts, check })).reused).to.equal(false);
    expect(await downloads(folder.at())).to.have.length(4);
    expect(await inCache()).to.deep.equal([target]);
  });

  it("only compiles where nothing but the sources differs", async () => {
    const parts = await machine();
    await start(parts);
    await folder.write("kernels/kernel.h", "a header");
    await folder.write("kernels/kernel.cc", "a kernel of our own");
    expect((await start(parts)).reused).to.equal(false);
    expect(await addon()).to.equal("3 files");
    expect(await readFile(folder.at("cache", target, "lib", "libtensorflow_cc.so.2"), "utf8")).to.equal("the library");
    expect(await downloads(folder.at())).to.have.length(2);
    expect((await start(parts)).reused).to.equal(true);
    await folder.write("kernels/kernel.h", "another header");
    expect((await start(parts)).reused).to.equal(false);
    expect(await downloads(folder.at())).to.have.length(2);
    expect(await inCache()).to.deep.equal([target]);
  });

  it("keeps the earlier build where its libraries do not work with other sources", async () => {
    const parts = await machine();
    await start(parts);
    await folder.write("kernels/kernel.cc", "a kernel");
    const check = () => Promise.resolve({ works: false, reason: "undefined symbol" } as const);
    const error = await caught(() => start({ ...parts, check }));
    expect(error).to.be.instanceOf(EngineError);
    expect(error.message).to.match(/found undefined symbol; delete .*tensorflow-cpu-2\.16\.2 and run it again/);
    expect(await addon()).to.equal("2 files");
  });

  it("downloads anew where other wheels are wanted", async () => {
    const parts = await machine();
    await start(parts);
    await start({ ...parts, wheels: parts.wheels.slice(0, 1) });
    expect(await downloads(folder.at())).to.have.length(3);
    expect(existsSync(folder.at("cache", target, "nvidia"))).to.equal(false);
  });

  it("finds out everything that is missing before it downloads", async () => {
    const parts = await machine();
    const wrong: [Partial<SetupParts>, RegExp][] = [
      [{ platform: "darwin-arm64" }, /found darwin-arm64; use ‘engine’ wasm/],
      [{ home: null }, /no such package.*npm ci --include=optional/],
      [{ env: { PATH: folder.at("nowhere"), CXX: join(folder.at("bin"), "g++") } }, /found no python3/],
      [{ env: { PATH: folder.at("nowhere") } }, /found none of g\+\+, c\+\+, clang\+\+/],
      [{ env: { ...parts.env, CXX: "nothing" } }, /"nothing", which does not run/],
      [{ freeBytes: () => Promise.resolve(1e6) }, /cache: expected 0\.2 GB of free space.*found 0\.0 GB/],
    ];
    for (const [part, message] of wrong) {
      const error = await caught(() => start({ ...parts, ...part }));
      expect(error).to.be.instanceOf(EngineError);
      expect(error.message).to.match(message);
      expect(error.message).not.to.include("\n");
    }
    expect(await downloads(folder.at())).to.deep.equal([]);
    expect(await inCache()).to.deep.equal([]);
  });

  it("leaves nothing but finished downloads where pip fails, and goes on from there", async () => {
    const offline = await machine({
      download: `if [ "$name" = cudnn ]; then echo "ERROR: connection timed out" >&2; exit 1; fi\n${goodDownload}`,
    });
    const error = await caught(() => start(offline));
    expect(error).to.be.instanceOf(EngineError);
    expect(error.message).to.match(
      /download of cudnn 1\.0: .*an index that cannot be reached: ERROR: connection timed out/,
    );
    expect(await inCache()).to.deep.equal(["wheels"]);
    expect(await readdir(folder.at("cache", "wheels"))).to.deep.equal(["tensorflow-cpu-1.0.whl"]);

    await start(await machine());
    expect(await downloads(folder.at())).to.deep.equal(["tensorflow-cpu", "cudnn"]);
    expect(await inCache()).to.deep.equal([target]);
  });

  it("does not take a kept download that is damaged", async () => {
    const parts = await machine();
    await folder.write("cache/wheels/cudnn-1.0.whl", "damaged");
    await start(parts);
    expect(await downloads(folder.at())).to.deep.equal(["tensorflow-cpu", "cudnn"]);
  });

  it("asks pip for pinned files, without dependencies, and lets it work in the cache folder alone", async () => {
    const noted = 'echo "$all" > "$root/args"; echo "$TMPDIR" > "$root/tmp"; cp "$requirement" "$root/requirements"';
    const parts = await machine({ download: `${noted}\n${goodDownload}` });
    await start(parts);
    const asked = (file: string) => readFile(folder.at(file), "utf8");
    const args = (await asked("args")).trim().split(" ");
    expect(args).to.include.members(["--require-hashes", "--no-deps", "manylinux2014_x86_64", "cp311"]);
    expect(await asked("requirements")).to.equal(`cudnn==1.0 --hash=sha256:${parts.wheels[1]!.sha256}\n`);
    expect((await asked("tmp")).startsWith(folder.at("cache"))).to.equal(true);
  });

  it("refuses a file with another hash, whether or not pip minds", async () => {
    const parts = await machine({ download: 'echo "another file" > "$dest/x.whl"' });
    const error = await caught(() => start(parts));
    expect(error).to.be.instanceOf(EngineError);
    expect(error.message).to.include(`expected sha256 ${parts.wheels[0]!.sha256}, found sha256 `);
    expect(await inCache()).to.deep.equal([]);
  });

  it("is an error where pip brings nothing", async () => {
    const error = await caught(async () => start(await machine({ download: "exit 0" })));
    expect(error.message).to.match(/download of tensorflow-cpu 1\.0: .*pip, which says: nothing/);
  });

  it("keeps what the compiler says, and the downloads", async () => {
    const failing = await machine({ compile: 'echo "in file x:\nx.cc:3: error: no such thing" >&2; exit 1' });
    const error = await caught(() => start(failing));
    expect(error).to.be.instanceOf(EngineError);
    const log = folder.at("cache", "compile-cpu.log");
    expect(error.message).to.match(/g\+\+: .*found x\.cc:3: error: no such thing; all that the compiler said is in /);
    expect(error.message).to.include(log);
    expect(await readFile(log, "utf8")).to.equal("in file x:\nx.cc:3: error: no such thing\n");
    expect(await inCache()).to.deep.equal(["compile-cpu.log", "wheels"]);
    await start(await machine());
    expect(existsSync(log)).to.equal(false);
    expect(await downloads(folder.at())).to.have.length(2);
  });

  it("does not put a library in place that does not load, and gives the loader's reason", async () => {
    const check = () => Promise.resolve({ works: false, reason: "GLIBC_2.99 not found" } as const);
    const parts = await machine({}, { check });
    const error = await caught(() => start(parts));
    expect(error).to.be.instanceOf(EngineError);
    expect(error.message).to.match(/tfjs_binding\.node: .*found GLIBC_2\.99 not found; .*‘engine’ wasm/);
    expect(await inCache()).to.deep.equal(["wheels"]);
  });

  for (const [stage, programs] of [
    ["download", { download: 'echo > "$root/busy"; sleep 60' }],
    ["compile", { compile: 'echo > "$root/busy"; sleep 60' }],
  ] as const) {
    it(`stops in the middle of ${stage}, leaves no half folder, and can be run again`, async () => {
      const stop = new AbortController();
      const parts = await machine(programs);
      const running = caught(() => start(parts, { signal: stop.signal }));
      while (!existsSync(folder.at("busy"))) await wait(20);
      stop.abort();
      expect(await running).to.be.instanceOf(InterruptedError);
      expect(await inCache()).to.deep.equal(stage === "download" ? [] : ["wheels"]);
      await start(await machine());
      expect(await addon()).to.equal("2 files");
      expect(await downloads(folder.at())).to.have.length(2);
    });
  }

  it("stops while it unpacks", async () => {
    const stop = new AbortController();
    const parts = await machine();
    const onProgress = ({ stage }: SetupProgress) => stage === "unpack" && stop.abort();
    const error = await caught(() => start(parts, { signal: stop.signal, onProgress }));
    expect(error).to.be.instanceOf(InterruptedError);
    expect(await inCache()).to.deep.equal(["wheels"]);
  });

  it("can run twice at the same time", async () => {
    const parts = await machine();
    const both = await Promise.all([start(parts), start(parts)]);
    expect(both.map(({ location }) => location.path)).to.deep.equal([both[0].location.path, both[0].location.path]);
    expect(await addon()).to.equal("2 files");
    expect((await inCache()).filter((name) => name !== "wheels")).to.deep.equal([target]);
  });

  it("keeps the builds for CPU and GPU apart", async () => {
    const parts = await machine();
    await start(parts);
    expect((await start(parts, { device: "gpu" })).reused).to.equal(false);
    expect(await inCache()).to.deep.equal([target, "tensorflow-gpu-2.16.2"]);
    await rm(folder.at("cache", target), { recursive: true });
    expect((await start(parts, { device: "gpu" })).reused).to.equal(true);
  });
});
