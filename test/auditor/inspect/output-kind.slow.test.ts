import {
  bindModel,
  decideRun,
  inspectModel,
  openNodeSession,
  type OutputKind,
  type OutputMeaning,
} from "@evenodds/auditor";
import { contradiction, formatSeen, lookAt } from "@evenodds/auditor/internal";
import { ModelError } from "@evenodds/core";
import { expect } from "chai";
import { caught } from "../../support/caught.js";
import {
  chain,
  inBranch,
  inFunction,
  one,
  outputModel,
  steps,
  type OutputOptions,
  type Piece,
} from "../../support/output-models.js";
import { sixNodes } from "../../support/six-nodes.js";

/** What an output of two columns is made by, per kind. */
const twoColumns: Readonly<Record<string, readonly [OutputKind, Piece, number?]>> = {
  "a matrix product": ["logits", one("Identity")],
  "a bias": ["logits", steps("out = Add(z, half)")],
  "a temperature": ["logits", steps("out = Div(z, two)")],
  Softmax: ["probabilities", one("Softmax", { axis: 1 })],
  "Softmax over its standard axis": ["probabilities", one("Softmax")],
  "Softmax of opset 11": ["probabilities", one("Softmax"), 11],
  "Softmax of a temperature": ["probabilities", steps("t = Div(z, two)", "out = Softmax(t)")],
  "Exp of LogSoftmax": ["probabilities", steps("l = LogSoftmax(z)", "out = Exp(l)")],
  "Exp over its sum": ["probabilities", steps("e = Exp(z)", "s = ReduceSum(e, second) keepdims=1", "out = Div(e, s)")],
  "Exp over its sum, the largest taken off": [
    "probabilities",
    steps(
      "m = ReduceMax(z, second)",
      "d = Sub(z, m)",
      "e = Exp(d)",
      "s = ReduceSum(e, last) keepdims=0",
      "u = Unsqueeze(s, second)",
      "out = Div(e, u)",
    ),
  ],
  "Exp times the inverse of its sum": [
    "probabilities",
    steps("e = Exp(z)", "s = ReduceSum(e, second)", "g = Add(s, tiny)", "r = Reciprocal(g)", "out = Mul(e, r)"),
  ],
  "sigmoids over their sum": ["probabilities", steps("p = Sigmoid(z)", "s = ReduceSum(p, second)", "out = Div(p, s)")],
  "Normalizer of sigmoids": ["probabilities", steps("p = Sigmoid(z)", "out = ai.onnx.ml:Normalizer(p) norm=L1")],
  "1 − p beside p": [
    "probabilities",
    steps("c = Gather(z, second) axis=1", "p = Sigmoid(c)", "q = Sub(one, p)", "out = Concat(q, p) axis=1"),
  ],
  "σ(−z) beside σ(z)": [
    "probabilities",
    steps(
      "c = Gather(z, second) axis=1",
      "n = Neg(c)",
      "q = Sigmoid(n)",
      "p = Sigmoid(c)",
      "out = Concat(q, p) axis=-1",
    ),
  ],
  "a mean of two softmaxes": [
    "probabilities",
    steps("a = Softmax(z)", "n = Neg(z)", "b = Softmax(n)", "out = Mean(a, b)"),
  ],
  "a softmax clipped to its own range": ["probabilities", steps("p = Softmax(z)", "out = Clip(p, tiny, one)")],
  LogSoftmax: ["log-probabilities", one("LogSoftmax", { axis: -1 })],
  "LogSoftmax of opset 11": ["log-probabilities", one("LogSoftmax"), 11],
  "Log of Softmax": ["log-probabilities", steps("p = Softmax(z)", "out = Log(p)")],
  "Log of Softmax and a small number": [
    "log-probabilities",
    steps("p = Softmax(z)", "q = Add(p, tiny)", "out = Log(q)"),
  ],
  "z − log Σ e^z": [
    "log-probabilities",
    steps("e = Exp(z)", "s = ReduceSum(e, second)", "l = Log(s)", "out = Sub(z, l)"),
  ],
  "z − log-sum-exp": ["log-probabilities", steps("l = ReduceLogSumExp(z, second)", "out = Sub(z, l)")],
  "z − (m + log Σ e^(z − m))": [
    "log-probabilities",
    steps(
      "m = ReduceMax(z, second)",
      "d = Sub(z, m)",
      "e = Exp(d)",
      "s = ReduceSum(e, second)",
      "l = Log(s)",
      "k = Add(l, m)",
      "out = Sub(z, k)",
    ),
  ],
  Sigmoid: ["independent-probabilities", one("Sigmoid")],
  HardSigmoid: ["independent-probabilities", one("HardSigmoid")],
  "1 / (1 + e^−z)": [
    "independent-probabilities",
    steps("n = Neg(z)", "e = Exp(n)", "d = Add(one, e)", "out = Div(one, d)"),
  ],
  "the inverse of 1 + e^−z": [
    "independent-probabilities",
    steps("n = Neg(z)", "e = Exp(n)", "d = Add(e, one)", "out = Reciprocal(d)"),
  ],
  "e^z / (1 + e^z)": ["independent-probabilities", steps("e = Exp(z)", "d = Add(e, one)", "out = Div(e, d)")],
  "(1 + tanh z/2) / 2": [
    "independent-probabilities",
    steps("h = Mul(z, half)", "t = Tanh(h)", "a = Add(t, one)", "out = Mul(half, a)"),
  ],
};

