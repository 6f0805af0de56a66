import { InputError } from "@evenodds/core";
import { loadTable } from "@evenodds/data";
import { expect } from "chai";
import { caught } from "../../support/caught.js";
import { removeTempFolders, tempFolder } from "../support/temp-graph.js";

describe("loadTable", () => {
  after(removeTempFolders);
  after(removeTempFolders);
  const people = "id,sex,age,y\nb,F,30,yes\na,M,,no\nc,?,41,\n";

  it("reads rows in their order, with labels, attributes and the columns that are asked for", async () => {
    const folder = await tempFolder({ "people.csv": people });
    const asked: string[][] = [];
    const loaded = await loadTable(
      { table: `${folder}/people.csv`, id: "id", label: "y", sensitive: ["sex"], missing: ["?"] },
      {
        columns: (names) => {
          asked.push([...names]);
          return ["age"];
        },
      },
    );
    expect(asked).to.deep.equal([["sex", "age"]]);
    expect(loaded.name).to.equal("people");
    expect(loaded.graph.nodeIds).to.deep.equal(["b", "a", "c"]);
    expect(loaded.graph.source).to.have.length(0);
    expect([...loaded.nodes.label]).to.deep.equal([1, 0, -1]);
    expect(loaded.nodes.sensitive[0]).to.deep.include({ levels: ["F", "M"], code: Int32Array.of(0, 1, -1) });
    expect([...loaded.columns!]).to.deep.equal([["age", ["30", null, "41"]]]);
    expect(loaded.accounting).to.deep.equal({
      nodes: { read: 3, used: 3, excluded: [] },
      edges: { read: 0, used: 0, excluded: [] },
    });
  });

  it("names options in what it has to say about classes", async () => {
    const folder = await tempFolder({ "people.csv": people.replace("M,,no", "M,,Yes") });
    const error = await caught(() =>
      loadTable({ table: `${folder}/people.csv`, id: "id", label: "y", sensitive: ["sex"] }),
    );
    expect(error).to.be.instanceOf(InputError);
    expect(error.message)
      .to.match(/list the classes with ‘classes’/)
      .and.not.to.match(/card/);
    const { labels } = await loadTable({ table: `${folder}/people.csv`, label: "y", classes: ["yes", "Yes"] });
    expect(labels.line([{ value: "a" }, { value: "b" }])).to.equal("add ‘classes’ a,b");
  });

  it("refuses double ids and unknown columns", async () => {
    const folder = await tempFolder({ "people.csv": people.replace("\na,", "\nb,") });
    const at = `${folder}/people.csv`;
    expect((await caught(() => loadTable({ table: at, id: "id" }))).message).to.match(/each id once/);
    expect((await caught(() => loadTable({ table: at, id: "idd" }))).message).to.match(/did you mean "id"\?/);
  });
});
