import { ModelError } from "@evenodds/core";
import type { onnx } from "onnx-proto";
import { joined, other } from "../meaning/meaning.js";
import { meaningOf } from "../meaning/meaning-of.js";
import { attributesOf, integer, integers, type Attributes } from "./attributes.js";
import type { FixedSizes } from "../fixed-sizes.js";
import { liveNodes } from "../live-nodes.js";
import { constantFact, integersFact } from "./constant.js";
import { elementsOf } from "./elements-of.js";
import { absentFact, unknownFact, type TracedValue, type TracedShape } from "./traced-value.js";
import { indexFacts } from "./index-facts.js";
import { shapeOf, type Application } from "./shape-of.js";
import { takesInputs } from "./takes-inputs.js";
import { typeOf } from "./type-of.js";

/** A node that was met, with what is known of its inputs. Those of a local function are met once for every call. */
export type VisitNode = (node: Application) => void;

/** Nodes met, those of local functions as often as they are called; a file can say more than anybody can follow. */
const mostNodes = 1_000_000;
const deepest = 64;

/**
 * Follows a model from its inputs on, through branches, loops and local functions, and returns what is known of each
 * output. Throws {@link ModelError}, with `name` as its argument, where local functions call each other without end.
 */
export function traceModel(
  model: onnx.IModelProto,
  {
    name = "model",
    visit = () => undefined,
    sizes,
    inputs,
  }: {
    readonly name?: string;
    readonly visit?: VisitNode;
    readonly sizes?: FixedSizes | undefined;
    /** Sizes of inputs in a run; `sizes` is then told only what that run makes in any case. */
    readonly inputs?: ReadonlyMap<string, TracedShape> | undefined;
  } = {},
): ReadonlyMap<string, TracedValue> {
  const functions = new Map((model.functions ?? []).map((one) => [`${one.domain ?? ""}:${one.name ?? ""}`, one]));
  const graph = model.graph ?? {};
  const tracer = new Tracer({ functions, visit, name, sizes });
  const scope = new Scope(null);
  for (const input of graph.input ?? []) {
    const { type, shape: stated } = declared(input);
    const shape = inputs?.get(input.name ?? "") ?? stated;
    scope.set(input.name ?? "", { ...unknownFact, type, shape, meaning: { kind: "input" }, operator: "" });
  }
  const live = inputs === undefined ? undefined : liveNodes(graph);
  tracer.graph(graph, scope, { outer: new Map(), opset: opsetOf(model.opsetImport), depth: 0, live });
  return new Map((graph.output ?? []).map((output) => [output.name ?? "", scope.get(output.name ?? "")]));
}

/** Where a graph stands: the attributes of the call, and the version of its operators. */
interface Place {
  readonly outer: Attributes;
  readonly opset: number;
  readonly depth: number;
  /** The nodes that run in any case, where only they count; undefined where all do. */
  readonly live?: ReadonlySet<onnx.INodeProto> | undefined;
}

/** Nothing of a body has to run. */
const noNodes: ReadonlySet<onnx.INodeProto> = new Set<onnx.INodeProto>([]);

class Scope {
  readonly #facts = new Map<string, TracedValue>();
  readonly #around: Scope | null;

  constructor(around: Scope | null) {
    this.#around = around;
  }

  set(name: string, fact: TracedValue): void {
    this.#facts.set(name, fact);
  }

  get(name: string): TracedValue {
    if (name === "") return absentFact;
    return this.#facts.get(name) ?? this.#around?.get(name) ?? unknownFact;
  }
}

class Tracer {
  readonly #functions: ReadonlyMap<string, onnx.IFunctionProto>;
  readonly #visit: VisitNode;
  readonly #name: string;
  readonly #sizes: FixedSizes | undefined;
  #met = 0;

  constructor(options: {
    readonly functions: ReadonlyMap<string, onnx.IFunctionProto>;
    readonly visit: VisitNode;
    readonly name: string;
    readonly sizes: FixedSizes | undefined;
  }) {
    this.#functions = options.functions;
    this.#visit = options.visit;
    this.#name = options.name;
    this.#sizes = options.sizes;
  }

  graph(graph: onnx.IGraphProto, scope: Scope, place: Place): void {
    this.#sizes?.graph(graph);
    for (const tensor of graph.initializer ?? []) scope.set(tensor.name ?? "", constantFact(tensor));
    // What a file states of values is of no certain run.
    const infos = place.live === undefined ? (graph.valueInfo ?? []) : [];
    const stated = new Map(infos.map((info) => [info.name ?? "", info]));
    this.#nodes(graph.node ?? [], scope, { ...place, stated });
  }

