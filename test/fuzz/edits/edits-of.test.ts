import { Random } from "@evenodds/core";
import { expect } from "chai";
import { parse } from "yaml";
import { linearModel } from "../../support/onnx-models.js";
import { editJson, editSafetensors, editYaml } from "./edit-tree.js";
import { editsOf } from "./edits-of.js";

const text = (content: string) => new TextEncoder().encode(content);
const header = '{"w":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}}';
const safetensors = Buffer.concat([Buffer.from([header.length, 0, 0, 0, 0, 0, 0, 0]), text(header), Buffer.alloc(4)]);

/** A file of every kind. */
const samples: Readonly<Record<string, Uint8Array>> = {
  "m.onnx": linearModel({ features: 2, classes: 2 }),
  "c.yaml": text("nodes: { files: a.csv, label: y }\nedges: b.csv\n"),
  "c.json": text('[{"y":1,"p":[0,null]}]'),
  "c.ndjson": text('{"y":1}\n{"y":0}\n'),
  "c.jsonl": text('{"y":1}\n{"y":0}\n'),
  "c.csv": text("y,p\n1,0\n0,1\n"),
  "c.tsv": text("y\tp\n1\t0\n0\t1\n"),
  "s.safetensors": safetensors,
  "p.parquet": text("PAR1 some bytes PAR1"),
};

describe("editsOf", () => {
  for (const [name, bytes] of Object.entries(samples)) {
    it(`changes ${name}, from the same random numbers in the same way`, () => {
      for (const edit of editsOf(name)) {
        let changed = 0;
        for (let start = 0; start < 60; start++) {
          const before = Uint8Array.from(bytes);
          const edited = edit(bytes, Random.of(start, "x"), [bytes]);
          expect(Buffer.from(edited)).to.deep.equal(Buffer.from(edit(bytes, Random.of(start, "x"), [bytes])));
          expect(bytes).to.deep.equal(before);
          if (!Buffer.from(edited).equals(bytes)) changed++;
        }
        // Half of what cuts a file off leaves it, and a byte may be what it was.
        expect(changed).to.be.above(25);
      }
    });

    it(`changes ${name} again and again, whatever came of it`, () => {
      const random = Random.of(1, name);
      for (const edit of editsOf(name)) {
        let edited = bytes;
        for (let times = 0; times < 40; times++) edited = edit(edited.subarray(0, 5000), random, [bytes]);
      }
    });
  }
});

describe("edits of fields", () => {
  const valid = (read: (content: string) => unknown, edited: Uint8Array) => {
    try {
      read(Buffer.from(edited).toString());
      return true;
    } catch {
      return false;
    }
  };

  it("leave JSON and YAML that can be read", () => {
    for (let start = 0; start < 100; start++) {
      const json = editJson(samples["c.json"]!, Random.of(start, "x"), []);
      const yaml = editYaml(samples["c.yaml"]!, Random.of(start, "x"), []);
      // The root itself may go.
      expect(json.length === 0 || valid(JSON.parse, json), Buffer.from(json).toString()).to.equal(true);
      expect(yaml.length === 0 || valid(parse, yaml), Buffer.from(yaml).toString()).to.equal(true);
    }
  });

  it("write the length of a safetensors header anew", () => {
    for (let start = 0; start < 100; start++) {
      const edited = Buffer.from(editSafetensors(safetensors, Random.of(start, "x"), []));
      const length = Number(edited.readBigUInt64LE(0));
      expect(edited.length).to.equal(8 + length + 4);
    }
  });
});
