import { InputError } from "@evenodds/core";
import { firstRecord } from "@evenodds/data/internal";
import { expect } from "chai";
import { rejection, removeTempFolders, tempFolder } from "../support/temp-graph.js";

after(removeTempFolders);

const read = async (text: string, delimiter?: string, comment?: string) =>
  firstRecord(`${await tempFolder({ "a.csv": text })}/a.csv`, { name: "a.csv", delimiter, comment });

describe("firstRecord", () => {
  it("guesses the delimiter outside quotes", async () => {
    expect(await read('"a, b, c";d\n')).to.deep.equal({ delimiter: ";", fields: ["a, b, c", "d"], offset: 0 });
    expect((await read("a\tb,c\td")).delimiter).to.equal("\t");
    expect((await read("0.5 1.5\n")).fields).to.deep.equal(["0.5", "1.5"]);
    expect((await read("one two,three\n")).fields).to.deep.equal(["one two", "three"]);
    expect((await read("alone\r\n")).fields).to.deep.equal(["alone"]);
  });

  it("takes the delimiter that it is told", async () => {
    expect((await read("a,b;c", ";")).fields).to.deep.equal(["a,b", "c"]);
  });

  it("reads quoted line breaks and doubled quotes", async () => {
    expect((await read('"a\nb","say ""hi"""\n1,2')).fields).to.deep.equal(["a\nb", 'say "hi"']);
  });

  it("drops a byte-order mark", async () => {
    expect(await read("\ufeffid,x\n")).to.deep.equal({ delimiter: ",", fields: ["id", "x"], offset: 3 });
  });

  it("leaves out comment lines before it", async () => {
    const text = '# Directed graph\r\n#"not closed\r\n1 2\r\n#\r\n';
    expect(await read(text, undefined, "#")).to.deep.equal({ delimiter: " ", fields: ["1", "2"], offset: 0 });
  });

  it("refuses an empty file", async () => {
    expect(await rejection(read(""))).to.be.instanceOf(InputError);
  });
});