/** What an output of one column is made by. */
const oneColumn: Readonly<Record<string, readonly [OutputKind, Piece]>> = {
  Sigmoid: ["one-probability", one("Sigmoid")],
  "1 − Sigmoid": ["one-probability", steps("p = Sigmoid(z)", "out = Sub(one, p)")],
};

/** Ways to hide an operator behind others that change nothing. */
const wrappers: Readonly<Record<string, (piece: Piece, columns: number) => Piece>> = {
  "as it is": (piece) => piece,
  Identity: (piece) => chain(piece, one("Identity")),
  Cast: (piece) => chain(piece, one("Cast", { to: 11 }), one("Cast", { to: 1 })),
  "Reshape to [-1, C]": (piece, columns) =>
    columns === 2 ? chain(piece, steps("out = Reshape(z, rows2)")) : chain(piece, steps("out = Reshape(z, keep2)")),
  "Reshape to [0, -1]": (piece) => chain(piece, steps("out = Reshape(z, keep2)")),
  "Unsqueeze and Squeeze": (piece) => chain(piece, steps("u = Unsqueeze(z, first)", "out = Squeeze(u, first)")),
  "Transpose twice": (piece) => chain(piece, steps("t = Transpose(z) perm=[1,0]", "out = Transpose(t)")),
  Flatten: (piece) => chain(piece, one("Flatten", { axis: 1 })),
  "Dropout without training": (piece) => chain(piece, one("Dropout")),
  "Slice of all": (piece) => chain(piece, steps("out = Slice(z, first, far, second)")),
  "a branch": inBranch,
  "a local function": inFunction,
  "a branch, then Identity": (piece) => chain(inBranch(piece), one("Identity")),
};

async function decide(bytes: Uint8Array, asked?: OutputMeaning) {
  const description = inspectModel(bytes);
  const session = await openNodeSession(bytes, { provider: "cpu", description });
  try {
    const run = await session.run(sixNodes());
    return {
      run,
      decided: decideRun(run, { description, binding: bindModel(description), asked, classes: ["no", "yes"] }),
    };
  } finally {
    await session.release();
  }
}

/** Scores of the six nodes that are nowhere near 0, for kinds that could be taken for another. */
const spread = [1, -0.5, 0.25, -2];

