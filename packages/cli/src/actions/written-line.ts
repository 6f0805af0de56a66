import type { WrittenModel } from "evenodds/internal";

/** Returns the line that ends an export: what was written, how large it is, and how it was proven. */
export function writtenLine(
  out: string,
  { bytes, data, opset, graphs }: WrittenModel & { readonly opset: number; readonly graphs: number },
): string {
  const beside = data === undefined ? "" : ` and ${out}.data (${data.bytes} bytes), which belong together`;
  return `wrote ${out} (${bytes} bytes, opset ${opset})${beside}, proven on ${graphs} graphs`;
}
