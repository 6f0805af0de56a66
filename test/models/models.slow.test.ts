import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { inspectModel, type AuditReport } from "@evenodds/auditor";
import { checkStructure } from "@evenodds/exporter";
import { expect } from "chai";
import { parse } from "yaml";
import { modelCard, modelTitle } from "../../scripts/models/model-card.js";
import { commandsOf, plannedModels } from "../../scripts/models/planned-models.js";
import { runCli } from "../support/fake-terminal.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const read = (path: string) => readFileSync(`${root}/models/${path}`);
const reportOf = (name: string) => JSON.parse(read(`${name}/audit.json`).toString()) as AuditReport;

/** Numbers may differ by the rounding of another processor; everything else is the same. */
function expectSame(found: unknown, expected: unknown, path = "report"): void {
  if (typeof expected === "number" && typeof found === "number") {
    expect(found, path).to.be.closeTo(expected, 1e-5);
  } else if (typeof expected === "object" && expected !== null) {
    expect(found, path).to.be.an(Array.isArray(expected) ? "array" : "object");
    expect(Object.keys(found as object), path).to.deep.equal(Object.keys(expected));
    for (const [key, value] of Object.entries(expected)) {
      expectSame((found as Record<string, unknown>)[key], value, `${path}.${key}`);
    }
  } else {
    expect(found, path).to.equal(expected);
  }
}

describe("models/", () => {
  it("has a folder for every planned model and no other, each named in README.md with its title", () => {
    const folders = readdirSync(`${root}/models`, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    expect(folders.map(({ name }) => name).sort()).to.deep.equal(plannedModels.map(({ name }) => name).sort());
    const page = read("README.md").toString();
    for (const model of plannedModels) expect(page).to.include(`[\`${model.name}\`](${model.name}/README.md)`);
  });

  for (const model of plannedModels) {
    describe(model.name, () => {
      const bytes = read(`${model.name}/model.onnx`);

      it("is a file as exportModel writes it, with its origin, author and license", () => {
        expect(checkStructure(bytes).operators).to.include("Scan");
        const { metadata } = inspectModel(bytes);
        expect(metadata.provenance).to.include({ method: model.method, seed: 7 });
        expect(metadata.provenance!.graph.name).to.equal(model.graph.sample);
        const text = bytes.toString("latin1");
        expect(text).to.include("model_author").and.include("model_license");
      });

      it("gives the audit beside it again", async () => {
        const { code, out } = await runCli(commandsOf(model, { run: "" }).audit);
        expect(code).to.equal(0);
        expectSame(JSON.parse(out), reportOf(model.name));
      });

      it("has a card with the figures of that audit, and front matter that is YAML", () => {
        const card = read(`${model.name}/README.md`).toString();
        expect(card).to.equal(modelCard(model, reportOf(model.name)));
        const front = parse(card.split("---\n")[1]!) as Record<string, unknown>;
        expect(front).to.include({ library_name: "onnx", pipeline_tag: "graph-ml" });
        expect(front["license"]).to.be.oneOf(["apache-2.0", "other"]);
        expect(card)
          .to.include(`# ${modelTitle(model)}`)
          .and.include("## Intended use")
          .and.include("## Limits");
      });
    });
  }
});
