import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { inspectModel } from "@evenodds/auditor";
import { expect } from "chai";
import { expectedOf, foreignModels, type ForeignModel } from "../support/foreign-models.js";

const folder = fileURLToPath(new URL(".", import.meta.url));
const bytesOf = ({ name }: ForeignModel) => readFileSync(join(folder, name, "model.onnx"));

describe("test/foreign-models", () => {
  it("has a folder for every model of models.json, at least 34, and 2.5 MB in all", () => {
    const folders = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    const models = folders.map(({ name }) => name).filter((name) => !["data", "__pycache__"].includes(name));
    expect(models.sort()).to.deep.equal(foreignModels.map(({ name }) => name).sort());
    expect(models).to.have.length.at.least(34);
    const sizes = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => statSync(join(entry.parentPath, entry.name)).size);
    expect(sizes.reduce((sum, size) => sum + size, 0)).to.be.below(2_500_000);
  });

  it("holds files of at most 100 kB that say nothing of the machine they were made on", () => {
    for (const model of foreignModels) {
      const bytes = bytesOf(model);
      expect(bytes.length, model.name).to.be.at.most(100_000);
      expect(bytes.toString("latin1"), model.name).not.to.match(
        /\.py\b|site-packages|\/(home|root|tmp|usr|work)\/|[a-z]@[a-z-]+\.[a-z]/,
      );
    }
  });

  it("lists the inputs and outputs as the files declare them, the answer among them", () => {
    for (const model of foreignModels) {
      const { inputs, outputs, irVersion } = inspectModel(bytesOf(model), model.name);
      const names = (values: readonly { readonly name: string }[]) => values.map(({ name }) => name);
      expect(names(inputs), model.name).to.deep.equal(names(model.inputs));
      expect(names(outputs), model.name).to.deep.equal(names(model.outputs));
      expect(names(outputs), model.name).to.include.members([model.answer.output].flat());
      expect(irVersion, model.name).to.equal(model.irVersion);
    }
  });

  it("expects the most probable class, at one flag at most", () => {
    for (const model of foreignModels) {
      expect(model.flags, model.name).to.have.length.at.most(2);
      const { classes, predicted, probabilities, ids } = expectedOf(model);
      expect(predicted, model.name).to.have.length(ids.length);
      for (const [index, row] of (probabilities ?? []).entries()) {
        // Ten decimal places: a tie would stand for two classes.
        expect(classes[row.indexOf(Math.max(...row))], `${model.name} ${ids[index]!}`).to.equal(predicted[index]);
      }
    }
  });

  it("has figures that follow from its rows, by formulas written out here", () => {
    for (const model of foreignModels) {
      const { classes, predicted, probabilities, ids, figures } = expectedOf(model);
      const rows = truthOf(model);
      for (const [name, { rows: count, confusion, brier }] of Object.entries(figures)) {
        const part = ids.flatMap((id, index) => {
          const { label, group } = rows.get(id)!;
          return label !== "" && (name === "all" || group === name) ? [{ label, index }] : [];
        });
        expect(part, `${model.name} ${name}`).to.have.length(count);
        const cells = classes.map((truth) =>
          classes.map(
            (other) => part.filter(({ label, index }) => label === truth && predicted[index] === other).length,
          ),
        );
        expect(cells, `${model.name} ${name}`).to.deep.equal(confusion);
        if (probabilities === null || brier === null) continue;
        for (const [of, score] of Object.entries(brier)) {
          const column = classes.indexOf(of);
          const squares = part.map(
            ({ label, index }) => (probabilities[index]![column]! - (label === of ? 1 : 0)) ** 2,
          );
          expect(squares.reduce((sum, square) => sum + square, 0) / count, `${model.name} ${name} ${of}`).to.be.closeTo(
            score,
            1e-9,
          );
        }
      }
    }
  });
});

/** Label and group of each row by its id, read without the library. None of these files quotes a value. */
function truthOf({
  data,
  label,
  sensitive,
}: ForeignModel): ReadonlyMap<string, { readonly label: string; readonly group: string }> {
  const file = data.endsWith(".csv") ? data : "data/people.csv";
  const [head, ...rows] = readFileSync(join(folder, file), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => line.split(","));
  const at = (name: string) => head!.indexOf(name);
  return new Map(rows.map((row) => [row[at("id")]!, { label: row[at(label)]!, group: row[at(sensitive)]! }]));
}