  #nodes(
    nodes: readonly onnx.INodeProto[],
    scope: Scope,
    place: Place & { readonly stated?: ReadonlyMap<string, onnx.IValueInfoProto> },
  ): void {
    for (const node of nodes) {
      if (++this.#met > mostNodes || place.depth > deepest) throw this.#endless();
      const counts = place.live?.has(node) ?? true;
      const facts = this.#apply(node, scope, counts ? place : { ...place, live: noNodes });
      node.output?.forEach((output, i) => {
        if (output === "") return;
        const fact = completed(facts[i] ?? unknownFact, place.stated?.get(output));
        if (counts) this.#sizes?.value(node.opType ?? "", fact);
        scope.set(output, fact);
      });
    }
  }

  #endless(): ModelError {
    return new ModelError({
      argument: this.#name,
      expected: `at most ${mostNodes} nodes, those of a local function as often as it is called`,
      found: "more, or functions that call themselves",
    });
  }

  #apply(node: onnx.INodeProto, scope: Scope, place: Place): readonly TracedValue[] {
    const isStandard = !node.domain || node.domain === "ai.onnx";
    const operator = isStandard ? (node.opType ?? "") : `${node.domain!}:${node.opType ?? ""}`;
    const inputs = (node.input ?? []).map((input) => scope.get(input));
    const attributes = attributesOf(node, place.outer);
    if (attributes === null) return [];
    const local = this.#functions.get(`${node.domain ?? ""}:${node.opType ?? ""}`);
    if (local !== undefined) return this.#call(local, inputs, { ...place, outer: attributes });
    if (!takesInputs(operator, inputs.length)) return [];
    const outputs = node.output?.length ?? 0;
    const nested = { operator, attributes, inputs, outputs, scope, place };
    if (operator === "If") return this.#branches(nested);
    if (operator === "Loop" || operator === "Scan") return this.#repeated(nested);
    for (const { g, graphs } of attributes.values()) {
      const inner = { ...place, live: place.live && noNodes };
      for (const one of [...(g ? [g] : []), ...(graphs ?? [])]) this.graph(one, new Scope(scope), inner);
    }
    this.#visit({ operator, attributes, inputs, place: 0 });
    if (operator === "Constant") return [constantOf(attributes)];
    return Array.from({ length: outputs }, (_, i) =>
      factOf({ operator, attributes, inputs, place: i, opset: place.opset }),
    );
  }

  #call(local: onnx.IFunctionProto, inputs: readonly TracedValue[], place: Place): readonly TracedValue[] {
    const scope = new Scope(null);
    local.input?.forEach((name, i) => {
      scope.set(name, inputs[i] ?? absentFact);
    });
    const opset = local.opsetImport?.length ? opsetOf(local.opsetImport) : place.opset;
    // Of a function that is called, all nodes are taken to run, unless it is called for nothing.
    const live = place.live === undefined || place.live === noNodes ? place.live : new Set(local.node);
    this.#nodes(local.node ?? [], scope, { ...place, opset, live, depth: place.depth + 1 });
    return (local.output ?? []).map((name) => scope.get(name));
  }

  #branches({ attributes, inputs, outputs, scope, place }: Nested): readonly TracedValue[] {
    const results = ["then_branch", "else_branch"].map((name) =>
      this.#body(attributes.get(name)?.g, new Scope(scope), place),
    );
    const [first, second] = results as [readonly TracedValue[], readonly TracedValue[]];
    return Array.from({ length: outputs }, (_, i) => {
      const facts = [first[i] ?? unknownFact, second[i] ?? unknownFact] as const;
      const [a, b] = facts;
      return {
        ...unknownFact,
        ...{ type: a.type === b.type ? a.type : 0, shape: commonShape(a.shape, b.shape) },
        ...{ fixed: inputs[0]?.fixed === true && a.fixed && b.fixed, fill: a.fill === b.fill ? a.fill : null },
        ...{ distinct: a.distinct && b.distinct, repeats: a.repeats || b.repeats },
        meaning: joined(facts.map(({ meaning }) => meaning)),
        trail: following(a.fixed ? b : a, "If"),
      };
    });
  }

  /** Runs the body of a loop once. What it carries from one turn to the next is known only where it stays the same. */
  #repeated({ operator, attributes, inputs, outputs, scope, place }: Nested): readonly TracedValue[] {
    const body = attributes.get("body")?.g ?? undefined;
    const inner = new Scope(scope);
    const isLoop = operator === "Loop";
    const scanned = isLoop ? 0 : integer(attributes, "num_scan_inputs", 0);
    const states = Math.max(0, inputs.length - (isLoop ? 2 : scanned));
    const given = isLoop ? inputs.slice(2) : inputs;
    body?.input?.forEach((input, i) => {
      const fact = given[isLoop ? i - 2 : i];
      const { type, shape } = declared(input);
      const rows = fact?.shape?.slice(1) ?? null;
      const known = isLoop || i < states ? (fact?.shape?.map(() => null) ?? null) : rows;
      inner.set(input.name ?? "", { ...unknownFact, type: fact?.type ?? type, shape: shape ?? known });
    });
    const results = this.#body(body, inner, place).slice(isLoop ? 1 : 0);
    const axes = integers(attributes, "scan_output_axes") ?? [];
    return Array.from({ length: outputs }, (_, i) => {
      const result = results[i] ?? unknownFact;
      const trail = following(result, operator);
      if (i < states) {
        const start = given[i]?.meaning ?? other();
        return { ...unknownFact, type: result.type, meaning: joined([start, result.meaning]), trail };
      }
      const isStacked = (axes[i - states] ?? 0) === 0 && !("axis" in result.meaning && result.meaning.axis >= 0);
      const meaning = isStacked ? result.meaning : other(`${operator} stacks its results along another axis`);
      const shape = result.shape === null ? null : [null, ...result.shape];
      return { ...unknownFact, type: result.type, shape: isStacked ? shape : null, meaning, trail };
    });
  }

  #body(body: onnx.IGraphProto | null | undefined, scope: Scope, place: Place): readonly TracedValue[] {
    if (!body) return [];
    this.graph(body, scope, { ...place, live: place.live && noNodes });
    return (body.output ?? []).map(({ name }) => scope.get(name ?? ""));
  }
}

