import { onnx } from "../../builder/proto.js";
import { nestedGraphs } from "../../check/graphs-within.js";
import { constantContent } from "../../shapes/constant-content.js";
import { elementsOf } from "../../shapes/element-rules.js";
import { shapeOf } from "../../shapes/shape-rules.js";
import { makeSymbols, type Size } from "../../shapes/size.js";
import { wholeNumber } from "../../shapes/whole-number.js";
import { constantKey } from "./constant-key.js";
import type { Fact, Origin } from "./fact.js";
import { columnOf, passedOn } from "./pass-through.js";
import { typeOf } from "./type-rules.js";

type Known = Omit<Fact, "id" | "name">;

const random: ReadonlySet<string> = new Set(
  "Bernoulli Dropout Multinomial RandomNormal RandomNormalLike RandomUniform RandomUniformLike".split(" "),
);

/**
 * Returns what is known about every value of a graph, by its name: shapes with symbols for sizes that are open, and
 * which values are always equal. It follows sizes through the small tensors that exporters compute them with, so that
 * the number of nodes is the same symbol in every layer. Nested graphs are not entered.
 */
export function deriveFacts(graph: onnx.IGraphProto): ReadonlyMap<string, Fact> {
  const symbols = makeSymbols();
  const byKey = new Map<string, Fact>();
  const facts = new Map<string, Fact>();
  const share = (key: string, name: string, known: Known): Fact => {
    const fact = byKey.get(key) ?? { id: byKey.size, name, ...known };
    byKey.set(key, fact);
    return fact;
  };
  const constant = (name: string, tensor: onnx.ITensorProto) => {
    const content = constantContent(tensor);
    return share(constantKey(name, tensor), name, { ...content, origin: undefined });
  };

  for (const { name, type } of graph.input ?? []) {
    const shape = type?.tensorType?.shape?.dim?.map((dim, axis) => inputSize(dim, `${name} axis ${axis}`, symbols));
    const known = { shape, type: type?.tensorType?.elemType ?? undefined, elements: undefined, fill: undefined };
    facts.set(name!, share(`input ${name}`, name!, { ...known, origin: undefined }));
  }
  for (const tensor of graph.initializer ?? []) facts.set(tensor.name!, constant(tensor.name!, tensor));

  const ofNode = (node: onnx.INodeProto, position: number): Fact => {
    const [name = ""] = node.output ?? [];
    const origin = originOf(node, facts);
    const value = node.opType === "Constant" ? origin.attributes.get("value")?.t : undefined;
    if (value) return constant(name, value);
    if (isOpaque(node)) return share(`node ${position}`, name, { ...nothing, type: typeOf(origin), origin });
    const same = passedOn(origin);
    if (same !== undefined) return same;
    const vector = columnOf(origin);
    const normal = vector === undefined ? origin : { operator: "Column", attributes: new Map(), operands: [vector] };
    const type = typeOf(normal);
    const counted = elementsOf(normal);
    if (counted !== undefined) {
      const { elements, rank } = counted;
      const shape = rank === 0 ? [] : [`${elements.length}`];
      const key = `elements ${type} ${rank} ${elements.join()}`;
      return share(key, name, { shape, type, elements, fill: undefined, origin: normal });
    }
    const known = { shape: shapeOf(normal, symbols), type, elements: undefined, fill: fillOf(normal), origin: normal };
    return share(structure(normal), name, known);
  };

  (graph.node ?? []).forEach((node, position) => {
    const [first, ...others] = node.output ?? [];
    if (first) facts.set(first, ofNode(node, position));
    const origin = others.length === 0 ? undefined : originOf(node, facts);
    others.filter(Boolean).forEach((name, i) => {
      facts.set(
        name,
        share(`output ${i + 1} of node ${position}`, name, { ...nothing, origin: { ...origin!, operator: "" } }),
      );
    });
  });
  return facts;
}

const nothing = { shape: undefined, type: undefined, elements: undefined, fill: undefined } as const;

function originOf(node: onnx.INodeProto, facts: ReadonlyMap<string, Fact>): Origin {
  return {
    operator: node.domain ? "" : (node.opType ?? ""),
    attributes: new Map((node.attribute ?? []).map((attribute) => [attribute.name!, attribute])),
    operands: (node.input ?? []).map((name) => facts.get(name)),
  };
}

/** Whether another node that is written the same may give another value. */
function isOpaque(node: onnx.INodeProto): boolean {
  return Boolean(node.domain) || random.has(node.opType ?? "") || nestedGraphs(node).length > 0;
}

function structure({ operator, attributes, operands }: Origin): string {
  const set = [...attributes.values()].map((attribute) => onnx.AttributeProto.encode(attribute).finish().join()).sort();
  return `${operator} ${operands.map((operand) => operand?.id ?? "").join()} ${set.join()}`;
}

function fillOf({ operator, attributes, operands }: Origin): number | undefined {
  if (operator === "Expand") return operands[0]?.fill;
  if (operator !== "ConstantOfShape") return undefined;
  const value = attributes.get("value")?.t;
  return value ? constantContent(value).fill : 0;
}

function inputSize(dim: onnx.TensorShapeProto.IDimension, place: string, symbols: (meaning: string) => Size): Size {
  // Some exporters write −1 for a size that is open.
  if (Object.hasOwn(dim, "dimValue") && wholeNumber(dim.dimValue) >= 0) return String(dim.dimValue);
  return symbols(dim.dimParam ? `size ${dim.dimParam}` : place);
}