describe("meaning of an output", () => {
  for (const [what, [kind, piece, opset]] of Object.entries(twoColumns)) {
    for (const [how, wrap] of Object.entries(wrappers)) {
      if (opset !== undefined && how !== "as it is" && how !== "Identity" && how !== "Transpose twice") continue;
      it(`is ${kind} by ${what}, ${how}`, async () => {
        const options: OutputOptions = { weights: spread, ...(opset === undefined ? {} : { opset }) };
        const bytes = outputModel(wrap(piece, 2), options);
        const [meaning] = inspectModel(bytes).outputMeanings;
        expect([meaning!.kind, meaning!.knownBy]).to.deep.equal([kind, "last-operators"]);
        const { decided } = await decide(bytes);
        expect(decided).to.deep.include({ kind, knownBy: "last-operators", threshold: null });
      });
    }
  }

  for (const [what, [kind, piece]] of Object.entries(oneColumn)) {
    for (const [how, wrap] of Object.entries(wrappers)) {
      it(`of one column is ${kind} by ${what}, ${how}`, async () => {
        const bytes = outputModel(wrap(piece, 1), { columns: 1, weights: [1, -2] });
        const { decided } = await decide(bytes);
        expect(decided).to.deep.include({ kind, knownBy: "last-operators", threshold: 0.5 });
        const error = await caught(() => decide(bytes, "one-logit"));
        expect(error).to.be.instanceOf(ModelError);
        expect(error.message).to.match(
          /expected one-logit, as requested, found its last operators give one-probability/,
        );
        expect(error.message)
          .to.match(/‘outputKind’ one-probability/)
          .and.not.match(/add ‘outputKind: one-logit’/);
      });
    }
  }

  const untold: Readonly<Record<string, readonly [Piece, OutputOptions?]>> = {
    "a softmax over the nodes": [one("Softmax", { axis: 0 })],
    "a softmax over the nodes, turned twice": [
      steps("s = Softmax(z) axis=0", "t = Transpose(s)", "out = Transpose(t)"),
    ],
    "a softmax over classes that was turned": [
      steps("t = Transpose(z)", "s = Softmax(t) axis=1", "out = Transpose(s)"),
    ],
    "a softmax of opset 11 over everything": [one("Softmax", { axis: 0 }), { opset: 11 }],
    "a softmax over the nodes by hand": [steps("e = Exp(z)", "s = ReduceSum(e, first)", "out = Div(e, s)")],
    "a softmax that was multiplied": [steps("p = Softmax(z)", "out = Mul(p, two)")],
    "a softmax that was added to": [steps("p = Softmax(z)", "out = Add(p, one)")],
    "the sum of two softmaxes": [steps("p = Softmax(z)", "n = Neg(z)", "q = Softmax(n)", "out = Add(p, q)")],
    "the sum of two softmaxes and nothing": [
      steps("p = Softmax(z)", "n = Neg(z)", "q = Softmax(n)", "out = Sum(p, zero, q)"),
    ],
    "a negative log-softmax": [steps("l = LogSoftmax(z)", "out = Neg(l)")],
    "the logarithm of sigmoids": [steps("p = Sigmoid(z)", "out = Log(p)")],
    Relu: [one("Relu")],
    Tanh: [one("Tanh")],
    Exp: [one("Exp")],
    "scores clipped to [0, 1]": [steps("out = Clip(z, zero, one)")],
    "an input": [steps("out = Identity(x)")],
    "columns that changed places": [
      steps(
        "p = Softmax(z)",
        "a = Gather(p, second) axis=1",
        "b = Gather(p, first) axis=1",
        "out = Concat(a, b) axis=1",
      ),
    ],
    "the probability of the first class": [
      steps("p = Softmax(z)", "out = Gather(p, first) axis=1"),
      { shape: ["N", 1] },
    ],
    "a softmax over one column": [one("Softmax"), { columns: 1 }],
    "one linear column": [one("Identity"), { columns: 1 }],
    "a score times its sigmoid": [steps("p = Sigmoid(z)", "out = Mul(z, p)")],
    "one-hot rows": [one("Hardmax")],
    "an unknown operator of ONNX Runtime": [one("com.microsoft:Gelu")],
  };
  for (const [what, [piece, options]] of Object.entries(untold)) {
    it(`is not told by ${what}`, async () => {
      const bytes = outputModel(piece, { weights: spread.slice(0, 2 * (options?.columns ?? 2)), ...options });
      const [meaning] = inspectModel(bytes).outputMeanings;
      expect([meaning!.kind, meaning!.knownBy]).to.deep.equal([null, null]);
      const error = await caught(() => decide(bytes));
      expect(error).to.be.instanceOf(ModelError);
      expect(error.message)
        .to.match(/last operators? \w/)
        .and.match(/values from \S+ to /);
      expect(error.message).to.match(/‘outputKind’|‘outputKind: one-logit’/);
    });
  }

  it("is told by the second of two columns of a softmax alone, which is one probability", async () => {
    for (const pick of [
      "out = Gather(p, second) axis=1",
      "out = Slice(p, second, third, second)",
      "out = Slice(p, last, far, second)",
      "a|out = Split(p) axis=1 num_outputs=2",
    ]) {
      const bytes = outputModel(steps("p = Softmax(z)", pick), { shape: ["N", 1] });
      expect((await decide(bytes)).decided.kind, pick).to.equal("one-probability");
    }
  });

  it("looks into a function of a function, and at the attributes of the call", () => {
    const inner = {
      name: "Inner",
      domain: "local",
      input: ["a"],
      output: ["b"],
      attribute: ["along"],
      opsetImport: [{ domain: "", version: 18 }],
      node: [
        {
          opType: "Softmax",
          input: ["a"],
          output: ["b"],
          attribute: [{ name: "axis", type: 2, refAttrName: "along" }],
        },
      ],
    };
    const kindAlong = (along: number) =>
      inspectModel(outputModel({ ...one("local:Inner", { along }), functions: [inner] })).outputMeanings[0]!.kind;
    expect([kindAlong(1), kindAlong(-1), kindAlong(0)]).to.deep.equal(["probabilities", "probabilities", null]);
  });

  it("refuses functions that call themselves", () => {
    const loop = {
      ...{ name: "Tail", domain: "local", input: ["z"], output: ["out"], opsetImport: [{ domain: "", version: 18 }] },
      node: [{ opType: "Tail", domain: "local", input: ["z"], output: ["out"] }],
    };
    const bytes = outputModel({ ...one("local:Tail"), functions: [loop] });
    expect(() => inspectModel(bytes)).to.throw(ModelError, /functions that call themselves/);
  });

  it("is float16 and double as well, with wider tolerances for the first", async () => {
    const half = outputModel(chain(one("Softmax"), one("Cast", { to: 10 })), { weights: spread, type: "FLOAT16" });
    const { run, decided } = await decide(half);
    expect([run.type, decided.kind]).to.deep.equal(["float16", "probabilities"]);
    expect(run.values).to.be.instanceOf(Float32Array);
    const full = await decide(
      outputModel(chain(one("Softmax"), one("Cast", { to: 11 })), { weights: spread, type: "DOUBLE" }),
    );
    expect([full.run.type, full.decided.kind]).to.deep.equal(["float64", "probabilities"]);
    full.run.values.forEach((value, i) => expect(run.values[i]).to.be.closeTo(value, 1e-3));
  });
});

