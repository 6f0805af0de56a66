import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { auditRegression, type AuditReport } from "@evenodds/auditor";
import { metadataKeys } from "@evenodds/core";
import { readCard } from "@evenodds/data";
import { cardSchema } from "@evenodds/data/internal";
import { expect } from "chai";
import { z } from "zod";
import { creditReport, fullReport } from "../support/audit-reports.js";
import { codeBlocks, readPage, section, tableRows } from "./support/pages.js";

describe("docs/graph-card.md", () => {
  const page = readPage("docs/graph-card.md");

  it("names every field of a card", () => {
    const complete = codeBlocks(page, "yaml").at(-1)!;
    const keys = keysOf(z.toJSONSchema(cardSchema, { io: "input", unrepresentable: "any" }));
    expect(keys).to.include.members(["connected_only", "numeric_ids", "labelled"]);
    for (const key of keys) expect(`${complete}\n${page}`).to.match(new RegExp(`\\b${key}\\b`), key);
  });

  it("has cards that are cards, as getting-started.md has", async () => {
    const cards = [page, readPage("docs/getting-started.md")].flatMap((text) => codeBlocks(text, "yaml"));
    expect(cards.length).to.be.at.least(3);
    const folder = mkdtempSync(join(tmpdir(), "evenodds-card-"));
    try {
      for (const card of cards) {
        writeFileSync(join(folder, "graph.yaml"), card);
        const { card: read } = await readCard(folder);
        expect(read.nodes.label?.column).to.be.a("string");
        expect(read.nodes.sensitive.length).to.be.at.least(1);
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe("docs/model-format.md", () => {
  it("names every key of the metadata", () => {
    const named = tableRows(section(readPage("docs/model-format.md"), "Metadata")).map(([key]) => key);
    expect(named).to.include.members(Object.values(metadataKeys).map((key) => `\`${key}\``));
  });
});

describe("docs/report-format.md", () => {
  const page = readPage("docs/report-format.md");
  const unnamed = (report: unknown) => fieldsOf(report).filter((field) => !page.includes(`\`${field}\``));

  it("names every field of the reports under models/", () => {
    for (const name of ["nba-gcn", "nba-eqgnn"]) {
      // Options are named as flags are, in another page.
      const { options, ...report } = JSON.parse(readPage(`models/${name}/audit.json`)) as AuditReport;
      expect(options).to.include.keys("min-support", "split");
      expect(fieldsOf(report)).to.include.members(["schemaVersion", "surest", "falsePositiveRate"]);
      expect(unnamed(report)).to.deep.equal([]);
    }
  });

  it("names every field of a report with graph, scores, clusters, condition, weights and gates", () => {
    const report = fullReport(["A", "B"], { settings: { maxGap: 0.45 } });
    const { graph, attributes, rules } = report;
    const { scores, clusters, conditional } = attributes[0]!;
    expect([graph, scores, clusters, conditional]).to.not.include(null);
    expect(rules).to.have.length.above(0);
    expect(attributes[1]!.effectiveSizes).to.have.length(4);
    expect(fieldsOf(report)).to.include.members(["designEffect", "gapByDegree", "worstLevel"]);
    expect(unnamed(report)).to.deep.equal([]);
  });

  it("names every field of what would decide an inconclusive gate", () => {
    const [gate] = creditReport({ settings: { draws: 100, maxGap: 0.15 } }).rules;
    expect(fieldsOf(gate)).to.include.members(["power", "smallestCell"]);
    expect(unnamed(gate)).to.deep.equal([]);
  });

  it("names every field of a report on a regression", () => {
    const report = auditRegression({
      attributes: [
        {
          name: "g",
          group: Int32Array.of(0, 1, 0, 1),
          label: Float64Array.of(1, 1, 2, 2),
          prediction: Float64Array.of(1, 2, 2, 2),
          groups: ["A", "B"],
        },
      ],
      version: "1",
      settings: { minimumSupport: 1, draws: 10, maxErrorGap: 1 },
      data: { name: "p.csv", files: [], nodes: 4, arcs: null },
    });
    expect(fieldsOf(report)).to.include.members(["normalCells", "standardError", "maxErrorGap", "limit"]);
    expect(unnamed(report)).to.deep.equal([]);
  });

  it("lists every code of a warning", () => {
    const sources = [
      "packages/auditor/src/report/find-warnings.ts",
      "packages/evenodds/src/audit/audit-regression-model.ts",
      "packages/evenodds/src/audit/join-warnings.ts",
      "packages/evenodds/src/audit/reported-run.ts",
      "packages/auditor/src/report/audit-regression.ts",
    ].map(readPage);
    const codes = [...sources.join("\n").matchAll(/(?:warn\(|code:)\s*"([a-z-]+)"/g)].map(([, code]) => code!);
    expect(codes).to.include.members(["one-group", "sensitive-feature"]);
    for (const code of codes) expect(section(page, "Warnings")).to.include(`\`${code}\``);
  });
});

/** Names of all properties in a JSON Schema. */
function keysOf(schema: unknown): string[] {
  if (typeof schema !== "object" || schema === null) return [];
  return Object.entries(schema).flatMap(([key, value]) => {
    const names = key === "properties" ? Object.keys(value as object) : [];
    return [...names, ...keysOf(value)];
  });
}

/** Names of all fields in a JSON value. */
function fieldsOf(value: unknown): string[] {
  if (Array.isArray(value)) return [...new Set(value.flatMap(fieldsOf))];
  if (typeof value !== "object" || value === null) return [];
  return [...new Set(Object.entries(value).flatMap(([key, inner]) => [key, ...fieldsOf(inner)]))];
}
