import { readModelCard } from "@evenodds/exporter";
import { layerSchemas, modelCardSchema } from "@evenodds/exporter/internal";
import { expect } from "chai";
import { codeBlocks, readPage, section, tableRows } from "./support/pages.js";

describe("docs/import.md", () => {
  const page = readPage("docs/import.md");
  const rows = tableRows(section(page, "The card"));
  const namesIn = (cell: string) => [...cell.matchAll(/`([\w-]+)/g)].map((match) => match[1]!);

  it("has cards that are cards", () => {
    const cards = codeBlocks(page, "yaml").map((card) => readModelCard(card, "docs/import.md"));
    expect(cards.map(({ layers }) => layers.length)).to.deep.equal([4, 8]);
  });

  it("names every field of a card", () => {
    const named = rows.flatMap(([first]) => namesIn(first!));
    expect(named).to.include.members(Object.keys(modelCardSchema.shape));
  });

  it("names every kind of layer, in a row with its options", () => {
    for (const { shape } of layerSchemas) {
      const kind = shape.kind.value;
      const row = rows.find(([first]) => namesIn(first!).includes(kind));
      const options = Object.keys(shape).filter((option) => !["kind", "key", "as"].includes(option));
      expect(namesIn(row?.[2] ?? ""), kind).to.include.members(options);
    }
  });
});
