import { existsSync } from "node:fs";
import { copyFile, readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { inspectModel } from "@evenodds/auditor";
import { expect } from "chai";
import onnxProto from "onnx-proto";
import { runCli } from "../../support/fake-terminal.js";
import { useTempFolder } from "../support/temp-folder.js";

const { ModelProto } = onnxProto.onnx;
const fixture = (name: string) => fileURLToPath(new URL(`../../fixtures/optimize/${name}`, import.meta.url));

describe("evenodds optimize", () => {
  const folder = useTempFolder();
  const optimize = (model: string, ...flags: string[]) =>
    runCli(["optimize", model, "--out", folder.at("fast.onnx"), ...flags]);

  async function expectRefusal(model: string, flags: readonly string[], message: RegExp): Promise<void> {
    const { code, out, log } = await optimize(model, ...flags);
    expect({ code, out }, log.join("\n")).to.deep.equal({ code: 2, out: "" });
    expect(log).to.have.length(1);
    expect(log[0]).to.match(message);
    expect(existsSync(folder.at("fast.onnx"))).to.equal(false);
  }

  it("says what it found and left, shows the proof, and writes the file", async () => {
    await writeFile(folder.at("fast.onnx"), "an older one");
    const { code, out, log } = await optimize(fixture("sage-mean-script.onnx"));
    expect({ code, out }, log.join("\n")).to.deep.equal({ code: 0, out: "" });
    expect(log[0]).to.equal("rewrote 2 means over neighbours, by one set of tables");
    expect(log[1]).to.equal("left 2 scatters as they are: one number per arc is fast that way");
    expect(log.join("\n"))
      .to.match(/│ hubs +│ +400 │ +3000 │ .*│ equal/)
      .and.match(/│ no arcs /);
    expect(log.at(-1)).to.match(/^wrote .*fast\.onnx \(\d+ bytes, opset 18\), proven on 4 graphs$/);
    const before = inspectModel(await readFile(fixture("sage-mean-script.onnx")));
    const after = inspectModel(await readFile(folder.at("fast.onnx")));
    for (const field of ["inputs", "outputs", "opsets", "irVersion", "producer", "metadata"] as const) {
      expect(after[field], field).to.deep.equal(before[field]);
    }
  });

  it("makes a model with weights of arcs faster, proven on graphs that have some", async () => {
    const { code, log } = await optimize(fixture("gcn-weighted-script.onnx"));
    expect(code, log.join("\n")).to.equal(0);
    expect(log[0]).to.equal("rewrote 2 weighted sums over neighbours, by one set of tables");
    expect(inspectModel(await readFile(folder.at("fast.onnx"))).inputs.map(({ name }) => name)).to.deep.equal([
      "x",
      "edge_index",
      "edge_weight",
    ]);
  });

  it("makes one file of a model with data beside it", async () => {
    for (const name of ["gcn-wide-dynamo-external.onnx", "gcn-wide-dynamo-external.onnx.data"]) {
      await copyFile(fixture(name), folder.at(name));
    }
    const { code, log } = await optimize(folder.at("gcn-wide-dynamo-external.onnx"));
    expect(code, log.join("\n")).to.equal(0);
    expect(inspectModel(await readFile(folder.at("fast.onnx"))).externalFiles).to.deep.equal([]);
    await copyFile(fixture("gcn-wide-dynamo-external.onnx"), folder.at("alone.onnx"));
    const alone = await runCli(["optimize", folder.at("alone.onnx"), "--out", folder.at("other.onnx")]);
    expect(alone.code).to.equal(0);
  });

  it("refuses models that have nothing to make faster, or that evenodds cannot run", async () => {
    await expectRefusal(
      fixture("no-edges-script.onnx"),
      [],
      /sums over neighbours .*found none; use the model as it is/,
    );
    await expectRefusal(fixture("gcn-script-opset14.onnx"), [], /opset of the model: expected at least 16, found 14/);
    await expectRefusal(folder.at("nothing.onnx"), [], /nothing\.onnx: .*no such file/);
  });

  it("takes a model whose output has one number per node", async () => {
    const { code, log } = await runCli(["optimize", fixture("gcn-flat-script.onnx"), "--out", folder.at("flat.onnx")]);
    expect(code, log.join("\n")).to.equal(0);
  });

  it("writes nothing where the proof fails", async () => {
    const model = fixture("gcn-script.onnx");
    await expectRefusal(model, ["--tolerance", "1e-30"], /logits on graph "hubs".*keep the model as it is/);
    await expectRefusal(model, ["--tolerance", "0"], /tolerance: expected a positive number/);
    await expectRefusal(model, ["--graph", folder.at("nowhere")], /nowhere/);
  });

  /** A model of torch's old exporter in which something was changed. */
  async function changed(change: (graph: onnxProto.onnx.IGraphProto, model: onnxProto.onnx.ModelProto) => void) {
    const model = ModelProto.decode(await readFile(fixture("sage-mean-script.onnx")));
    change(model.graph!, model);
    await writeFile(folder.at("changed.onnx"), ModelProto.encode(model).finish());
    return folder.at("changed.onnx");
  }

  it("refuses sizes for which no graph can be drawn, with the figure", async () => {
    const sized = (input: number, axis: number, dimValue: number) =>
      changed(({ input: inputs }) => {
        inputs![input]!.type!.tensorType!.shape!.dim![axis] = { dimValue };
      });
    for (const [input, axis, what] of [
      [0, 1, "features"],
      [0, 0, "nodes"],
      [1, 1, "arcs"],
    ] as const) {
      for (const size of [2 ** 40, 2 ** 31, 2 ** 53]) {
        const words = new RegExp(
          `${what} of the model: expected a number from \\d to \\d+, .*found ${size}; the file is for`,
        );
        await expectRefusal(await sized(input, axis, size), [], words);
      }
    }
    await expectRefusal(await sized(0, 1, -1), [], /model input x: expected a number of features that is fixed/);
  });

  it("refuses a model without one of its inputs in words", async () => {
    const without = (name: string) =>
      changed((graph) => (graph.input = graph.input!.filter((input) => input.name !== name)));
    await expectRefusal(
      await without("x"),
      [],
      /expected an input for the features of the nodes, .*found edge_index int64/,
    );
    await expectRefusal(
      await without("edge_index"),
      [],
      /expected a file that ONNX Runtime can load, found .*edge_index/,
    );
    const none = await changed((graph) => (graph.input = []));
    await expectRefusal(none, [], /expected an input for the features of the nodes, .*found no inputs/);
  });

  /** A model all of whose constants are inputs as well, one of which only nodes read that are rewritten. */
  const withConstantInputs = (irVersion: number) =>
    changed((graph, whole) => {
      whole.irVersion = irVersion;
      const scatter = graph.node!.find(({ opType }) => opType === "ScatterElements")!;
      const index = scatter.input![1]!;
      graph.initializer!.push({ name: "before", dims: [1], dataType: 7, int64Data: [0] });
      graph.node!.splice(graph.node!.indexOf(scatter), 0, {
        opType: "Add",
        input: [index, "before"],
        output: ["unchanged"],
      });
      graph.input!.push(
        ...graph.initializer!.map(({ name, dims, dataType }) => ({
          name: name!,
          type: { tensorType: { elemType: dataType!, shape: { dim: dims!.map((dimValue) => ({ dimValue })) } } },
        })),
      );
    });
  const inputsOf = async (path: string) =>
    ModelProto.decode(await readFile(path)).graph!.input!.map(({ name }) => name);

  it("keeps constants that a caller may replace among the inputs, whether they are still read or not", async () => {
    const model = await withConstantInputs(8);
    const { code, log } = await optimize(model);
    expect(code, log.join("\n")).to.equal(0);
    const kept = await inputsOf(folder.at("fast.onnx"));
    expect(kept).to.deep.equal(await inputsOf(model));
    const { node } = ModelProto.decode(await readFile(folder.at("fast.onnx"))).graph!;
    const read = new Set(node!.flatMap(({ input }) => input!));
    expect(kept.filter((name) => !read.has(name!))).not.to.be.empty;
  });

  it("makes a file of IR version 4, in which constants are no inputs, of an older one", async () => {
    const { code, log } = await optimize(await withConstantInputs(3));
    expect(code, log.join("\n")).to.equal(0);
    expect(await inputsOf(folder.at("fast.onnx"))).to.deep.equal(["x", "edge_index"]);
    const { irVersion, inputs } = inspectModel(await readFile(folder.at("fast.onnx")));
    expect([irVersion, inputs.length]).to.deep.equal([4, 2]);
    // What is optimized once has nothing left to optimize, and is not at fault.
    const again = await runCli(["optimize", folder.at("fast.onnx"), "--out", folder.at("again.onnx")]);
    expect(again.log.join("\n")).not.to.match(/no reader|given once/);
  });

  it("takes branches of the file that use the same names, and nodes in them that nobody reads", async () => {
    const branch = (name: string) => ({
      name,
      node: [
        { opType: "Identity", input: ["x"], output: ["inner"] },
        { opType: "Relu", input: ["x"], output: ["vain"] },
      ],
      output: [{ name: "inner", type: { tensorType: { elemType: 1 } } }],
    });
    const model = await changed((graph) => {
      for (const node of graph.node!) node.input = node.input!.map((name) => (name === "x" ? "chosen" : name));
      const attribute = ["then_branch", "else_branch"].map((name) => ({ name, type: 5, g: branch(name) }));
      graph.initializer!.push({ name: "truth", dims: [], dataType: 9, int32Data: [1] });
      graph.node!.unshift({ opType: "If", name: "choice", input: ["truth"], output: ["chosen"], attribute });
    });
    const { code, log } = await optimize(model);
    expect([0, 2], log.join("\n")).to.include(code);
    expect(log.join("\n")).not.to.match(/given once|no reader/);
  });

  it("refuses every file of which a byte that says how long something is was flipped, in one line", async () => {
    const bytes = await readFile(fixture("sage-mean-script.onnx"));
    const places = lengthsWithin(bytes);
    for (let i = 0; i < places.length; i += Math.ceil(places.length / 60)) {
      const flipped = Uint8Array.from(bytes);
      flipped[places[i]!]! += 1;
      await writeFile(folder.at("flipped.onnx"), flipped);
      await expectRefusal(
        folder.at("flipped.onnx"),
        [],
        /flipped\.onnx: expected an ONNX file, found \d+ bytes that are/,
      );
    }
  });
});

/** Where the lengths of the messages of a graph stand, each of one byte. */
function lengthsWithin(bytes: Uint8Array): number[] {
  const places: number[] = [];
  const decode = onnxProto.onnx.NodeProto.decode.bind(onnxProto.onnx.NodeProto);
  for (let at = 1; at < bytes.length - 1; at++) {
    // Field 1 of a graph, a node: its tag, its length, then its first input.
    if (bytes[at - 1] !== 0x0a || bytes[at + 1] !== 0x0a || bytes[at]! >= 127) continue;
    const end = at + 1 + bytes[at]!;
    if (end > bytes.length) continue;
    try {
      if ((decode(bytes.subarray(at + 1, end)).opType ?? "").length > 2) places.push(at);
    } catch {
      // These bytes were something else.
    }
  }
  return places;
}