interface Nested {
  readonly operator: string;
  readonly attributes: Attributes;
  readonly inputs: readonly TracedValue[];
  readonly outputs: number;
  readonly scope: Scope;
  readonly place: Place;
}

function factOf(node: Application & { readonly opset: number }): TracedValue {
  const { operator, attributes, inputs, place } = node;
  const [data, , updates] = inputs;
  const scattered = operator.startsWith("Scatter") && data?.fixed === true ? updates : undefined;
  const source = scattered ?? inputs.find(({ fixed }) => !fixed) ?? data;
  const { fill, fixed, distinct, repeats } = indexFacts(node);
  // Written out in the order of all facts: a model may have a million of them.
  return {
    type: typeOf(node),
    shape: shapeOf(node),
    values: elementsOf(node),
    fill,
    fixed,
    distinct,
    repeats,
    meaning: meaningOf(node),
    operator,
    attributes,
    inputs,
    place,
    trail: following(source, operator),
  };
}

/** The last four operators on the way to what an operator gives. */
function following(source: TracedValue | undefined, operator: string): readonly string[] {
  return [...(source?.trail ?? []).slice(-3), operator];
}

function constantOf(attributes: Attributes): TracedValue {
  const tensor = attributes.get("value")?.t;
  if (tensor) return constantFact(tensor);
  const whole = attributes.get("value_int");
  if (whole) return integersFact([integer(attributes, "value_int", 0)], []);
  const list = integers(attributes, "value_ints");
  if (list !== null) return integersFact(list, [list.length]);
  const values = attributes.get("value_floats")?.floats ?? [attributes.get("value_float")?.f ?? NaN];
  const fill = values.every((value) => value === values[0]) ? (values[0] ?? null) : null;
  const shape = attributes.has("value_floats") ? [values.length] : attributes.has("value_float") ? [] : null;
  return { ...unknownFact, type: 1, shape, values, fill, fixed: true, repeats: false, meaning: { kind: "constant" } };
}

/** Adds what the file itself states of a value that nothing else is known of. */
function completed(fact: TracedValue, info: onnx.IValueInfoProto | undefined): TracedValue {
  if (info === undefined || (fact.shape !== null && fact.type !== 0)) return fact;
  const { type, shape } = declared(info);
  return { ...fact, type: fact.type === 0 ? type : fact.type, shape: fact.shape ?? shape };
}

/** Returns type and sizes that a file states of a value; sizes without a number are null. */
export function declared({ type }: onnx.IValueInfoProto): { readonly type: number; readonly shape: TracedShape } {
  const tensor = type?.tensorType;
  const dims = tensor?.shape?.dim;
  const shape = tensor?.shape
    ? (dims ?? []).map((dim) => (Object.hasOwn(dim, "dimValue") ? Number(String(dim.dimValue)) : null))
    : null;
  return { type: tensor?.elemType ?? 0, shape };
}

function commonShape(a: TracedShape, b: TracedShape): TracedShape {
  return a !== null && b !== null && a.length === b.length ? a.map((size, i) => (size === b[i] ? size : null)) : null;
}

function opsetOf(imports: readonly onnx.IOperatorSetIdProto[] | null | undefined): number {
  const own = imports?.find(({ domain }) => !domain || domain === "ai.onnx");
  return Number(String(own?.version ?? 1));
}
