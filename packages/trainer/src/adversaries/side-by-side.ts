/** Returns blocks of columns, `[N, w]` each, side by side: `[N, Σ w]`, row-major. */
export function sideBySide(blocks: readonly Float32Array[], nodeCount: number): Float32Array {
  const widths = blocks.map((block) => block.length / nodeCount);
  const width = widths.reduce((sum, w) => sum + w, 0);
  const result = new Float32Array(nodeCount * width);
  let start = 0;
  blocks.forEach((block, b) => {
    const own = widths[b]!;
    for (let n = 0; n < nodeCount; n++) {
      for (let k = 0; k < own; k++) result[n * width + start + k] = block[n * own + k]!;
    }
    start += own;
  });
  return result;
}
