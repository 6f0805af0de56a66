import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { experiments } from "@evenodds/experiments";
import { expect } from "chai";
import { runCli } from "../support/fake-terminal.js";
import { useTempFolder } from "../cli/support/temp-folder.js";

const folder = "docs/reproduction";
const command = /^Made by `npx evenodds reproduce (\S+)[^`]*`\.$/m;
const pages = readdirSync(folder)
  .filter((file) => file.endsWith(".md"))
  .flatMap((file) => {
    const text = readFileSync(join(folder, file), "utf8");
    const name = command.exec(text)?.[1];
    return name === undefined ? [] : [{ file, text, name }];
  });

const title = (markdown: string) => markdown.split("\n")[0];

describe("pages of docs/reproduction", () => {
  const temp = useTempFolder();

  it("are those that README.md links, and README.md names every experiment with its command", () => {
    const readme = readFileSync(join(folder, "README.md"), "utf8");
    const linked = experiments.map(({ name }) => name).filter((name) => readme.includes(`[${name}](${name}.md)`));
    expect(pages.map(({ file }) => file).sort()).to.deep.equal(linked.map((name) => `${name}.md`).sort());
    for (const { file, name } of pages) expect(file).to.equal(`${name}.md`);
    for (const { name } of experiments) expect(readme).to.contain(`npx evenodds reproduce ${name}`);
  });

  for (const { name } of experiments) {
    it(`${name}: its quick version runs and writes a page of the same title with all its images`, async () => {
      const [out, runs] = [temp.at("pages"), temp.at("runs")];
      const { code, log } = await runCli([
        ...["reproduce", name, "--quick", "--engine", "wasm", "--workers", "1", "--out", out, "--runs", runs],
      ]);
      expect(code, log.join("\n")).to.equal(0);
      const quick = readFileSync(join(out, `${name}.md`), "utf8");
      expect(quick).to.contain("**Quick run.**").and.to.contain(`npx evenodds reproduce ${name} --quick`);
      const images = [...quick.matchAll(/!\[[^\]]*\]\(([^)]+)\)/g)].map(([, path]) => path!);
      for (const image of images) expect(readFileSync(join(out, image), "utf8")).to.match(/^<svg/);
      const page = pages.find((one) => one.name === name);
      if (page !== undefined) expect(title(quick)).to.equal(title(page.text));
    }).timeout(180_000);
  }
});