describe("tolerances", () => {
  const sums = (off: number, type: string) =>
    contradiction("probabilities", lookAt(Float64Array.of(0.25, 0.75 + off, 0.5, 0.5), { columns: 2, type }), {
      linear: false,
    });

  it("are 0.001 for float32 and float64, 0.01 for float16", () => {
    for (const [off, type, isRefused] of [
      [9e-4, "float32", false],
      [-9e-4, "float64", false],
      [1.1e-3, "float32", true],
      [9e-3, "float16", false],
      [1.1e-2, "float16", true],
    ] as const) {
      expect(sums(off, type) !== null, `${off} ${type}`).to.equal(isRefused);
    }
  });

  it("leave rows out that are not finite, and show what was seen of the others", () => {
    const seen = lookAt(Float32Array.of(0.25, 0.75, NaN, 7, 0.5, 0.5, Infinity, 0), { columns: 2, type: "float32" });
    expect([seen.rows, seen.range, seen.sums]).to.deep.equal([
      2,
      { least: 0.25, greatest: 0.75 },
      { least: 1, greatest: 1 },
    ]);
    expect(formatSeen(seen)).to.equal("values from 0.25 to 0.75, sums of rows from 1 to 1");
    expect(formatSeen(lookAt(Float32Array.of(NaN), { columns: 1, type: "float32" }))).to.equal("no finite values");
  });

  it("take −∞ as the logarithm of the probability 0", () => {
    const seen = lookAt(Float32Array.of(0, -Infinity, Math.log(0.25), Math.log(0.75)), { columns: 2, type: "float32" });
    expect(contradiction("log-probabilities", seen, { linear: false })).to.equal(null);
  });
});

