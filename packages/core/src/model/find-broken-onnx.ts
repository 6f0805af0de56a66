/** What a field of a message holds: a number, a number or several packed together, a text or bytes, or a message. */
type Content = "varint" | "varints" | "float" | "floats" | "doubles" | "bytes" | MessageName;

type MessageName =
  | ("Model" | "Graph" | "Node" | "Attribute" | "Function" | "TrainingInfo" | "OperatorSet" | "Entry" | "ValueInfo")
  | ("Tensor" | "SparseTensor" | "Segment" | "TensorAnnotation" | "Type" | "TensorType" | "StoredType" | "MapType")
  | ("TensorShape" | "Dimension");

/** The messages of an ONNX file: the numbers of their fields by what these hold. Source: onnx.proto of ONNX 1.19. */
const layout: Readonly<Record<MessageName, Partial<Record<Content, readonly number[]>>>> = {
  Model: {
    ...{ varint: [1, 5], bytes: [2, 3, 4, 6] },
    ...{ Graph: [7], OperatorSet: [8], Entry: [14], TrainingInfo: [20], Function: [25] },
  },
  Graph: {
    ...{ bytes: [2, 10], Node: [1], Tensor: [5], ValueInfo: [11, 12, 13] },
    ...{ TensorAnnotation: [14], SparseTensor: [15], Entry: [16] },
  },
  Node: { bytes: [1, 2, 3, 4, 6, 7, 8], Attribute: [5], Entry: [9] },
  Attribute: {
    ...{ bytes: [1, 4, 9, 13, 21], float: [2], varint: [3, 20], floats: [7], varints: [8] },
    ...{ Tensor: [5, 10], Graph: [6, 11], Type: [14, 15], SparseTensor: [22, 23] },
  },
  Tensor: {
    ...{ bytes: [6, 8, 9, 12], varint: [2, 14], varints: [1, 5, 7, 11], floats: [4], doubles: [10] },
    ...{ Segment: [3], Entry: [13, 16] },
  },
  SparseTensor: { varints: [3], Tensor: [1, 2] },
  Segment: { varint: [1, 2] },
  ValueInfo: { bytes: [1, 3], Type: [2], Entry: [4] },
  Type: { bytes: [6], TensorType: [1, 8], StoredType: [4, 9], MapType: [5], Entry: [7] },
  TensorType: { varint: [1], TensorShape: [2] },
  StoredType: { Type: [1] },
  MapType: { varint: [1], Type: [2] },
  TensorShape: { Dimension: [1] },
  Dimension: { varint: [1], bytes: [2, 3] },
  TensorAnnotation: { bytes: [1], Entry: [2] },
  OperatorSet: { bytes: [1], varint: [2] },
  Entry: { bytes: [1, 2] },
  TrainingInfo: { Graph: [1, 2], Entry: [3, 4] },
  Function: {
    ...{ bytes: [1, 4, 5, 6, 8, 10, 13], varint: [2, 3] },
    ...{ Node: [7], OperatorSet: [9], Attribute: [11], ValueInfo: [12], Entry: [14] },
  },
};

/** By message and number of the field. */
const contents = new Map(
  Object.entries(layout).map(([message, fields]) => [
    message,
    new Map(Object.entries(fields).flatMap(([content, numbers]) => numbers.map((n) => [n, content as Content]))),
  ]),
);

const [varint, fixed64, lengthDelimited, fixed32] = [0, 1, 2, 5];

/** How many messages may be within each other, as in the C++ library that ONNX Runtime reads files with. */
const deepest = 100;

interface Place {
  readonly message: MessageName;
  readonly start: number;
  readonly end: number;
  readonly depth: number;
}

/**
 * Looks whether bytes are laid out as those of an ONNX file: every message ends where the one around it says, every
 * field has the form of its kind, there is one graph, and no more than 100 messages are within each other. Returns what
 * is wrong, undefined where nothing is. The classes that protobufjs makes read over the end of a message and take one
 * kind for another, so that what is broken would be found late or taken for something else. Contents are not looked at;
 * unknown fields are passed over.
 */
export function findBrokenOnnx(bytes: Uint8Array): string | undefined {
  const waiting: Place[] = [{ message: "Model", start: 0, end: bytes.length, depth: 1 }];
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    const wrong = scanMessage(bytes, place, (nested) => waiting.push(nested));
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}

function scanMessage(
  bytes: Uint8Array,
  { message, start, end, depth }: Place,
  visit: (nested: Place) => void,
): string | undefined {
  if (depth > deepest) return `of more than ${deepest} messages within each other`;
  const fields = contents.get(message)!;
  const reader = new Cursor(bytes, start);
  const broken = () => `cut off or of another format (in a ${message} at byte ${start})`;
  let graphs = 0;
  while (reader.at < end) {
    const tag = reader.number();
    const [field, form] = [Math.floor(tag / 8), tag % 8];
    const content = fields.get(field);
    const length = form === lengthDelimited ? reader.number() : 0;
    const from = reader.at;
    if (form === varint) reader.number();
    else if (form === fixed64) reader.at += 8;
    else if (form === fixed32) reader.at += 4;
    else if (form === lengthDelimited) reader.at += length;
    else return broken();
    if (!(reader.at <= end) || field === 0 || (content !== undefined && !fits(content, { form, length }))) {
      return broken();
    }
    if (message === "Model" && content === "Graph" && graphs++ > 0) return "of two models";
    if (isMessage(content)) {
      visit({ message: content, start: from, end: reader.at, depth: depth + 1 });
    }
  }
  return undefined;
}

function isMessage(content: Content | undefined): content is MessageName {
  return content !== undefined && contents.has(content);
}

type Form = (field: { readonly form: number; readonly length: number }) => boolean;

/** The forms that numbers may have; everything else has a length. */
const numberForms: ReadonlyMap<Content, Form> = new Map<Content, Form>([
  ["varint", ({ form }) => form === varint],
  ["varints", ({ form }) => form === varint || form === lengthDelimited],
  ["float", ({ form }) => form === fixed32],
  ["floats", ({ form, length }) => form === fixed32 || (form === lengthDelimited && length % 4 === 0)],
  ["doubles", ({ form, length }) => form === fixed64 || (form === lengthDelimited && length % 8 === 0)],
]);

function fits(content: Content, field: Parameters<Form>[0]): boolean {
  return numberForms.get(content)?.(field) ?? field.form === lengthDelimited;
}

class Cursor {
  readonly #bytes: Uint8Array;
  at: number;

  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes;
    this.at = at;
  }

  /** Reads a varint, rounded beyond 2^53; NaN where it has no end within ten bytes or the file. */
  number(): number {
    let value = 0;
    for (let i = 0, scale = 1; i < 10; i++, scale *= 128) {
      const byte = this.#bytes[this.at++];
      if (byte === undefined) break;
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
    this.at = NaN;
    return NaN;
  }
}
