import { InputError } from "@evenodds/core";
import { readTextRows } from "@evenodds/data";
import { expect } from "chai";
import { useTempFolder } from "../../cli/support/temp-folder.js";
import { caught } from "../../support/caught.js";

const columns = [
  { name: "id", argument: "‘id’" },
  { name: "y", argument: "‘label’" },
];

describe("readTextRows", () => {
  const folder = useTempFolder();

  it("reads columns of several files as texts, in the order that was asked for", async () => {
    await folder.write({ "a.csv": "y,x,id\n1,9,n1\n,9, 02 \n", "b.csv": "y,x,id\n1.0,9,12345678901234567890\n" });
    const found = await readTextRows([folder.at("a.csv"), folder.at("b.csv")], { columns });
    expect(found.rows).to.equal(3);
    expect(found.columns).to.deep.equal([
      ["n1", "02", "12345678901234567890"],
      ["1", null, "1.0"],
    ]);
    expect(found.files.map(({ sha256 }) => sha256.length)).to.deep.equal([64, 64]);
  });

  it("refuses a row without an id, and a column that is not there", async () => {
    await folder.write({ "a.csv": "id,y\nn1,1\n,0\n", "b.csv": "id,label\nn1,1\n" });
    const blank = await caught(() => readTextRows([folder.at("a.csv")], { columns }));
    expect(blank).to.be.instanceOf(InputError);
    expect(blank.message).to.match(/an id in every row, found none in data row 2/);
    expect((await caught(() => readTextRows([folder.at("b.csv")], { columns }))).message).to.match(/‘label’.*"y"/);
  });
});