describe("values that contradict", () => {
  /** The features of the six nodes as they are: none is a row of probabilities. */
  const features = outputModel(one("Identity"));

  it("refuse logits that are rows of probabilities behind a linear operator, and take the user's word for them", async () => {
    const spreadOut = steps("p = Softmax(z)", "r = Relu(p)", "w = Identity(r)", "out = MatMul(w, eye)");
    const piece = { ...spreadOut, constants: [...(spreadOut.constants ?? []), eye] };
    const bytes = outputModel(piece, { weights: spread });
    expect(inspectModel(bytes).outputMeanings[0]!.kind).to.equal("logits");
    const error = await caught(() => decide(bytes));
    expect(error.message).to.match(
      /output y: expected logits, as its last operators say, found every row .* adds up to 1, .*sums of rows from 1 to 1/,
    );
    expect(error.message).to.match(/‘outputKind’ probabilities/);
    expect((await decide(bytes, "probabilities")).decided).to.deep.include({ kind: "probabilities", knownBy: "flag" });
    expect((await caught(() => decide(bytes, "logits"))).message).to.match(/expected logits, as requested/);
  });

  const eye = { name: "eye", dims: [2, 2], dataType: 1, floatData: [1, 0, 0, 1] };

  it("refuse what the user says", async () => {
    for (const [kind, message] of [
      [
        "probabilities",
        /expected probabilities, as requested, found probabilities are from 0 to 1 .*values from -1 to 5/,
      ],
      ["log-probabilities", /found logarithms of probabilities are not above 0/],
      ["independent-probabilities", /found probabilities are from 0 to 1/],
    ] as const) {
      expect((await caught(() => decide(features, kind))).message).to.match(message);
    }
    const summing = outputModel(steps("p = Sigmoid(z)", "out = Relu(p)"));
    expect((await caught(() => decide(summing, "probabilities"))).message).to.match(/rows do not add up to 1/);
    expect((await caught(() => decide(summing, "log-probabilities"))).message).to.match(/above 0/);
    expect((await decide(summing, "independent-probabilities")).decided.kind).to.equal("independent-probabilities");
    const column = outputModel(steps("p = Sigmoid(z)", "out = Relu(p)"), { columns: 1 });
    expect((await caught(() => decide(column, "one-logit"))).message).to.match(/all numbers are from 0 to 1/);
    expect((await decide(column, "one-probability")).decided.threshold).to.equal(0.5);
    const wide = outputModel(one("Tanh"), { columns: 1, weights: [1, -2] });
    expect((await caught(() => decide(wide, "one-probability"))).message).to.match(/probabilities are from 0 to 1/);
    expect((await caught(() => decide(wide, "class-ids"))).message).to.match(/ids are whole numbers/);
  });

  it("do not let the user contradict firm last operators", async () => {
    for (const [piece, kind, told] of [
      [one("Softmax"), "logits", "probabilities"],
      [one("Softmax"), "independent-probabilities", "probabilities"],
      [one("Sigmoid"), "probabilities", "independent-probabilities"],
      [one("Sigmoid"), "logits", "independent-probabilities"],
      [one("LogSoftmax"), "logits", "log-probabilities"],
    ] as const) {
      const error = await caught(() => decide(outputModel(piece, { weights: spread }), kind));
      expect(error.message).to.match(
        new RegExp(`expected ${kind}, as requested, found its last operators give ${told}`),
      );
    }
  });

  it("do not take exact zeros and ones for probabilities: they tell no scale", async () => {
    const piece = steps("h = Hardmax(z)", "out = MatMul(h, eye)");
    const bytes = outputModel({ ...piece, constants: [...(piece.constants ?? []), eye] });
    expect((await decide(bytes)).decided.kind).to.equal("logits");
  });
});

describe("metadata and last operators", () => {
  const recorded = (task: string, piece: Piece, options: OutputOptions = {}) =>
    outputModel(piece, {
      name: "logits",
      metadata: { "evenodds.task": task, "evenodds.classes": task === "regression" ? "[]" : '["no","yes"]' },
      ...options,
    });

  it("agree on what evenodds exports", async () => {
    expect((await decide(recorded("classification", one("Identity")))).decided).to.deep.include({
      kind: "logits",
      knownBy: "metadata",
    });
    const column = { columns: 1, weights: [1, -2] };
    expect((await decide(recorded("binary", one("Identity"), column))).decided).to.deep.include({
      kind: "one-logit",
      knownBy: "metadata",
      threshold: 0,
    });
    expect((await decide(recorded("regression", one("Identity"), column))).decided.kind).to.equal("number");
    // A regression of a share.
    expect((await decide(recorded("regression", one("Sigmoid"), column))).decided.kind).to.equal("number");
  });

  it("contradict each other in an error that names both", async () => {
    for (const [task, piece, columns] of [
      ["classification", one("Softmax"), 2],
      ["classification", one("Sigmoid"), 2],
      ["classification", one("LogSoftmax"), 2],
      ["binary", one("Sigmoid"), 1],
    ] as const) {
      const bytes = recorded(task, piece, { columns });
      const [meaning] = inspectModel(bytes).outputMeanings;
      expect(meaning!.kind).to.equal(null);
      expect(meaning!.remark).to.match(/^its metadata say \S+, its last operators \S+$/);
      const error = await caught(() => decide(bytes));
      expect(error).to.be.instanceOf(ModelError);
      expect(error.message).to.match(/as its metadata say, found its last operators give/);
      expect(error.message).not.to.match(/‘outputKind’|‘outputKind: one-logit’/);
    }
  });

  it("leave no room for a flag that says something else", async () => {
    const bytes = recorded("classification", one("Identity"));
    expect((await caught(() => decide(bytes, "probabilities"))).message).to.match(
      /task of the model: expected probabilities, as requested, found classification in its metadata.*leave the flag out/,
    );
    expect((await decide(bytes, "logits")).decided.knownBy).to.equal("metadata");
  });
});
