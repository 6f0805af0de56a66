import { InputError } from "@evenodds/core";
import { expect } from "chai";
import fc from "fast-check";
import { edited, loadTiny, rejection, removeTempFolders, tiny } from "../support/temp-graph.js";

after(removeTempFolders);

const card = edited(tiny["graph.yaml"], "label: y", "label: { column: y, numeric: true, missing: [-99, unknown] }");

/** Loads three nodes a, b, c with these cells in the label column, as the text of a CSV file. */
async function loadLabels(cells: readonly string[], changes: Readonly<Record<string, string>> = {}) {
  const rows = cells.map((cell, i) => `${"abc"[i]},${cell},${"MFM"[i]},${i},0.5`);
  return loadTiny({ "graph.yaml": card, "nodes.csv": ["id,y,s,x1,x2", ...rows, ""].join("\n"), ...changes });
}

describe("a numeric label", () => {
  it("is a target, with label 0 where there is one and no classes", async () => {
    const { nodes, labelled } = await loadLabels(["12.5", "", "-3e2"]);
    expect(nodes.target).to.deep.equal({ name: "y", value: Float64Array.of(12.5, NaN, -300) });
    expect(nodes).to.deep.include({ label: Int32Array.of(0, -1, 0), classes: [], labelName: "y" });
    expect(labelled).to.equal(2);
  });

  it("is missing where a cell is blank, says so, or says what the card lists", async () => {
    for (const cell of ["", "  ", "NA", "nan", "null", "-99", "-99.0", "unknown"]) {
      const { nodes, labelled } = await loadLabels([cell, "1", "2"]);
      expect(nodes.target!.value[0], cell).to.be.NaN;
      expect([nodes.label[0], labelled], cell).to.deep.equal([-1, 2]);
    }
  });

  it("keeps every double that the file spells", async () => {
    const number = fc.double({ noNaN: true, noDefaultInfinity: true }).filter((x) => x !== -99);
    await fc.assert(
      fc.asyncProperty(fc.tuple(number, number, number), async (values) => {
        const { nodes } = await loadLabels(values.map(String));
        // A zero has no sign.
        expect([...nodes.target!.value]).to.deep.equal(values.map((value) => value + 0));
      }),
      { numRuns: 10 },
    );
  });

  it("may have any number of values, while a class may not", async () => {
    const rows = Array.from({ length: 150 }, (_, i) => `n${i},${i / 4},M,1,2`);
    const files = { "nodes.csv": ["id,y,s,x1,x2", ...rows, ""].join("\n"), "edges.csv": "n0,n1\n" };
    expect((await loadTiny({ ...files, "graph.yaml": card })).labelled).to.equal(150);
    expect((await rejection(loadTiny(files))).message).to.include("numeric: true");
  });

  it("follows order and left-out rows as all columns do, and counts in the card's expectations", async () => {
    const ordered = `${edited(card, "id: id", "id: id\n  order: id\n  where: id <> 'b'\n")}expect: { labelled: 2 }\n`;
    const files = { "nodes.csv": "id,y,s,x1,x2\nc,3,M,0,0\nb,2,M,0,0\na,1,M,0,0\n", "edges.csv": "a,c\n" };
    const { nodes, graph } = await loadTiny({ ...files, "graph.yaml": ordered });
    expect(graph.nodeIds).to.deep.equal(["a", "c"]);
    expect(nodes.target!.value).to.deep.equal(Float64Array.of(1, 3));
    const wrong = await rejection(loadTiny({ ...files, "graph.yaml": edited(ordered, "labelled: 2", "labelled: 3") }));
    expect(wrong.message).to.include("expected 3 labelled, found 2 labelled");
  });

  it("refuses other texts, naming column, row, node and value", async () => {
    for (const cell of ["high", "1.5.2", "0x10", "1_000", "12%", "inf", "1e999", '"1,5"']) {
      const error = await rejection(loadLabels(["1", cell, "2"]));
      expect(error).to.be.instanceOf(InputError);
      expect(error.message).to.include('column "y" of nodes.csv: expected finite numbers');
      expect(error.message).to.include(`${JSON.stringify(cell.replaceAll('"', ""))} in data row 2 (node "b")`);
    }
  });

  it("has no classes in the card", async () => {
    const both = edited(card, "numeric: true", "numeric: true, classes: [1, 2]");
    const error = await rejection(loadLabels(["1", "2", "1"], { "graph.yaml": both }));
    expect(error).to.be.instanceOf(InputError);
    expect(error.message).to.include("nodes.label.classes: expected no classes, because the label is numeric");
  });
});
