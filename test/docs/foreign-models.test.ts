import { expect } from "chai";
import {
  foreignModels,
  isOnGraph,
  refusedModels,
  type ForeignModel,
  type ForeignTensor,
} from "../support/foreign-models.js";
import { readPage, section } from "./support/pages.js";

const page = readPage("docs/models-of-other-tools.md");

describe("docs/models-of-other-tools.md", () => {
  it("lists every model on a graph that is audited, with its file's inputs and output, and what has to be said", () => {
    const audited = foreignModels.filter((model) => isOnGraph(model) && !refusedModels.has(model.name));
    expect(rowsOf(section(page, "Models on graphs"))).to.deep.equal(audited.map(rowOf));
  });

  it("lists every model on a table that is audited likewise", () => {
    const audited = foreignModels.filter((model) => !isOnGraph(model) && !refusedModels.has(model.name));
    expect(rowsOf(section(page, "Models on tables"))).to.deep.equal(audited.map(rowOf));
  });

  it("lists every model that is refused", () => {
    const names = rowsOf(section(page, "What is refused")).map(([name]) => name);
    expect(names).to.deep.equal(foreignModels.filter(({ name }) => refusedModels.has(name)).map(({ name }) => name));
  });
});

/** The cells of the rows of a table, without code marks. */
function rowsOf(text: string): string[][] {
  const lines = text.split("\n").filter((line) => line.startsWith("|"));
  return lines.slice(2).map((line) =>
    line
      .slice(1, -1)
      .split(" | ")
      .map((cell) => cell.replaceAll("`", "").trim()),
  );
}

function rowOf({ name, made, inputs, outputs, answer, flags }: ForeignModel): string[] {
  const read = outputs.filter((one) => [answer.output].flat().includes(one.name));
  return [
    name,
    made.replace("; ", ", "),
    inputs.map(textOf).join(", "),
    `${read.map(textOf).join(", ")}: ${answer.kind}`,
    flags.join(" "),
  ];
}

function textOf({ name, type, shape }: ForeignTensor): string {
  if (shape === null) return `${name} ${type}`;
  return `${name} ${type}[${shape.map((size) => size ?? "?").join(", ")}]`;
}
