import { ownValue } from "@evenodds/core";
import type { OperatorName } from "../../builder/operator-name.js";
import { onnx } from "../../builder/proto.js";
import { wholeNumber } from "../../shapes/whole-number.js";
import { fault } from "../inference/fault.js";

/** What an attribute holds. `flag` is 0 or 1; `reduction` is a text that says what a scatter does with values. */
type AttributeKind = "int" | "flag" | "ints" | "float" | "reduction" | "graph";

const reduction = { keepdims: "flag" } as const;

/** The attributes that the exporter sets, by operator; an operator that is not named has none. */
const attributeKinds: Readonly<Partial<Record<OperatorName, Readonly<Record<string, AttributeKind>>>>> = {
  Cast: { to: "int" },
  Concat: { axis: "int" },
  CumSum: { exclusive: "flag" },
  Elu: { alpha: "float" },
  Gather: { axis: "int" },
  Gemm: { alpha: "float", beta: "float", transA: "flag", transB: "flag" },
  If: { then_branch: "graph", else_branch: "graph" },
  LeakyRelu: { alpha: "float" },
  ReduceMax: reduction,
  ReduceMean: reduction,
  ReduceSum: reduction,
  Scan: { body: "graph", num_scan_inputs: "int" },
  ScatterElements: { axis: "int", reduction: "reduction" },
  Shape: { start: "int", end: "int" },
  Softmax: { axis: "int" },
  TopK: { axis: "int", largest: "flag", sorted: "flag" },
  Transpose: { perm: "ints" },
};

/** Those that have no default. */
const requiredAttributes: Readonly<Partial<Record<OperatorName, readonly string[]>>> = {
  Cast: ["to"],
  Concat: ["axis"],
  If: ["then_branch", "else_branch"],
  Scan: ["body", "num_scan_inputs"],
};

const { AttributeType } = onnx.AttributeProto;

/** The type of each kind of attribute and the field of its value, by the names of ONNX. */
const stored = {
  int: { type: AttributeType.INT, field: "i" },
  flag: { type: AttributeType.INT, field: "i" },
  ints: { type: AttributeType.INTS, field: "ints" },
  float: { type: AttributeType.FLOAT, field: "f" },
  reduction: { type: AttributeType.STRING, field: "s" },
  graph: { type: AttributeType.GRAPH, field: "g" },
} as const satisfies Record<AttributeKind, { type: onnx.AttributeProto.AttributeType; field: string }>;

const reductions = ["none", "add", "mul", "max", "min"];

const none: Readonly<Record<string, AttributeKind>> = {};

/**
 * Checks that a node has the attributes that its operator needs and none that the exporter does not set, each once, of
 * the type that it has to have, with a value of that type alone. Returns them by name. Throws `ProofError` naming node
 * and attribute.
 */
export function checkAttributes(
  { attribute }: onnx.INodeProto,
  { operator, title }: { readonly operator: OperatorName; readonly title: string },
): ReadonlyMap<string, onnx.IAttributeProto> {
  const kinds = attributeKinds[operator] ?? none;
  const attributes = new Map<string, onnx.IAttributeProto>();
  for (const one of attribute ?? []) {
    const name = one.name ?? "";
    const kind = ownValue(kinds, name);
    if (kind === undefined) {
      const expected = Object.keys(kinds).join(", ") || "none";
      throw fault({ title }, { part: "attributes", expected, found: `"${name}"` });
    }
    const part = `attribute "${name}"`;
    if (attributes.has(name)) throw fault({ title }, { part, expected: "one value", found: "two" });
    const wrong = wrongValue(one, kind);
    if (wrong !== undefined) throw fault({ title }, { part, ...wrong });
    attributes.set(name, one);
  }
  for (const name of requiredAttributes[operator] ?? []) {
    if (!attributes.has(name))
      throw fault({ title }, { part: `attribute "${name}"`, expected: "a value", found: "none" });
  }
  return attributes;
}

function wrongValue(
  attribute: onnx.IAttributeProto,
  kind: AttributeKind,
): { expected: string; found: string } | undefined {
  const { type, field } = stored[kind];
  if (attribute.type !== type) {
    return {
      expected: `type ${AttributeType[type]}`,
      found: AttributeType[attribute.type ?? 0] ?? `${attribute.type}`,
    };
  }
  const fields = filledFields(attribute);
  if (kind !== "ints" && fields.length === 0) return { expected: `a value in field ${field}`, found: "none" };
  const other = fields.find((name) => name !== field);
  if (other !== undefined) return { expected: `a value in field ${field} alone`, found: `one in ${other}` };
  switch (kind) {
    case "flag":
      return unless([0, 1].includes(wholeNumber(attribute.i)), { expected: "0 or 1", found: String(attribute.i) });
    case "float":
      return unless(Number.isFinite(attribute.f), { expected: "a finite number", found: `${attribute.f}` });
    case "reduction": {
      const text = new TextDecoder().decode(attribute.s);
      return unless(reductions.includes(text), { expected: reductions.join(", "), found: `"${text}"` });
    }
    case "int":
    case "ints":
    case "graph":
      return undefined;
  }
}

function unless(
  holds: boolean,
  wrong: { expected: string; found: string },
): { expected: string; found: string } | undefined {
  return holds ? undefined : wrong;
}

const beside: ReadonlySet<string> = new Set(["name", "type", "docString"]);

/** Fields of an attribute that hold a value. */
function filledFields(attribute: onnx.IAttributeProto): string[] {
  return Object.keys(attribute).filter((field) => !beside.has(field) && isFilled(attribute, field));
}

function isFilled(attribute: onnx.IAttributeProto, field: string): boolean {
  const value: unknown = Reflect.get(attribute, field);
  return value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0);
}
