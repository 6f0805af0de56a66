import { inspectModel, recordedClasses, recordedFeatures } from "@evenodds/auditor";
import { ModelError } from "@evenodds/core";
import { expect } from "chai";
import { linearModel } from "../../support/onnx-models.js";

const describeWith = (metadata: Record<string, string>) =>
  inspectModel(linearModel({ features: 3, classes: 3 }, { metadata }));
const classesOf = (metadata: Record<string, string>) => recordedClasses(describeWith(metadata), "logits");
const featuresOf = (metadata: Record<string, string>) => recordedFeatures(describeWith(metadata), 3);

const levels = ["low", "medium", "high"];

describe("recordedClasses", () => {
  for (const [form, text] of [
    ["a JSON list", '["low","medium","high"]'],
    ["a JSON list with blanks", ' [ "low" , "medium" , "high" ] '],
    ["a list as Python prints it", "['low', 'medium', 'high']"],
    ["a tuple as Python prints it", "('low', 'medium', 'high')"],
    ["names separated by commas", "low,medium, high"],
    ["names separated by semicolons", "low; medium; high"],
    ["names in lines", "low\nmedium\nhigh\n"],
    ["quoted names separated by commas", '"low", "medium", "high"'],
    ["numbers with names", '{"0": "low", "1": "medium", "2": "high"}'],
    ["numbers with names in another order", '{"2":"high","0":"low","1":"medium"}'],
    ["numbers with names as Python prints them", "{0: 'low', 1: 'medium', 2: 'high'}"],
    ["names with numbers", '{"high": 2, "low": 0, "medium": 1}'],
  ] as const) {
    it(`reads ${form}`, () => {
      expect(classesOf({ class_names: text })).to.deep.equal({
        names: levels,
        source: "metadata class_names",
        areNumbers: false,
      });
    });
  }

  it("knows keys of many tools, whatever their characters besides letters and digits, and after a prefix", () => {
    const text = JSON.stringify(levels);
    const keys =
      "classes class_names classNames Class-Names labels label_names target_names id2label label2id classes_";
    for (const key of [...keys.split(" "), "class labels", "sklearn.classes_", "model:class_names", "my/labels"]) {
      expect(classesOf({ [key]: text })?.names, key).to.deep.equal(levels);
    }
    expect(classesOf({ names: "{0: 'low', 1: 'medium', 2: 'high'}" })?.names).to.deep.equal(levels);
    expect(
      classesOf({ config: JSON.stringify({ model_type: "x", id2label: { 0: "low", 1: "medium", 2: "high" } }) }),
    ).to.deep.include({ names: levels, source: "metadata config (id2label)" });
  });

  it("takes nothing else for names: one word, a number, other keys, lists of other things", () => {
    for (const metadata of [
      {},
      { labels: "y" },
      { classes: "3" },
      { classes: "" },
      { class_names: "[]" },
      { class_names: "[[1,2],[3,4]]" },
      { class_names: '{"low": {"a": 1}}' },
      { names: '["age","sex","city"]' },
      { description: "low,medium,high" },
      { author: '["a","b","c"]' },
      { config: "low,medium,high" },
      { "evenodds.future_classes": '["a","b","c"]' },
    ] as Record<string, string>[]) {
      expect(classesOf(metadata), JSON.stringify(metadata)).to.equal(null);
    }
  });

  it("refuses lists that name no columns, and keys that contradict each other", () => {
    for (const [metadata, message] of [
      [{ class_names: '["a","a","b"]' }, /metadata class_names: expected distinct names .*found "a" twice/],
      [{ id2label: '{"1":"a","2":"b","3":"c"}' }, /metadata id2label: .*found numbers 1, 2, 3, which are not 0 to 2/],
      [{ classes: "a,,b" }, /found a name that is empty/],
      [
        { class_names: '["a","b","c"]', id2label: '{"0":"c","1":"b","2":"a"}' },
        /^classes of the model: expected one order of them, found metadata class_names .* and metadata id2label/,
      ],
    ] as const) {
      expect(() => classesOf(metadata)).to.throw(ModelError, message);
    }
  });

  it("lets names that count the columns give way to names that mean something", () => {
    const counted = { classes: "[0, 1, 2]" };
    expect(classesOf(counted)).to.deep.include({ names: ["0", "1", "2"], areNumbers: true });
    expect(classesOf({ ...counted, class_names: levels.join(",") })?.names).to.deep.equal(levels);
    expect(classesOf({ id2label: '{"0":"LABEL_0","1":"LABEL_1","2":"LABEL_2"}' })?.areNumbers).to.equal(true);
    for (const names of ["class 1,class 2,class 3", "c0,c1,c2"])
      expect(classesOf({ classes: names })?.areNumbers).to.equal(true);
    for (const names of ["1,2,3", "2,0,1", "c1,c0,c2", "c2,c3,c4"]) {
      expect(classesOf({ classes: names })?.areNumbers, names).to.equal(false);
    }
  });

  it("keeps names that JavaScript has other uses for", () => {
    const names = ["__proto__", "constructor", "toString"];
    expect(classesOf({ class_names: JSON.stringify(names) })?.names).to.deep.equal(names);
    expect(classesOf({ label2id: '{"__proto__": 0, "constructor": 1, "toString": 2}' })?.names).to.deep.equal(names);
    expect(classesOf({ class_names: "['it\\'s', \"say \\\"b\\\"\", 'x\\ty']" })?.names).to.deep.equal([
      "it's",
      'say "b"',
      "x\ty",
    ]);
  });
});

describe("recordedFeatures", () => {
  it("knows keys of many tools", () => {
    const keys = "feature_names featureNames feature_names_in_ features feature_columns columns input_features";
    for (const key of keys.split(" ")) {
      expect(featuresOf({ [key]: "age,income,city" })?.names, key).to.deep.equal(["age", "income", "city"]);
    }
    expect(featuresOf({ input_names: "x,edge_index" })).to.equal(null);
  });

  it("takes one word only for a model of one feature", () => {
    expect(featuresOf({ features: "raw" })).to.equal(null);
    expect(recordedFeatures(describeWith({ features: "age" }), 1)?.names).to.deep.equal(["age"]);
  });
});
