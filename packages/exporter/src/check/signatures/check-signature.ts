import type { ElementType } from "../../builder/element-type.js";
import { operatorNames } from "../../builder/operator-name.js";
import { fault } from "../inference/fault.js";
import type { InferredNode, InferredValue } from "../inference/inferred-value.js";
import { readSignature, type Signature, type SignatureInput, type TypeWord } from "./signature.js";
import { signatures } from "./signatures.js";

const read: ReadonlyMap<string, Signature> = new Map(
  operatorNames.map((name) => [name, readSignature(signatures[name])]),
);
const allowed: Readonly<Partial<Record<TypeWord, readonly ElementType[]>>> = {
  float32: ["float32"],
  int64: ["int64"],
  bool: ["bool"],
  number: ["float32", "int64"],
};

/**
 * Checks that a node reads as many values as its operator takes, each of a type that it takes there, and types that
 * have to be equal are. Returns the types of its outputs, undefined where they follow from something else than the
 * inputs. Throws `ProofError` naming node and input.
 */
export function checkSignature(node: InferredNode): readonly (ElementType | undefined)[] {
  const signature = read.get(node.operator)!;
  checkCount(node, signature);
  const bound = new Map<TypeWord, Bound>();
  for (const [place, operand] of node.operands.entries()) {
    const input = inputAt(signature, place);
    if (operand === undefined && input.isOptional) continue;
    const wrong = wrongOperand(operand, { input, bound });
    if (wrong !== undefined) throw fault(node, { part: input.name, ...wrong });
  }
  return signature.outputs.map((word) => bound.get(word)?.type ?? onlyType(word));
}

/** What a word stands for in a node, and the input that says so. */
interface Bound {
  readonly type: ElementType;
  readonly by: string;
}

function inputAt({ inputs, most }: Signature, place: number): SignatureInput {
  return most === Infinity ? { ...inputs[0]!, name: `input ${place + 1}` } : inputs[place]!;
}

function wrongOperand(
  operand: InferredValue | undefined,
  { input: { name, type }, bound }: { input: SignatureInput; bound: Map<TypeWord, Bound> },
): { expected: string; found: string } | undefined {
  if (operand === undefined) return { expected: "a value", found: "none" };
  const { elementType } = operand;
  if (elementType === undefined) return undefined;
  const found = `${elementType} ("${operand.name}")`;
  const types = allowed[type];
  if (types?.includes(elementType) === false) return { expected: types.join(" or "), found };
  const before = type === "each" ? undefined : bound.get(type);
  if (before === undefined) bound.set(type, { type: elementType, by: name });
  return before === undefined || before.type === elementType
    ? undefined
    : { expected: `${before.type}, as ${before.by}`, found };
}

/** The type of an output that does not depend on the inputs. */
function onlyType(word: TypeWord): ElementType | undefined {
  const types = allowed[word] ?? [];
  return types.length === 1 ? types[0] : undefined;
}

function checkCount(node: InferredNode, { inputs, fewest, most }: Signature): void {
  const found = node.operands.length;
  if (found >= fewest && found <= most) return;
  const names = inputs.map(({ name }) => name).join(", ");
  const counts = most === Infinity ? `at least ${fewest}` : fewest === most ? `${most}` : `${fewest} to ${most}`;
  throw fault(node, { part: "inputs", expected: `${counts} (${names})`, found: `${found}` });
}
