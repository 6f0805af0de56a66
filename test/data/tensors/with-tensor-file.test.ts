import { join } from "node:path";
import { encodeSafetensors, InputError } from "@evenodds/core";
import { withTensorFile } from "@evenodds/data/internal";
import { expect } from "chai";
import { npy, npyOf, zip } from "../known/support/npz.js";
import { rejection, removeTempFolders, tempFolder } from "../support/temp-graph.js";

after(removeTempFolders);

/** Reads one array of a file whose name says what it is. */
async function read(name: string, content: Uint8Array, key = "a") {
  const path = join(await tempFolder({ [name]: content }), name);
  return withTensorFile(path, { name, work: (file) => file.read(key) });
}

const readNpz = async (array: Buffer) => read("g.npz", zip({ "a.npy": array }));

describe("withTensorFile", () => {
  it("reads stored and deflated arrays of an archive", async () => {
    for (const stored of [true, false]) {
      const archive = zip({ "b.npy": npy([1]), "a.npy": npy([3, -2, 0], "<f8") }, { stored });
      expect(await read("g.npz", archive)).to.deep.equal({
        type: "F64",
        shape: [3],
        values: Float64Array.of(3, -2, 0),
      });
    }
  });

  it("reads each type of number of NumPy", async () => {
    for (const type of ["<i4", "<i8", "<f4", "<f8"] as const) {
      const { values } = await readNpz(npy([3, -2, 0], type));
      expect([...values!], type).to.deep.equal([3, -2, 0]);
    }
    const small: [string, number[], number[]][] = [
      ["|b1", [1, 0], [1, 0]],
      ["|u1", [255, 1], [255, 1]],
      ["|i1", [255, 1], [-1, 1]],
      ["<u2", [1, 128], [32769]],
      ["<i2", [1, 128], [-32767]],
      ["<f2", [0, 0xc0], [-2]],
    ];
    for (const [descr, bytes, numbers] of small) {
      const { values } = await readNpz(npyOf(descr, [numbers.length], Buffer.from(bytes)));
      expect([...values!], descr).to.deep.equal(numbers);
    }
  });

  it("turns arrays round that are in the order of columns", async () => {
    // [[1, 2, 3], [4, 5, 6]], column by column
    const content = Buffer.from(Int32Array.of(1, 4, 2, 5, 3, 6).buffer);
    const { values, shape } = await readNpz(npyOf("<i4", [2, 3], content, "True"));
    expect(shape).to.deep.equal([2, 3]);
    expect([...values!]).to.deep.equal([1, 2, 3, 4, 5, 6]);
  });

  it("reads texts, which are filled up with zeros", async () => {
    const letters = Buffer.from(Uint32Array.of(0x61, 0, 0x1f600, 0x62).buffer);
    expect((await readNpz(npyOf("<U2", [2], letters))).texts).to.deep.equal(["a", "😀b"]);
    expect((await readNpz(npyOf("|S3", [2], Buffer.from("ä\0b\0\0")))).texts).to.deep.equal(["ä", "b"]);
    const wrong = await rejection(readNpz(npyOf("<U1", [1], Buffer.from(Uint32Array.of(0x110000).buffer))));
    expect(wrong).to.be.instanceOf(InputError);
    expect(wrong.message).to.equal("a of g.npz: expected texts in Unicode, found other bytes in place 0");
    const bytes = await rejection(readNpz(npyOf("|S1", [1], Buffer.of(0xff))));
    expect(bytes.message).to.include("texts in Unicode");
  });

  it("reads one number without a dimension", async () => {
    expect(await readNpz(npy([-1], "<i8", []))).to.deep.equal({ type: "I64", shape: [], values: Float64Array.of(-1) });
  });

  it("reads safetensors and its metadata", async () => {
    const content = encodeSafetensors(new Map([["a", { shape: [1], values: Float32Array.of(2) }]]), { who: "me" });
    const path = join(await tempFolder({ "g.safetensors": content }), "g.safetensors");
    const found = await withTensorFile(path, {
      name: "g",
      work: async (file) => [await file.read("a"), file.metadata.get("who"), file.heads.get("a")],
    });
    expect(found).to.deep.equal([
      { type: "F32", shape: [1], values: Float32Array.of(2) },
      "me",
      { type: "F32", typeName: "float32", shape: [1] },
    ]);
  });

  it("refuses types that it does not read, where they are wanted", async () => {
    const object = await rejection(readNpz(npyOf("|O", [1], Buffer.alloc(8))));
    expect(object).to.be.instanceOf(InputError);
    expect(object.message).to.match(/^a of g\.npz: expected elements of type bool.*found object; objects are pickled/);
    const swapped = await rejection(readNpz(npyOf(">f4", [1], Buffer.alloc(4))));
    expect(swapped.message).to.include("found >f4");
    const large = await rejection(readNpz(npyOf("<i8", [1], Buffer.from(BigInt64Array.of(2n ** 60n).buffer))));
    expect(large.message).to.include("found an integer beyond 2^53");
    const truth = await rejection(readNpz(npyOf("|b1", [1], Buffer.of(2))));
    expect(truth.message).to.include("a truth value that is neither 1 nor 0");
  });

  it("refuses sizes that the file has not, before it makes anything of that size", async () => {
    const claimed = await rejection(readNpz(npyOf("<f8", [2 ** 40, 2 ** 10], Buffer.alloc(8))));
    expect(claimed).to.be.instanceOf(InputError);
    expect(claimed.message).to.include("found 8 bytes, where its shape");
    const archive = zip({ "a.npy": npy([1, 2, 3]) });
    const at = archive.lastIndexOf(Buffer.from("PK\x01\x02", "latin1"));
    archive.writeUInt32LE(0xfffffff0, at + 24);
    expect((await rejection(read("g.npz", archive))).message).to.include('a damaged or unusual entry "a.npy"');
  });

  it("refuses damaged archives", async () => {
    const stored = zip({ "a.npy": npy([1, 2, 3]) }, { stored: true });
    const flipped = Buffer.from(stored);
    flipped[30 + 5 + 130]! ^= 1;
    expect((await rejection(read("g.npz", flipped))).message).to.include('a damaged entry "a.npy"');
    for (const content of [Buffer.alloc(0), Buffer.from("PK\x05\x06"), stored.subarray(0, 100)]) {
      expect((await rejection(read("g.npz", content))).message).to.include("found no archive");
    }
    const twice = zip({ "a.npy": npy([1]), "b.npy": npy([2]) });
    const second = twice.lastIndexOf(Buffer.from("b.npy"));
    twice.write("a", second);
    expect((await rejection(read("g.npz", twice))).message).to.include('two entries "a.npy"');
    expect((await rejection(read("g.npz", zip({ "a.txt": Buffer.from("hello") })))).message).to.include(
      "a.txt of g.npz: expected a NumPy array, found another format",
    );
  });

  it("says how to write a file of torch.save anew, whatever it is called", async () => {
    const torch = zip({ "archive/data.pkl": Buffer.from("x") });
    for (const name of ["g.npz", "g.safetensors"]) {
      const error = await rejection(read(name, torch));
      expect(error).to.be.instanceOf(InputError);
      expect(error.message, name).to.match(/found a file of torch\.save; .*safetensors\.torch\.save_file/);
    }
  });

  it("refuses safetensors that are none, or cut off", async () => {
    const content = encodeSafetensors(new Map([["a", { shape: [1], values: Float32Array.of(2) }]]), {});
    expect((await rejection(read("g.safetensors", content.subarray(0, content.length - 1)))).message).to.include(
      "tensor a cut off",
    );
    expect((await rejection(read("g.safetensors", Buffer.from("abc")))).message).to.include("found 3 bytes");
  });
});
