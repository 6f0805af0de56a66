import { ProofError } from "@evenodds/core";
import { dataTypes, elementTypeOf, type ElementType } from "../../builder/element-type.js";
import type { onnx } from "../../builder/proto.js";
import { constantContent } from "../../shapes/constant-content.js";
import { elementsOf } from "../../shapes/elements-of.js";
import { intAttribute } from "../../shapes/operation.js";
import { shapeOf } from "../../shapes/shape-of.js";
import { checkNode } from "../check-node.js";
import { checkShapes } from "../shapes/check-shapes.js";
import { checkAttributes } from "../signatures/check-attributes.js";
import { checkSignature } from "../signatures/check-signature.js";
import { checkDeclared, readDeclared, type ValueType } from "./read-declared.js";
import { fault } from "./fault.js";
import type { InferredNode, InferredValue } from "./inferred-value.js";
import { inferBranches, inferScan } from "./infer-branches.js";
import { define, makeScope, type Scope } from "./scope.js";

/**
 * Follows types and shapes through a graph whose dataflow is right, graphs within it included, and returns what is
 * known about every value by its name. Sizes are numbers, names in the file, or open.
 *
 * Checks that every node has the attributes and inputs that its operator takes, that their types are those that it
 * takes, that no sizes certainly keep it from running, and that what the file says of its outputs does not contradict
 * what follows. Throws {@link ProofError} naming the node.
 */
export function inferGraph(graph: onnx.IGraphProto): ReadonlyMap<string, InferredValue> {
  const scope = makeScope();
  for (const input of graph.input ?? []) {
    define(scope, { name: input.name ?? "", ...readDeclared(input, scope), elements: undefined });
  }
  inferWithin(graph, scope);
  return scope.values;
}

function inferWithin(graph: onnx.IGraphProto, scope: Scope): readonly ValueType[] {
  inferConstants(graph.initializer ?? [], scope);
  inferNodes(graph.node ?? [], scope);
  for (const noted of graph.valueInfo ?? []) checkNoted(noted, scope);
  return (graph.output ?? []).map((output) => checkNoted(output, scope));
}

/** Checks what the file says of a value and returns what follows about it. */
function checkNoted(noted: onnx.IValueInfoProto, scope: Scope): InferredValue {
  const name = noted.name ?? "";
  const inferred = scope.values.get(name);
  const argument = `value "${name}"`;
  if (inferred === undefined) throw new ProofError({ argument, expected: "a value of the graph", found: "none" });
  checkDeclared(argument, { declared: readDeclared(noted, scope), inferred });
  return inferred;
}

/** Adds what constants are. Throws {@link ProofError} for sizes below 0. */
export function inferConstants(constants: readonly onnx.ITensorProto[], scope: Scope): void {
  for (const tensor of constants) {
    const { shape, elements, type } = constantContent(tensor);
    if (shape.some((size) => size.startsWith("-"))) {
      throw new ProofError({
        argument: `constant "${tensor.name ?? ""}"`,
        expected: "sizes from 0",
        found: `[${shape.join(", ")}]`,
      });
    }
    define(scope, { name: tensor.name ?? "", elementType: elementTypeOf(type), shape, elements });
  }
}

/** As {@link inferGraph}, for nodes that read what is in the scope, to which it adds what they give. */
export function inferNodes(nodes: readonly onnx.INodeProto[], scope: Scope): void {
  for (const node of nodes) inferNode(node, scope);
}

function inferNode(proto: onnx.INodeProto, scope: Scope): void {
  const operator = checkNode(proto);
  const title = `node "${proto.name ?? ""}"`;
  const attributes = checkAttributes(proto, { operator, title });
  const operands = (proto.input ?? []).map((name) => valueOf(name, { title, values: scope.values }));
  const node = { operator, title, attributes, operands };
  const types = checkSignature(node);
  checkShapes(node);
  const results = resultsOf(node, { types, scope });
  const names = proto.output ?? [];
  if (names.length !== results.length) {
    throw fault(node, { part: "outputs", expected: `${results.length}`, found: `${names.length}` });
  }
  results.forEach(({ elementType, shape, elements }, place) => {
    define(scope, { name: names[place]!, elementType, shape, elements });
  });
}

/** Undefined for an input that is left out. */
function valueOf(
  name: string,
  { title, values }: { title: string; values: Scope["values"] },
): InferredValue | undefined {
  if (name === "") return undefined;
  const value = values.get(name);
  if (value !== undefined) return value;
  throw fault({ title }, { part: "input", expected: "a value that is produced before", found: `"${name}"` });
}

type Result = ValueType & Partial<Pick<InferredValue, "elements">>;

function resultsOf(
  node: InferredNode,
  { types, scope }: { types: readonly (ElementType | undefined)[]; scope: Scope },
): readonly Result[] {
  const nesting = { scope, infer: inferWithin };
  if (node.operator === "If") return inferBranches(node, nesting);
  if (node.operator === "Scan") return inferScan(node, nesting);
  const [first, ...others] = node.operator === "Cast" ? [targetType(node)] : types;
  const counted = elementsOf(node);
  if (counted !== undefined) {
    const { elements, rank } = counted;
    return [{ elementType: first, shape: rank === 0 ? [] : [`${elements.length}`], elements }];
  }
  const shape = shapeOf(node, scope.symbols);
  return [first, ...others].map((elementType) => ({ elementType, shape }));
}

function targetType(node: InferredNode): ElementType {
  const number = intAttribute(node, "to", 0);
  const type = elementTypeOf(number);
  if (type !== undefined) return type;
  const expected = Object.entries(dataTypes)
    .map(([name, known]) => `${known} (${name})`)
    .join(", ");
  throw fault(node, { part: 'attribute "to"', expected, found: `${number}` });
}
