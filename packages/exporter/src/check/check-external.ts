import { ProofError } from "@evenodds/core";
import type { onnx } from "../builder/proto.js";
import { dataAlignment, staysInside } from "../data-file.js";

/** The file beside an ONNX file, as it lies on the disk. */
export interface DataFileSize {
  readonly path: string;
  readonly bytes: number;
}

/** Where the content of a constant is in the data file. */
export interface DataSpan {
  readonly argument: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Checks that a constant whose content is in another file is large enough for that, that it names exactly the data
 * file, an aligned offset in it and the bytes of its shape, and that the file has them. Throws {@link ProofError}.
 */
export function checkExternal(
  { dataType, externalData, rawData }: onnx.ITensorProto,
  { argument, needed, data }: { argument: string; needed: number; data: DataFileSize | undefined },
): DataSpan {
  const wrong = (expected: string, found: string) => new ProofError({ argument, expected, found });
  const pairs = (externalData ?? []).map(({ key, value }) => [key ?? "", value ?? ""] as const);
  const values = new Map(pairs);
  const [location, offset, length] = ["location", "offset", "length"].map((key) => values.get(key));
  if (data === undefined) throw wrong("its content in the ONNX file", `it in "${location ?? ""}"`);
  if (staysInside({ dataType, bytes: needed })) {
    throw wrong("its content in the ONNX file, where small constants and whole numbers belong", "it outside");
  }
  if (rawData?.length) throw wrong("its content in one place", "some in the ONNX file as well");
  const keys = pairs.map(([key]) => key).join(", ");
  if (keys !== "location, offset, length") throw wrong("location, offset and length", keys || "nothing");
  if (location !== data.path) throw wrong(`its content in "${data.path}"`, `it in "${location}"`);
  const start = wholeNumber(offset);
  if (start === undefined || start % dataAlignment !== 0) {
    throw wrong(`an offset that is a multiple of ${dataAlignment}`, `"${offset}"`);
  }
  if (wholeNumber(length) !== needed) throw wrong(`a length of ${needed} bytes`, `"${length}"`);
  const end = start + needed;
  if (end > data.bytes) throw wrong(`bytes ${start} to ${end} of "${data.path}"`, `a file of ${data.bytes} bytes`);
  return { argument, start, end };
}

/** Checks that no two constants share bytes of the data file. Throws {@link ProofError}. */
export function checkDisjoint(spans: readonly DataSpan[]): void {
  const ordered = spans.toSorted((a, b) => a.start - b.start);
  ordered.slice(1).forEach((span, i) => {
    const before = ordered[i]!;
    if (before.end <= span.start) return;
    const expected = "bytes of the data file of its own";
    throw new ProofError({ argument: span.argument, expected, found: `some of ${before.argument}` });
  });
}

function wholeNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}
