/**
 * What the help of `evenodds` says of each command, in the order of the help: its name, what stands after it, and one
 * line about it. Everything else of a command is loaded when it is called.
 */
export const headings = {
  train: {
    name: "train",
    usage: "[options] [graph]",
    summary: "train a node classifier and keep the run in a folder",
  },
  sweep: {
    name: "sweep",
    usage: "[options] <graph>",
    summary: "train a grid of options with many seeds and compare the settings",
  },
  reproduce: {
    name: "reproduce",
    usage: "[options] <experiments...>",
    summary: "run experiments of the EqGNN paper and write a page for each",
  },
  export: {
    name: "export",
    usage: "[options] <run>",
    summary: "write a trained model as ONNX, proven equal to what was trained",
  },
  import: {
    name: "import",
    usage: "[options] <state>",
    summary: "write weights that PyTorch Geometric trained as ONNX, proven",
  },
  optimize: {
    name: "optimize",
    usage: "[options] <model>",
    summary: "make a model that was exported elsewhere fast, proven equal to it",
  },
  layers: {
    name: "layers",
    usage: "[options] <model>",
    summary: "cut an exported model into steps for graphs of any size, proven equal",
  },
  audit: {
    name: "audit",
    usage: "[options] [model] [graph]",
    summary: "report equalized odds of a model on a graph or of a table, with a verdict",
  },
  sql: {
    name: "sql",
    usage: "[options]",
    summary: "print a statement that counts in a warehouse, and how its result is audited",
  },
  history: {
    name: "history",
    usage: "[options] <folder>",
    summary: "write the reports of many commits or dates as one page: gaps over time",
  },
  gate: {
    name: "gate",
    usage: "[options] [file]",
    summary: "run the audits of a file and say whether their gates hold, for checks of changes",
  },
  init: {
    name: "init",
    usage: "[options] <data> [graph]",
    summary: "write a commented file of gates for a model and a graph, or for a table",
  },
  verify: {
    name: "verify",
    usage: "[options] <evidence>",
    summary: "check the evidence of an audit: signature, report, and every file that was read",
  },
  compare: {
    name: "compare",
    usage: "[options] <a> <b> [graph]",
    summary: "say what has changed from one model to another, in each group",
  },
  baseline: {
    name: "baseline",
    usage: "[options] <baseline> <report>",
    summary: "say whether a model is worse than a committed baseline",
  },
  monitor: {
    name: "monitor",
    usage: "[options] <state>",
    summary: "watch a deployed model batch by batch, however often you look",
  },
  inspect: {
    name: "inspect",
    usage: "[options] <model>",
    summary: "say what a model file is, without running it",
  },
  predict: {
    name: "predict",
    usage: "[options] <model> <graph>",
    summary: "write the predictions of a model for every node of a graph",
  },
  split: {
    name: "split",
    usage: "[options] <graph>",
    summary: "cut a graph into two disjoint ones, to train on one and audit on the other",
  },
  generate: {
    name: "generate",
    usage: "[options] [recipe]",
    summary: "write a synthetic graph, of any shape or as large as a known one",
  },
  synth: {
    name: "synth",
    usage: "[options] <recipe>",
    summary: "deprecated: the former name of generate <recipe>",
  },
  "import-data": {
    name: "import-data",
    usage: "[options] <name> <folder>",
    summary: "check the files of a known data set and make a graph folder of them",
  },
  demo: {
    name: "demo",
    usage: "[options]",
    summary: "train, export and audit GCN and EqGNN on the NBA graph, side by side",
  },
  "setup-tensorflow": {
    name: "setup-tensorflow",
    usage: "[options]",
    summary: "get TensorFlow's native library, for faster training",
  },
  "setup-cuda": {
    name: "setup-cuda",
    usage: "[options]",
    summary: "get ONNX Runtime's CUDA provider, with CUDA and cuDNN, to audit on NVIDIA GPUs",
  },
  doctor: {
    name: "doctor",
    usage: "[options]",
    summary: "say which engines and providers work here, and how to fix the others",
  },
} as const;

export type CommandName = keyof typeof headings;

/** Names of all commands. */
export const commandNames = Object.keys(headings) as readonly CommandName[];
