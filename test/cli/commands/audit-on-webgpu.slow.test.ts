import { readFile } from "node:fs/promises";
import type { AuditReport } from "@evenodds/auditor";
import { expect } from "chai";
import { runCli } from "../../support/fake-terminal.js";
import { requireWebGpu } from "../../support/on-webgpu.js";
import { buildModel, contract, floats, integers, node, type ModelParts } from "../../support/onnx-models.js";
import { skipBecause } from "../../support/skip-because.js";
import { auditCase, unequal } from "../support/audit-case.js";
import { useTempFolder } from "../support/temp-folder.js";

const named = (name: string, made: ReturnType<typeof node>) => ({ ...made, name });
const metadata = {
  "evenodds.feature_names": JSON.stringify(["left", "right"]),
  "evenodds.classes": JSON.stringify(["0", "1"]),
};

/** `logits = x W + nothing`, W the identity; `nodes` or `initializers` make `nothing`, which is 0. */
const logitsModel = ({ nodes, initializers = [] }: Pick<ModelParts, "nodes" | "initializers">) =>
  buildModel({
    ...contract({ features: 2, classes: 2 }),
    nodes: [
      named("product", node("MatMul", { from: ["x", "W"], to: ["xW"] })),
      ...nodes,
      named("sum", node("Add", { from: ["xW", "nothing"], to: ["logits"] })),
    ],
    initializers: [floats("W", [2, 2], [1, 0, 0, 1]), ...initializers],
    metadata,
  });

/** Casts targets to floats, for which WebGPU has no kernel. */
const casting = logitsModel({
  nodes: [
    named("row", node("Gather", { from: ["edge_index", "one"], to: ["target"] }, { axis: 0 })),
    named("targets-as-floats", node("Cast", { from: ["target"], to: ["floats"] }, { to: 1 })),
    named("most", node("ReduceMax", { from: ["floats"], to: ["most_target"] }, { keepdims: 0 })),
    named("times", node("Mul", { from: ["most_target", "zero"], to: ["nothing"] })),
  ],
  initializers: [integers("one", [], [1]), floats("zero", [], [0])],
});

const whole = logitsModel({ nodes: [], initializers: [floats("nothing", [], [0])] });

/** Class ids: the names of the largest column, looked up in a table of int64, for which WebGPU has no kernel. */
const naming = buildModel({
  inputs: contract({ features: 2, classes: 2 }).inputs,
  outputs: [{ name: "ids", type: "INT64", shape: ["N"] }],
  nodes: [
    named("product", node("MatMul", { from: ["x", "W"], to: ["xW"] })),
    named("largest", node("ArgMax", { from: ["xW"], to: ["best"] }, { axis: 1, keepdims: 0 })),
    named("names-of-classes", node("Gather", { from: ["names", "best"], to: ["ids"] })),
  ],
  initializers: [floats("W", [2, 2], [1, 0, 0, 1]), integers("names", [2], [0, 1])],
  metadata: { "evenodds.feature_names": metadata["evenodds.feature_names"] },
});

describe("evenodds audit --provider webgpu", () => {
  const folder = useTempFolder();
  beforeEach(function () {
    requireWebGpu(this);
  });
  const audit = (provider: string, ...flags: string[]) =>
    runCli([
      ...["audit", folder.at("model.onnx"), folder.at("graph"), "--min-support", "1"],
      ...["--provider", provider, ...flags],
    ]);

  it("gives the report of the CPU, with every node and its provider", async () => {
    await folder.write(auditCase(unequal, whole));
    const { code, out, log } = await audit("webgpu", "--json");
    expect({ code, log }).to.deep.equal({ code: 0, log: [] });
    const { placement, ...report } = JSON.parse(out) as AuditReport;
    expect(placement).to.deep.equal({ WebGpuExecutionProvider: { MatMul: ["product"], Add: ["sum"] } });
    const onCpu = JSON.parse((await audit("cpu", "--json")).out) as AuditReport;
    expect(report).to.deep.equal({ ...onCpu, options: { ...onCpu.options, provider: "webgpu" }, provider: "webgpu" });
  });

  it("ends with 2 and the name of a node with numbers that ran on the CPU, and writes nothing", async () => {
    await folder.write(auditCase(unequal, casting));
    const { code, out, log } = await audit("webgpu");
    expect({ code, out }).to.deep.equal({ code: 2, out: "" });
    expect(log).to.have.length(1);
    expect(log[0]).to.match(/on CPUExecutionProvider 1 node: "targets-as-floats"; .*--allow-fallback/);
  });

  it("lets it run there with --allow-fallback, and says so in every form of the report", async () => {
    await folder.write(auditCase(unequal, casting));
    const { code, out } = await audit("webgpu", "--allow-fallback", "--out", folder.at("out"));
    expect(code).to.equal(0);
    const files = ["report.json", "report.md", "report.html"];
    const texts = await Promise.all(files.map((name) => readFile(folder.at("out", name), "utf8")));
    for (const text of [out, ...texts]) expect(text).to.include("targets-as-floats").and.include("allowed on request");
    const { warnings } = JSON.parse(texts[0]!) as AuditReport;
    expect(warnings.map(({ code: name }) => name)).to.include("provider-fallback");
  });

  it("binds the nodes between the last floats and class ids", async () => {
    await folder.write(auditCase(unequal, naming));
    const { code, log } = await audit("webgpu");
    expect(code).to.equal(2);
    expect(log[0]).to.match(/on CPUExecutionProvider 1 node: "names-of-classes"/);
  });

  it("is what auto chooses for a model that runs there, and not for another, with the reasons", async function () {
    await folder.write(auditCase(unequal, whole));
    const first = JSON.parse((await audit("auto", "--json")).out) as AuditReport;
    if (first.provider === "cuda") return skipBecause(this, "this machine runs CUDA");
    expect(first.provider).to.equal("webgpu");
    expect(first.notes.at(-1)).to.match(/^Provider auto chose webgpu: cuda does not run it: /);
    await folder.write(auditCase(unequal, casting));
    const second = JSON.parse((await audit("auto", "--json")).out) as AuditReport;
    expect(second.provider).to.equal("cpu");
    expect(second.notes.at(-1)).to.match(/webgpu does not run it: .*"targets-as-floats"/);
    expect(second).not.to.have.property("placement");
  });
});
