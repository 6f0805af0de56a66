import type { onnx } from "../../builder/proto.js";
import { intAttribute } from "../../shapes/operation.js";
import { fixedSize, type Shape, type Size } from "../../shapes/size.js";
import { checkDeclared, readDeclared, type ValueType } from "./read-declared.js";
import { fault } from "./fault.js";
import type { InferredNode } from "./inferred-value.js";
import { define, type Scope } from "./scope.js";
import { writtenShape } from "./written-shape.js";

/**
 * How the graphs within nodes are entered: `infer` walks through one whose inputs are defined, and returns its outputs.
 */
interface Nesting {
  readonly scope: Scope;
  readonly infer: (graph: onnx.IGraphProto, scope: Scope) => readonly ValueType[];
}

/** Infers both branches of an `If` and returns what their outputs have in common. Throws `ProofError`. */
export function inferBranches(node: InferredNode, nesting: Nesting): readonly ValueType[] {
  const first = inferNested(node, { name: "then_branch", inputs: [], nesting });
  const second = inferNested(node, { name: "else_branch", inputs: [], nesting });
  const written = (values: readonly ValueType[]) =>
    values.map(({ elementType }) => elementType ?? "any type").join(", ");
  const isOther = ({ elementType: a }: ValueType, place: number) => {
    const b = second[place]?.elementType;
    return a !== undefined && b !== undefined && a !== b;
  };
  if (first.length !== second.length || first.some(isOther)) {
    const found = `${written(second)} in else_branch`;
    throw fault(node, { part: "branches", expected: `${written(first)}, as in then_branch`, found });
  }
  return first.map(({ elementType, shape }, place) => ({
    elementType: elementType ?? second[place]!.elementType,
    shape: joined(shape, second[place]!.shape, nesting.scope),
  }));
}

function joined(a: Shape | undefined, b: Shape | undefined, { open }: Scope): Shape | undefined {
  if (a?.length !== b?.length) return undefined;
  return a?.map((size, axis) => (size === b![axis] ? size : open()));
}

/** Infers the body of a `Scan`, which is given the entries along the first axis of all inputs. Throws `ProofError`. */
export function inferScan(node: InferredNode, nesting: Nesting): readonly ValueType[] {
  const count = intAttribute(node, "num_scan_inputs", 0);
  if (count !== node.operands.length) {
    const expected = `${node.operands.length}, the number of inputs`;
    throw fault(node, { part: 'attribute "num_scan_inputs"', expected, found: `${count}` });
  }
  const length = scanLength(node) ?? nesting.scope.open();
  const inputs = node.operands.map((operand) => ({
    elementType: operand?.elementType,
    shape: operand?.shape?.slice(1),
  }));
  const results = inferNested(node, { name: "body", inputs, nesting });
  return results.map(({ elementType, shape }) => ({ elementType, shape: shape && [length, ...shape] }));
}

function scanLength(node: InferredNode): Size | undefined {
  const shapes = node.operands.flatMap((operand) => (operand?.shape === undefined ? [] : [operand.shape]));
  if (shapes.some(({ length }) => length === 0)) {
    throw fault(node, { part: "inputs", expected: "tensors of rank 1 or more", found: "a scalar" });
  }
  const lengths = shapes.map(([first]) => first!);
  const fixed = new Set(lengths.filter((length) => fixedSize(length) !== undefined));
  if (fixed.size <= 1) return [...fixed, ...lengths][0];
  throw fault(node, { part: "inputs", expected: "one length", found: shapes.map(writtenShape).join(" and ") });
}

function inferNested(
  node: InferredNode,
  { name, inputs, nesting: { scope, infer } }: { name: string; inputs: readonly ValueType[]; nesting: Nesting },
): readonly ValueType[] {
  const graph = node.attributes.get(name)!.g!;
  const declared = graph.input ?? [];
  if (declared.length !== inputs.length) {
    throw fault(node, { part: `inputs of ${name}`, expected: `${inputs.length}`, found: `${declared.length}` });
  }
  inputs.forEach((given, place) => {
    const said = readDeclared(declared[place]!, scope);
    const input = declared[place]!.name ?? "";
    checkDeclared(`input "${input}" in ${name} of ${node.title}`, { declared: said, inferred: given });
    const known = { elementType: given.elementType ?? said.elementType, shape: given.shape ?? said.shape };
    define(scope, { name: input, ...known, elements: undefined });
  });
  return infer(graph, scope);
}
