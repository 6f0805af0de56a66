import { mkdir, readdir } from "node:fs/promises";
import { run } from "@evenodds/cli/internal";
import { expect } from "chai";
import { fakeTerminal, runCli } from "../support/fake-terminal.js";
import { skipBecause } from "../support/skip-because.js";
import { auditCase, equal } from "./support/audit-case.js";
import { useTempFolder } from "./support/temp-folder.js";

describe("run", () => {
  const folder = useTempFolder();

  it("shows a fault of evenodds with its place, and ends with a code that no audit has", async () => {
    await folder.write(auditCase(equal));
    const { terminal, log } = fakeTerminal({
      out: () => {
        throw new RangeError("not thought of");
      },
    });
    expect(await run(["audit", folder.at("model.onnx"), folder.at("graph"), "--draws", "0"], terminal)).to.equal(70);
    expect(log.join("\n")).to.match(/fault of evenodds.*\nRangeError: not thought of\n +at /);
  });

  it("says in one line that there is no room for an array, and takes wrong lengths for its own fault", async () => {
    await folder.write(auditCase(equal));
    const failing = async (fail: () => unknown) => {
      const { terminal, log } = fakeTerminal({ out: () => void fail() });
      const code = await run(["audit", folder.at("model.onnx"), folder.at("graph"), "--draws", "0"], terminal);
      return { code, log: log.join("\n") };
    };
    for (const tooMuch of [() => new Float64Array(2 ** 50), () => new ArrayBuffer(2 ** 52)]) {
      const { code, log } = await failing(tooMuch);
      expect(code, log).to.equal(2);
      expect(log).to.match(
        /^evenodds: memory: expected room for all of the data, found [^\n]*; take fewer nodes[^\n]*$/,
      );
    }
    expect((await failing(() => new Float64Array(-1))).code).to.equal(70);
    expect((await failing(() => new Array<number>(2 ** 40))).code).to.equal(70);
  });

  it("says in one line what the system refuses", async () => {
    await folder.write(auditCase(equal));
    // A folder where the last of three files has to stand.
    await mkdir(folder.at("out", "report.html"), { recursive: true });
    const args = ["audit", folder.at("model.onnx"), folder.at("graph"), "--draws", "0", "--out", folder.at("out")];
    const { code, out, log } = await runCli(args);
    expect({ code, out }).to.deep.equal({ code: 2, out: "" });
    expect(log).to.have.length(1);
    expect(log[0]).to.match(/^evenodds: .*folder/);
    expect(await readdir(folder.at("out"))).to.deep.equal(["report.html"]);
  });

  it("ends where a file system takes no folder", async function () {
    if (process.platform !== "linux") return skipBecause(this, "only Linux has /proc");
    await folder.write(auditCase(equal));
    const place = ["--out", "/proc/evenodds-test"];
    const { code, log } = await runCli([
      "audit",
      folder.at("model.onnx"),
      folder.at("graph"),
      "--draws",
      "0",
      ...place,
    ]);
    expect(code).to.equal(2);
    expect(log).to.have.length(1);
    expect(log[0]).to.match(/^evenodds: .*\/proc/);
  });
});
