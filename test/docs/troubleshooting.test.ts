import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { contract } from "@evenodds/core";
import { expect } from "chai";
import { readPage, root, section, tableRows } from "./support/pages.js";

describe("docs/troubleshooting.md", () => {
  const source = sourceText();

  for (const heading of ["Graphs", "Training", "Models"]) {
    it(`quotes messages about ${heading.toLowerCase()} that the code has`, () => {
      const messages = tableRows(section(readPage("docs/troubleshooting.md"), heading))
        .map(([message]) => /^`(.*)`$/.exec(message!)?.[1])
        .filter((message) => message !== undefined);
      expect(messages).to.have.length.above(3);
      const stale = messages.flatMap(fixedParts).filter((part) => !source.includes(part));
      expect(stale).to.deep.equal([]);
    });
  }
});

/** A message without what the code fills in (`…`) and without the word between argument and expectation. */
function fixedParts(message: string): string[] {
  return message.split(/…|: expected |^expected /).flatMap((part) => {
    const text = part.replace(/^[\s,:]+|[\s,:]+$/g, "");
    return text === "" ? [] : [text];
  });
}

/** All sources, with the names of tensors in place of the constants that hold them. */
function sourceText(): string {
  const packages = readdirSync(join(root, "packages"));
  return packages
    .flatMap((name) => {
      const folder = join(root, "packages", name, "src");
      const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));
      return files.map((file) => readFileSync(join(folder, file), "utf8"));
    })
    .join("\n")
    .replace(/\$\{contract\.(\w+)\}/g, (_, key: keyof typeof contract) => String(contract[key]));
}
