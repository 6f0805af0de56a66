/**
 * What every exported file promises, and every consumer may rely on: inputs `x: float32[N, F]` and
 * `edge_index: int64[2, E]` (row 0 sources, row 1 targets), output `logits: float32[N, C]`, N and E known only when the
 * model runs. IR version 8 and opset 18 are the newest that every runtime tried can load; below opset 16 a scatter has
 * no reduction and the model would be wrong without a word.
 */
export const contract = {
  irVersion: 8,
  opset: 18,
  producer: "evenodds",
  x: "x",
  edgeIndex: "edge_index",
  logits: "logits",
  nodeAxis: "N",
  arcAxis: "E",
} as const;
