import { metadataKeys, ModelError, requiredMetadata, type Task } from "@evenodds/core";
import { checkStructure, exportModel } from "@evenodds/exporter";
import { metadataOf, onnx } from "@evenodds/exporter/internal";
import { expect } from "chai";
import { linear, randomModel, twoLayers } from "./support/models.js";

const model = randomModel(twoLayers, { preprocessing: "z-score" });

describe("metadataOf", () => {
  it("writes every key as the auditor reads it", () => {
    expect(Object.fromEntries(metadataOf(model))).to.deep.equal({
      "evenodds.feature_names": '["feature_0","feature_1","feature_2"]',
      "evenodds.task": "classification",
      "evenodds.classes": '["class 0","class 1"]',
      "evenodds.label": "income",
      "evenodds.form": "fast",
      "evenodds.preprocessing": '{"method":"z-score","scale":[1,1.5,2],"shift":[-1,0,1]}',
      "evenodds.layers":
        '[{"inputs":3,"kind":"gcn","name":"first","outputs":5},{"kind":"relu"},{"kind":"dropout","rate":0.5},' +
        '{"inputs":5,"kind":"gcn","name":"second","outputs":2}]',
      "evenodds.split": '{"test":"00000000000000cc","train":"00000000000000aa","validation":"00000000000000bb"}',
      "evenodds.provenance":
        `{"engine":"wasm","epochs":10,"graph":{"name":"tiny","sha256":"${"ab".repeat(32)}"},"method":"plain",` +
        '"options":{"epochs":10,"hidden":3},"seed":1,"sensitive":null,"tool":"evenodds 0.1.0"}',
    });
  });

  it("says what one column means", () => {
    const one = [linear("l", 3, 1)];
    const written = (task: Task) => new Map(metadataOf(randomModel(one, { task })));
    expect(written("binary").get(metadataKeys.task)).to.equal("binary");
    expect(written("regression").get(metadataKeys.task)).to.equal("regression");
    expect(written("regression").get(metadataKeys.classes)).to.equal("[]");
  });

  it("leaves the scaling out where there is none, and author and license unless they are stated", () => {
    const metadata = new Map(metadataOf(randomModel(twoLayers)));
    expect(metadata.get(metadataKeys.preprocessing)).to.equal('{"method":"none"}');
    expect([metadata.has(metadataKeys.author), metadata.has(metadataKeys.license)]).to.deep.equal([false, false]);
    expect(metadataOf(model, { license: "MIT", author: "Ada, Grace" }).slice(-2)).to.deep.equal([
      ["model_author", "Ada, Grace"],
      ["model_license", "MIT"],
    ]);
  });

  it("says nothing of a training of which nothing is known", () => {
    const { split, provenance, ...rest } = model;
    const keys = (known: Parameters<typeof metadataOf>[0]) => metadataOf(known).map(([key]) => key);
    expect(keys(rest)).to.deep.equal(keys(model).filter((key) => !/split|provenance/.test(key)));
    expect(keys({ ...rest, split }))
      .to.include(metadataKeys.split)
      .and.not.include(metadataKeys.provenance);
    expect(keys({ ...rest, provenance }))
      .to.include(metadataKeys.provenance)
      .and.not.include(metadataKeys.split);
    checkStructure(exportModel(rest));
  });

  it("keeps names of any alphabet", () => {
    const named = { ...model, featureNames: ["größe", "年齢", 'a"b'], labelName: "доход" };
    const { metadataProps } = onnx.ModelProto.decode(exportModel(named));
    const values = new Map(metadataProps.map(({ key, value }) => [key, value]));
    expect(JSON.parse(values.get(metadataKeys.featureNames)!)).to.deep.equal(named.featureNames);
    expect(values.get(metadataKeys.label)).to.equal("доход");
  });

  it("refuses options that JSON cannot hold", () => {
    const broken = { ...model, provenance: { ...model.provenance, options: { rate: NaN } } };
    expect(() => metadataOf(broken)).to.throw(ModelError, /evenodds.provenance: expected finite numbers, found NaN/);
  });
});

describe("requiredMetadata", () => {
  it("is every key but the layers, author, license and what is known of the training", () => {
    const { author, layers, license, split, provenance } = metadataKeys;
    expect([...requiredMetadata, author, layers, license, split, provenance].sort()).to.deep.equal(
      Object.values(metadataKeys).sort(),
    );
  });
});
