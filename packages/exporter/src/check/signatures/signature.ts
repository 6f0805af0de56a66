import type { ElementType } from "../../builder/element-type.js";

/** An element type, a variable that stands for one, or a word for a type that is found elsewhere. */
export type TypeWord = ElementType | "number" | "any" | "each" | "to" | "nested";

/** What an operator takes and gives. */
export interface Signature {
  readonly inputs: readonly SignatureInput[];
  readonly outputs: readonly TypeWord[];
  readonly fewest: number;
  /** Infinity where the one input stands for several. */
  readonly most: number;
}

export interface SignatureInput {
  readonly name: string;
  readonly type: TypeWord;
  readonly isOptional: boolean;
}

const words: readonly string[] = ["float32", "int64", "bool", "number", "any", "each", "to", "nested"];

/** Reads a line such as `data any, axes int64? -> any`. Throws TypeError for one that is written in another way. */
export function readSignature(line: string): Signature {
  const [left = "", right = ""] = line.split(" -> ");
  const inputs = left.split(", ").map((input) => {
    const [, name, type, mark] = /^(\w+) (\w+?)(\?|\.\.\.)?$/.exec(input) ?? [];
    return { name: name ?? "", type: typeWord(type, line), isOptional: mark === "?", isSeveral: mark === "..." };
  });
  return {
    inputs,
    outputs: right.split(", ").map((type) => typeWord(type, line)),
    fewest: inputs.filter(({ isOptional }) => !isOptional).length,
    most: inputs[0]?.isSeveral ? Infinity : inputs.length,
  };
}

function typeWord(text: string | undefined, line: string): TypeWord {
  const isWord = (word: string | undefined): word is TypeWord => words.some((known) => known === word);
  if (isWord(text)) return text;
  throw new TypeError(`signature "${line}": "${text ?? ""}" is no type`);
}
