import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { buildProgram, headings } from "@evenodds/cli/internal";
import { version } from "@evenodds/core";
import { expect } from "chai";
import { fakeTerminal, runCli } from "../support/fake-terminal.js";

const whole = await buildProgram({ terminal: fakeTerminal().terminal, setExitCode: () => undefined });
const commands = whole.commands.map((command) => command.name());

/** Compares with a file of the expected text. `UPDATE_FIXTURES=1 npm test` rewrites the files. */
async function expectFixture(name: string, text: string): Promise<void> {
  const file = fileURLToPath(new URL(`fixtures/help/${name}.txt`, import.meta.url));
  if (process.env.UPDATE_FIXTURES) await writeFile(file, text);
  expect(text).to.equal(await readFile(file, "utf8"));
}

describe("evenodds --help", () => {
  it("lists commands and exit codes", async () => {
    const { code, out, log } = await runCli(["--help"]);
    expect(code).to.equal(0);
    expect(log).to.deep.equal([]);
    await expectFixture("evenodds", out);
    expect((await runCli(["help"])).out).to.equal(out);
  });

  it("shows of commands that are not loaded what it shows of those that are", async () => {
    expect(whole.helpInformation()).to.equal(
      (await buildProgram({ terminal: fakeTerminal().terminal, setExitCode: () => undefined }, [])).helpInformation(),
    );
    expect(whole.commands.map((command) => command.usage())).to.deep.equal(
      Object.values(headings).map(({ usage }) => usage),
    );
  });

  for (const name of commands) {
    it(`shows an example of ${name}, within 80 columns`, async () => {
      const { code, out, log } = await runCli([name, "--help"]);
      expect(code).to.equal(0);
      expect(log).to.deep.equal([]);
      expect(out).to.match(new RegExp(`\nExamples?:\n  evenodds ${name}[ \n]`));
      for (const line of out.split("\n")) expect(line.length, line).to.be.at.most(80);
      await expectFixture(name, out);
      expect((await runCli(["help", name])).out).to.equal(out);
    });

    it(`has examples of ${name} that parse`, async () => {
      const { out } = await runCli([name, "--help"]);
      const examples = out.split(/\nExamples?:\n/)[1]!.replaceAll(/ \\\n +/g, " ");
      for (const example of examples.trim().split(/\n +/)) {
        const program = await buildProgram({ terminal: fakeTerminal().terminal, setExitCode: () => undefined });
        for (const command of program.commands) command.action(() => undefined);
        await program.parseAsync(example.split(" ").slice(1), { from: "user" });
      }
    });
  }

  it("is the message of a call without a command, which ends as an error", async () => {
    const { code, out, log } = await runCli([]);
    expect(code).to.equal(2);
    expect(out).to.equal("");
    expect(log.join("\n")).to.equal((await runCli(["--help"])).out.trimEnd());
  });
});

describe("evenodds --version", () => {
  it("prints the version alone", async () => {
    expect(await runCli(["--version"])).to.deep.equal({ code: 0, out: `${version}\n`, log: [] });
    expect((await runCli(["-V"])).out).to.equal(`${version}\n`);
  });
});
