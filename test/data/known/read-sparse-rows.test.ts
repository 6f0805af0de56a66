import { join } from "node:path";
import { InputError } from "@evenodds/core";
import { readNpy, readSparseRows, readZipEntry } from "@evenodds/data/internal";
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
    expect(none.message).to.include('m.npz: expected a ZIP archive with "shape.npy", found no archive');
    const other = await rejection(read(zip({ "data.npy": npy([1]) })));
    expect(other.message).to.include("an archive without it");
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

describe("readZipEntry", () => {
  it("reads stored and deflated entries by name", () => {
    const entries = { "a.txt": Buffer.from("first"), "b.txt": Buffer.from("second ".repeat(50)) };
    for (const stored of [true, false]) {
      const archive = zip(entries, { stored });
      for (const [name, content] of Object.entries(entries)) {
        expect(readZipEntry(archive, { name, file: "x.zip" })).to.deep.equal(content);
      }
    }
  });
});

describe("readZipEntry of a damaged archive", () => {
  const content = Buffer.from("second ".repeat(50));
  const place = { name: "b.txt", file: "x.zip" };

  it("refuses content that is cut off, does not inflate, or is not as long as the directory says", () => {
    for (const stored of [true, false]) {
      const archive = zip({ "b.txt": content }, { stored });
      const directory = archive.lastIndexOf(Buffer.from("PK\x01\x02", "latin1"));
      const [packedAt, sizeAt] = [directory + 20, directory + 24];
      const changes: readonly ((bytes: Buffer) => void)[] = [
        (bytes) => bytes.writeUInt32LE(2 ** 31, packedAt),
        (bytes) => bytes.writeUInt32LE(content.length - 1, sizeAt),
        (bytes) => bytes.writeUInt32LE(0, sizeAt),
        (bytes) => bytes.writeUInt32LE(content.length + 1, sizeAt),
        (bytes) => bytes.writeUInt32LE(2 ** 32 - 1, sizeAt),
        ...(stored ? [] : [(bytes: Buffer) => bytes.fill(0xff, 35, 45)]),
      ];
      for (const [i, change] of changes.entries()) {
        const bytes = Buffer.from(archive);
        change(bytes);
        expect(() => readZipEntry(bytes, place), `${stored} ${i}`).to.throw(InputError, "a damaged or unusual entry");
      }
      expect(readZipEntry(archive, place)).to.deep.equal(content);
    }
  });
});

describe("readNpy", () => {
  it("reads all four types of numbers", () => {
    for (const type of ["<i4", "<i8", "<f4", "<f8"] as const) {
      expect([...readNpy(npy([3, -2, 0], type), "a")], type).to.deep.equal([3, -2, 0]);
    }
    expect([...readNpy(npy([0.1], "<f8"), "a")]).to.deep.equal([0.1]);
  });

  it("refuses a file that ends within what comes before its header", () => {
    const file = npy([1, 2]);
    for (let length = 0; length < file.length; length++) {
      expect(() => readNpy(file.subarray(0, length), "a"), `${length}`).to.throw(InputError);
    }
  });

  it("refuses other contents", () => {
    const wide = Buffer.from(npy([1, 2, 3, 4]).toString("latin1").replace("(4,), ", "(2, 2)"), "latin1");
    expect(() => readNpy(wide, "a")).to.throw(InputError, /of one dimension.*\(2, 2\)/);
    expect(() => readNpy(npy([1, 2]).subarray(0, 130), "a")).to.throw(InputError, /fewer bytes/);
    expect(() => readNpy(Buffer.from("1,2"), "a")).to.throw(InputError, /another format/);
  });
});
