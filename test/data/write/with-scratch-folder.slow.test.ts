import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { InputError, watchWork, type WorkState } from "@evenodds/core";
import { withScratchFolder, withScratchPlace } from "@evenodds/data";
import { expect } from "chai";
import { caught } from "../../support/caught.js";
import { openTmpdir } from "../support/own-tmpdir.js";

describe("withScratchFolder", () => {
  let place = "";
  let close: () => Promise<void>;
  beforeEach(async () => ({ place, close } = await openTmpdir()));
  afterEach(() => close());

  it("gives an empty folder, and removes it with all that was put in it", async () => {
    const found = await withScratchFolder((folder) => {
      expect(readdirSync(folder)).to.deep.equal([]);
      writeFileSync(join(folder, "a"), "b");
      return Promise.resolve(folder);
    });
    expect(existsSync(found)).to.equal(false);
    expect(readdirSync(place)).to.deep.equal([]);
  });

  it("removes it after an error too, and turns a full disk into a message about the place", async () => {
    const full = Object.assign(new Error("ENOSPC: no space left on device, write"), {
      code: "ENOSPC",
      syscall: "write",
    });
    const error = await caught(() => withScratchFolder(() => Promise.reject(full)));
    expect(error).to.be.instanceOf(InputError);
    expect(error.message).to.equal(
      `${place}: expected a place with room and permission to write, found ENOSPC: no space left on device; make room there, and run it again`,
    );
    expect(readdirSync(place)).to.deep.equal([]);
  });

  it("tells whoever watches what to remove, and removes what processes have left that are gone", async () => {
    const { pid } = spawnSync(process.execPath, ["--version"]);
    let outputs: (string | undefined)[] = [];
    const stop = watchWork((all: readonly WorkState[]) => (outputs = all.map(({ output }) => output)));
    let own = "";
    await withScratchFolder((folder) => {
      own = basename(folder);
      expect(outputs).to.deep.equal([join(place, "scratch")]);
      return Promise.resolve();
    });
    stop();
    mkdirSync(join(place, own.replace(`-${process.pid}-`, `-${pid}-`)));
    await withScratchFolder((folder) => {
      expect(readdirSync(place)).to.deep.equal([basename(folder)]);
      return Promise.resolve();
    });
  });
});

describe("withScratchPlace", () => {
  let place = "";
  let close: () => Promise<void>;
  beforeEach(async () => ({ place, close } = await openTmpdir()));
  afterEach(() => close());

  it("makes no folder that nobody asks for, and the same one at every call", async () => {
    await withScratchPlace(() => {
      expect(readdirSync(place)).to.deep.equal([]);
      return Promise.resolve();
    });
    await withScratchPlace(async ({ folder }) => {
      const [one, other] = await Promise.all([folder(), folder()]);
      expect([one, readdirSync(place)]).to.deep.equal([other, [basename(one)]]);
    });
    expect(readdirSync(place)).to.deep.equal([]);
  });

  it("closes and removes its files before the folder, after an error too, and is shown to nobody", async () => {
    let removed: string[] = [];
    let told: WorkState[] = [];
    const stop = watchWork((all: readonly WorkState[]) => (told = [...all]));
    const error = await caught(() =>
      withScratchPlace(async ({ folder, own }) => {
        const path = await folder();
        own({ remove: () => (removed = readdirSync(place)) });
        expect(told).to.deep.include({ ...told[0]!, isQuiet: true, output: join(place, "scratch") });
        expect(removed).to.deep.equal([]);
        throw new Error(basename(path));
      }),
    );
    stop();
    expect(removed).to.deep.equal([error.message]);
    expect(readdirSync(place)).to.deep.equal([]);
  });

  it("leaves what the system says of other places as it is", async () => {
    const other = Object.assign(new Error("EACCES: permission denied, open '/of/somebody'"), {
      ...{ code: "EACCES", syscall: "open", path: "/of/somebody" },
    });
    const error = await caught(() =>
      withScratchPlace(async ({ folder }) => {
        await folder();
        throw other;
      }),
    );
    expect(error).to.equal(other);
  });
});
