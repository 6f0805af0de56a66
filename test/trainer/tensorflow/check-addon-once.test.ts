import { mkdtemp, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkAddonOnce, type AddonCheck } from "@evenodds/trainer/internal";
import { expect } from "chai";

const works: AddonCheck = { works: true, tensorFlow: "2.16.2", usesGpu: false, gpuComplaint: null, oneDnn: true };

describe("checkAddonOnce", () => {
  let folder = "";
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "evenodds-addon-"));
    await writeFile(join(folder, "tfjs_binding.node"), "addon");
    await writeFile(join(folder, "libtensorflow_cc.so.2"), "library");
  });
  afterEach(() => rm(folder, { recursive: true }));

  const asked = (answers: readonly AddonCheck[]) => {
    let calls = 0;
    const location = { path: join(folder, "tfjs_binding.node"), origin: "setup", device: "cpu" } as const;
    const check = async () => Promise.resolve(answers[Math.min(calls++, answers.length - 1)]!);
    const ask = () => checkAddonOnce(location, { cache: join(folder, "cache"), check });
    return { ask, calls: () => calls };
  };

  it("asks once for a library that works", async () => {
    const { ask, calls } = asked([works]);
    expect(await ask()).to.deep.equal(works);
    expect(await ask()).to.deep.equal(works);
    expect(calls()).to.equal(1);
  });

  it("asks again when a file beside the addon has another size or time", async () => {
    const { ask, calls } = asked([works, { works: false, reason: "it ends its process with signal SIGBUS" }]);
    await ask();
    await truncate(join(folder, "libtensorflow_cc.so.2"), 3);
    expect(await ask()).to.deep.equal({ works: false, reason: "it ends its process with signal SIGBUS" });
    expect(calls()).to.equal(2);
  });

  it("asks every time for one that does not work: what it lacks may come", async () => {
    const { ask, calls } = asked([{ works: false, reason: "no libstdc++" }, works]);
    expect((await ask()).works).to.equal(false);
    expect((await ask()).works).to.equal(true);
    expect(calls()).to.equal(2);
  });

  it("does without a cache that cannot be written", async () => {
    await writeFile(join(folder, "cache"), "a file where the folder would be");
    const { ask, calls } = asked([works]);
    await ask();
    expect(await ask()).to.deep.equal(works);
    expect(calls()).to.equal(2);
  });
});
