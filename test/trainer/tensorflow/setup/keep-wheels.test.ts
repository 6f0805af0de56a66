import { existsSync } from "node:fs";
import { dropWheels, keepWheels, keptWheels, takeWheel } from "@evenodds/trainer/internal";
import { expect } from "chai";
import { fakeWheel, wheelFiles } from "../support/fake-machine.js";
import { useTempFolder } from "../support/temp-folder.js";

const { wheel, content } = fakeWheel("a", wheelFiles);

describe("takeWheel", () => {
  const folder = useTempFolder();
  const take = () =>
    takeWheel(wheel, { cache: folder.at(), folder: folder.at("mine"), signal: new AbortController().signal });

  beforeEach(() => folder.write("mine/other", ""));

  it("gives a wheel that was kept to one set-up only", async () => {
    await folder.write("mine/a-1.0.whl", content);
    await keepWheels(folder.at("mine"), folder.at());
    expect([...(await keptWheels(folder.at()))]).to.deep.equal(["a-1.0.whl"]);
    expect(await take()).to.equal(folder.at("mine", "a-1.0.whl"));
    expect(await take()).to.equal(null);
    expect([...(await keptWheels(folder.at()))]).to.deep.equal([]);
  });

  it("removes one whose hash differs", async () => {
    await folder.write("wheels/a-1.0.whl", content.subarray(1));
    expect(await take()).to.equal(null);
    expect(existsSync(folder.at("mine", "a-1.0.whl"))).to.equal(false);
    expect(existsSync(folder.at("wheels", "a-1.0.whl"))).to.equal(false);
  });

  it("is null where nothing was kept", async () => {
    expect(await take()).to.equal(null);
    expect([...(await keptWheels(folder.at()))]).to.deep.equal([]);
  });
});

describe("keepWheels", () => {
  const folder = useTempFolder();

  it("leaves other files and a folder that is not there alone", async () => {
    await folder.write("mine/part.tmp", "");
    await keepWheels(folder.at("mine"), folder.at());
    await keepWheels(folder.at("nothing"), folder.at());
    expect(existsSync(folder.at("wheels"))).to.equal(false);
    expect(existsSync(folder.at("mine", "part.tmp"))).to.equal(true);
  });
});

describe("dropWheels", () => {
  const folder = useTempFolder();

  it("removes these wheels and no others", async () => {
    await folder.write("wheels/a-1.0.whl", content);
    await folder.write("wheels/b-1.0.whl", content);
    await dropWheels([wheel], folder.at());
    expect([...(await keptWheels(folder.at()))]).to.deep.equal(["b-1.0.whl"]);
    await dropWheels([{ ...wheel, name: "b" }], folder.at());
    expect(existsSync(folder.at("wheels"))).to.equal(false);
  });
});
