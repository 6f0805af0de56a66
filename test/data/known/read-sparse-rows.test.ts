import { join } from "node:path";
import { InputError } from "@evenodds/core";
import { readSparseRows } from "@evenodds/data/internal";
import { expect } from "chai";
import { rejection, removeTempFolders, tempFolder } from "../support/temp-graph.js";
import { npy, sparseNpz, zip } from "./support/npz.js";

after(removeTempFolders);

const read = async (content: Uint8Array) =>
  readSparseRows(join(await tempFolder({ "m.npz": content }), "m.npz"), "m.npz");

describe("readSparseRows", () => {
  it("reads what SciPy writes", async () => {
    const { rows, columns, pointer, column, value } = await read(
      sparseNpz([
        [0, 5, 7],
        [0, 0, 0],
        [2, 0, 0],
      ]),
    );
    expect([rows, columns]).to.deep.equal([3, 3]);
    expect([...pointer]).to.deep.equal([0, 2, 2, 3]);
    expect([...column]).to.deep.equal([1, 2, 0]);
    expect([...value]).to.deep.equal([5, 7, 2]);
  });

  it("refuses another archive, and arrays that do not fit together", async () => {
    const none = await rejection(read(Buffer.from("PK? no")));
    expect(none).to.be.instanceOf(InputError);
    expect(none.message).to.include("m.npz: expected a ZIP archive of arrays, as NumPy writes it, found no archive");
    const other = await rejection(read(zip({ "data.npy": npy([1]) })));
    expect(other.message).to.include("m.npz: expected a matrix in CSR format, found no array shape");
    const parts = { "shape.npy": npy([2, 2]), "indptr.npy": npy([0, 1, 1]), "data.npy": npy([1]) };
    const outside = await rejection(read(zip({ ...parts, "indices.npy": npy([2]) })));
    expect(outside.message).to.include("m.npz: expected a matrix in CSR format");
  });

  it("refuses rows that do not follow each other, and columns between two", async () => {
    const sound = { shape: [3, 2], indptr: [0, 1, 1, 2], indices: [0, 1], data: [5, 6] };
    const archive = (parts: Partial<typeof sound>, type: "<i4" | "<f8" = "<i4") =>
      zip(Object.fromEntries(Object.entries({ ...sound, ...parts }).map(([k, v]) => [`${k}.npy`, npy(v, type)])));
    expect([...(await read(archive({}))).pointer]).to.deep.equal([0, 1, 1, 2]);
    for (const parts of [
      { indptr: [1, 1, 1, 2] },
      { indptr: [0, 2, 1, 2] },
      { indptr: [0, -1, 1, 2] },
      { shape: [] },
    ]) {
      expect((await rejection(read(archive(parts)))).message, JSON.stringify(parts)).to.include("CSR format");
    }
    expect((await rejection(read(archive({ indices: [0, 0.5] }, "<f8")))).message).to.include("CSR format");
  });
});
