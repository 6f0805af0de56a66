import { ProofError } from "@evenodds/core";
import { checkStructure, exportFiles, exportModel } from "@evenodds/exporter";
import { onnx } from "@evenodds/exporter/internal";
import { expect } from "chai";
import { gcn, linear, randomModel } from "../support/models.js";

/** Content outside: `first.weight` (1,200 bytes at 0) and `last.weight` (1,600 at 65,536). */
const model = randomModel([gcn("first", 3, 100), { kind: "relu" }, linear("last", 100, 4)]);
const files = exportFiles(model, { name: "model.onnx", externalFrom: 0 });
const data = { path: "model.onnx.data", bytes: 65536 + 1600 };

type Entries = Record<string, string>;

/** The file with other entries of the second constant outside. */
function placed(change: (entries: Entries, tensor: onnx.ITensorProto) => Entries): Uint8Array {
  const message = onnx.ModelProto.decode(files.model);
  const tensor = message.graph!.initializer!.find(({ name }) => name === "last.weight")!;
  const entries = Object.fromEntries(tensor.externalData!.map(({ key, value }) => [key!, value!]));
  tensor.externalData = Object.entries(change(entries, tensor)).map(([key, value]) => ({ key, value }));
  return onnx.ModelProto.encode(message).finish();
}

describe("checkStructure of a model with a data file", () => {
  it("accepts what exportFiles writes, in a file that is as long or longer", () => {
    expect(files.data!.bytes).to.equal(data.bytes);
    expect(checkStructure(files.model, { data })).to.deep.equal(checkStructure(exportModel(model)));
    checkStructure(files.model, { data: { ...data, bytes: data.bytes + 1 } });
    checkStructure(exportModel(model), { data });
  });

  const bad: [string, { bytes?: Uint8Array; file?: Partial<typeof data> | null }, RegExp][] = [
    [
      "no data file",
      { file: null },
      /"first\.weight": expected its content in the ONNX file, found it in "model\.onnx\./,
    ],
    [
      "a data file of another name",
      { file: { path: "b.data" } },
      /expected its content in "b\.data", found .*"model\.onn/,
    ],
    [
      "a data file that is cut off",
      { file: { bytes: 67135 } },
      /"last\.weight": expected bytes 65536 to 67136 of .* 67135/,
    ],
    [
      "a place in another folder",
      { bytes: placed((at) => ({ ...at, location: "../model.onnx.data" })) },
      /expected its content in "model\.onnx\.data", found it in "\.\.\/model\.onnx\.data"/,
    ],
    [
      "an absolute place",
      { bytes: placed((at) => ({ ...at, location: "/etc/passwd" })) },
      /found it in "\/etc\/passwd"/,
    ],
    ["an offset between", { bytes: placed((at) => ({ ...at, offset: "4096" })) }, /multiple of 65536, found "4096"/],
    [
      "an offset below 0",
      { bytes: placed((at) => ({ ...at, offset: "-65536" })) },
      /multiple of 65536, found "-65536"/,
    ],
    [
      "an offset that is not a number",
      { bytes: placed((at) => ({ ...at, offset: "x" })) },
      /multiple of 65536, found "x"/,
    ],
    ["a place behind the end", { bytes: placed((at) => ({ ...at, offset: "131072" })) }, /bytes 131072 to 132672/],
    ["too few bytes", { bytes: placed((at) => ({ ...at, length: "1596" })) }, /a length of 1600 bytes, found "1596"/],
    ["too many bytes", { bytes: placed((at) => ({ ...at, length: "1604" })) }, /a length of 1600 bytes, found "1604"/],
    [
      "bytes of another constant",
      { bytes: placed((at) => ({ ...at, offset: "0" })) },
      /(first|last)\.weight": expected bytes of the data file of its own, found some of constant "(first|last)\.weight"/,
    ],
    [
      "no length",
      { bytes: placed(({ location, offset }) => ({ location: location!, offset: offset! })) },
      /and length/,
    ],
    ["other entries", { bytes: placed((at) => ({ ...at, checksum: "ab" })) }, /offset and length, found .*, checksum/],
    ["no entries", { bytes: placed(() => ({})) }, /expected location, offset and length, found nothing/],
    [
      "content in two places",
      { bytes: placed((at, tensor) => ((tensor.rawData = new Uint8Array(1600)), at)) },
      /expected its content in one place/,
    ],
    [
      "a small constant outside",
      {
        bytes: placed((at, tensor) => {
          tensor.dims = tensor.dims!.slice(1);
          return { ...at, length: "16" };
        }),
      },
      /where small constants and whole numbers belong, found it outside/,
    ],
  ];
  for (const [fault, { bytes = files.model, file = {} }, message] of bad) {
    it(`finds ${fault}`, () => {
      const given = file === null ? undefined : { ...data, ...file };
      expect(() => checkStructure(bytes, { data: given })).to.throw(ProofError, message);
    });
  }
});
