import { canonicalLevel, InputError, isFloatType, parseJson, type StoredType, type StoredArray } from "@evenodds/core";
import { shapeText, type ArrayContent, type TensorFile } from "../tensors/tensor-file.js";

/** A column of nodes that was read, `[N]`: numbers, where truth values are 1 and 0, or texts. */
export type TensorColumn = {
  /** What it is called in messages, without its file. */
  readonly name: string;
} & (
  | { readonly type: "text"; readonly cells: readonly string[] }
  | { readonly type: StoredType; readonly cells: ArrayLike<number> }
);

/** Keys of the metadata that PyTorch writes into every file. */
const standingMetadata = new Set(["format"]);

/** Reads the arrays of a file as parts of a graph, and remembers which of them were read. */
export class TensorReader {
  readonly #file: TensorFile;
  readonly #used = new Set<string>();

  constructor(file: TensorFile) {
    this.#file = file;
  }

  /** Name of the file. */
  get file(): string {
    return this.#file.name;
  }

  /** Names of all arrays. */
  get names(): string[] {
    return [...this.#file.heads.keys()];
  }

  /** Names of arrays that nothing has read. */
  get unread(): string[] {
    return this.names.filter((key) => !this.#used.has(key));
  }

  has(key: string): boolean {
    return this.#file.heads.has(key);
  }

  /** What messages call an array. */
  argument(key: string): string {
    return `${key} of ${this.#file.name}`;
  }

  /** The shape of an array that is there. */
  shape(key: string): readonly number[] {
    return this.#file.heads.get(key)!.shape;
  }

  /** What messages say that an array is, such as `int64 [2, 5]`; `nothing` where there is none. */
  describe(key: string): string {
    const head = this.#file.heads.get(key);
    return head === undefined ? "nothing" : `${head.typeName} ${shapeText(head.shape)}`;
  }

  /** Returns an error about an array. */
  refuse(key: string, { expected, found, hint }: { expected: string; found?: string; hint?: string }): InputError {
    return new InputError({ argument: this.argument(key), expected, found: found ?? this.describe(key), hint });
  }

  /** Whether all elements of an array of numbers are 1; it does not count as read. */
  async isOnes(key: string): Promise<boolean> {
    return (await this.#file.read(key)).values?.every((value) => value === 1) === true;
  }

  /** Reads an array of numbers. Throws {@link InputError} for texts. */
  async numbers(key: string): Promise<{ readonly type: StoredType; readonly values: StoredArray }> {
    const content = await this.read(key);
    if (content.values !== undefined) return content;
    throw this.refuse(key, { expected: "numbers" });
  }

  /**
   * Reads an array with an element for each of N nodes, `[N]` or `[N, 1]`. Throws {@link InputError} for another shape,
   * with `hint`, before anything of it is read.
   */
  async column(
    key: string,
    { nodeCount, hint }: { nodeCount: number; hint?: string | undefined },
  ): Promise<TensorColumn> {
    if (!this.isColumn(key, nodeCount)) throw this.refuse(key, { expected: `[${nodeCount}], one for each node`, hint });
    return columnOf(key, await this.read(key));
  }

  /** Whether an array has an element for each node. */
  isColumn(key: string, nodeCount: number): boolean {
    const [rows, columns = 1, ...more] = this.shape(key);
    return rows === nodeCount && columns === 1 && more.length === 0;
  }

  /**
   * Reads a list of texts: an array of one dimension or none, or, in a safetensors file, which holds no texts, a list
   * in JSON among its metadata. Undefined where there is neither. Throws {@link InputError} where there are both.
   */
  async list(key: string): Promise<readonly string[] | undefined> {
    const text = this.#file.metadata.get(key);
    if (text !== undefined && this.has(key))
      throw this.refuse(key, { expected: "it once", found: "an array and metadata" });
    if (text !== undefined) {
      this.#used.add(key);
      return listOf(text) ?? [text];
    }
    if (!this.has(key)) return undefined;
    if (this.shape(key).length > 1) throw this.refuse(key, { expected: "a list" });
    return cellTexts(columnOf(key, await this.read(key)));
  }

  /** Names what was not used of the file, in a sentence; nothing where all was. */
  unusedNotes(): string[] {
    const metadata = [...this.#file.metadata.keys()].filter(
      (key) => !standingMetadata.has(key) && !this.#used.has(key),
    );
    const unused = [
      ...this.unread.map((key) => `${key} (${this.describe(key)})`),
      ...metadata.map((key) => `${key} (metadata)`),
    ];
    if (unused.length === 0) return [];
    return [`Of ${this.#file.name}, ${unused.join(", ")} ${unused.length === 1 ? "is" : "are"} not used.`];
  }

  private async read(key: string): Promise<ArrayContent> {
    this.#used.add(key);
    return this.#file.read(key);
  }
}

function columnOf(name: string, content: ArrayContent): TensorColumn {
  if (content.type === "text") return { name, type: "text", cells: content.texts };
  return { name, type: content.type, cells: content.values };
}

/** Null for a text that is no JSON, or JSON of something else than texts, numbers and truth values. */
function listOf(text: string): string[] | null {
  let value: unknown;
  try {
    value = parseJson(text);
  } catch {
    return null;
  }
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  const isCell = (cell: unknown) => ["string", "number", "boolean"].includes(typeof cell);
  return list.every(isCell) ? list.map(String) : null;
}

/** Returns the elements of a column as texts, as a text file would have them. */
export function cellTexts(column: TensorColumn): string[] {
  if (column.type === "text") return [...column.cells];
  const { type, cells } = column;
  if (type === "BOOL") return Array.from(cells, (cell) => (cell === 1 ? "true" : "false"));
  const isShort = isFloatType(type) && type !== "F64";
  return Array.from(cells, (cell) => (isShort ? shortFloat(cell) : String(cell)));
}

/** Returns the shortest decimal text that is this float32 and no other. */
function shortFloat(number: number): string {
  for (let digits = 1; digits < 9; digits++) {
    const short = Number(number.toPrecision(digits));
    if (Math.fround(short) === number) return String(short);
  }
  return String(Number(number.toPrecision(9)));
}

/** Returns whether a text is one of those that stand for "not known"; NaN in any capitals. */
export function missingTest(listed: readonly string[]): (text: string) => boolean {
  const keyOf = (text: string) => (/^\s*nan\s*$/i.test(text) ? "NaN" : canonicalLevel(text));
  const keys = new Set(listed.map(keyOf));
  return (text) => keys.has(keyOf(text));
}
