import { ModelError } from "@evenodds/core";
import { attributeProto, type Attribute } from "./attribute.js";
import type { ElementType } from "./element-type.js";
import type { OperatorName } from "./operator-name.js";
import { onnx } from "./proto.js";
import { tensorProto, type Tensor } from "./tensor.js";
import { valueInfoProto, type ShapedValue, type Value } from "./value.js";

/** Hands out names that are unique in a graph and all graphs nested in it. */
class NameRegistry {
  readonly #taken = new Set<string>();
  readonly #counters = new Map<string, number>();

  /** Takes exactly `name`. Throws {@link ModelError} where it is empty or taken. */
  claim(name: string): string {
    if (name === "" || this.#taken.has(name)) {
      throw new ModelError({ argument: "name in the graph", expected: "a name not in use", found: `"${name}"` });
    }
    this.#taken.add(name);
    return name;
  }

  /** Takes and returns `<stem>_<n>` with the lowest free n. */
  fresh(stem: string): string {
    let n = this.#counters.get(stem) ?? 0;
    while (this.#taken.has(`${stem}_${n}`)) n++;
    this.#counters.set(stem, n + 1);
    return this.claim(`${stem}_${n}`);
  }
}

/** What a node reads, how it is set, and the element types of what it gives. */
export interface NodeParts<T extends ElementType> {
  readonly inputs: readonly Value[];
  readonly attributes?: Readonly<Record<string, Attribute>>;
  readonly outputs: readonly T[];
}

/**
 * Collects the nodes, constants, inputs and outputs of one ONNX graph. Names are fresh or checked, nodes are in the
 * order in which they are added and can only read values that exist, so the result is sorted topologically.
 *
 * Everything that is written depends on the calls and their order alone: the same calls give the same bytes.
 */
export class GraphBuilder {
  readonly #names: NameRegistry;
  readonly #around: GraphBuilder | undefined;
  readonly #nodes: onnx.INodeProto[] = [];
  readonly #initializers: onnx.ITensorProto[] = [];
  readonly #inputs: onnx.IValueInfoProto[] = [];
  readonly #outputs: onnx.IValueInfoProto[] = [];
  readonly #constants = new Map<string, string>();
  readonly #own = new Set<string>();

  /** Starts an empty graph. A nested graph is given the graph around it, whose values it may read. */
  constructor(around?: GraphBuilder) {
    this.#around = around;
    this.#names = around === undefined ? new NameRegistry() : around.#names;
  }

  /** Declares an input of the graph. */
  input<T extends ElementType>(value: ShapedValue<T>): Value<T> {
    this.#own.add(this.#names.claim(value.name));
    this.#inputs.push(valueInfoProto(value));
    return { name: value.name, elementType: value.elementType };
  }

  /** Declares `value` as output of the graph under the given name; without `shape` nothing is said about its sizes. */
  output(name: string, { value, shape }: { value: Value; shape?: ShapedValue["shape"] | undefined }): void {
    this.#append("Identity", { inputs: [value], outputNames: [this.#names.claim(name)] });
    this.#outputs.push(valueInfoProto({ name, elementType: value.elementType, shape }));
  }

  /** Adds a named constant. Throws `ModelError` where the name is taken or the bytes do not fit the shape. */
  initializer<T extends ElementType>(name: string, tensor: Tensor<T>): Value<T> {
    return this.#store(this.#names.claim(name), tensor);
  }

  /** Returns an unnamed constant; equal tensors are stored once. */
  constant<T extends ElementType>(tensor: Tensor<T>): Value<T> {
    const key = `${tensor.elementType} ${tensor.shape.join(",")} ${tensor.bytes.join(",")}`;
    const name = this.#constants.get(key) ?? this.#store(this.#names.fresh("Constant"), tensor).name;
    this.#constants.set(key, name);
    return { name, elementType: tensor.elementType };
  }

  /** Adds a node with one output and returns that. Throws `ModelError` where it reads a value of another graph. */
  node<T extends ElementType>(operator: OperatorName, parts: NodeParts<T>): Value<T> {
    return this.nodes(operator, parts)[0]!;
  }

  /** Adds a node and returns its outputs in the order of the operator's specification. */
  nodes<T extends ElementType>(operator: OperatorName, parts: NodeParts<T>): Value<T>[] {
    const values = parts.outputs.map((elementType) => ({ name: this.#names.fresh(operator), elementType }));
    this.#append(operator, { ...parts, outputNames: values.map(({ name }) => name) });
    return values;
  }

  /** Returns a nested graph with inputs of these types, given to `build`, whose one output is what `build` returns. */
  nested<T extends ElementType>(
    name: string,
    build: (graph: GraphBuilder, inputs: readonly Value[]) => Value<T>,
    { inputs = [] }: { inputs?: readonly ElementType[] } = {},
  ): onnx.IGraphProto {
    const inner = new GraphBuilder(this);
    const given = inputs.map((elementType) => inner.#given(elementType));
    const built = build(inner, given);
    // A runtime refuses a nested graph whose output is a value of the graph around it, or one of its inputs.
    const made = inner.#own.has(built.name) && !given.some((value) => value.name === built.name);
    const value = made ? built : inner.node("Identity", { inputs: [built], outputs: [built.elementType] });
    inner.#outputs.push(valueInfoProto(value));
    return inner.toProto(name);
  }

  /** Returns the graph's message. */
  toProto(name: string): onnx.GraphProto {
    return onnx.GraphProto.create({
      name,
      node: this.#nodes,
      initializer: this.#initializers,
      input: this.#inputs,
      output: this.#outputs,
    });
  }

  /** An input whose sizes follow from the node that the graph is nested in. */
  #given(elementType: ElementType): Value {
    const value = { name: this.#names.fresh("Input"), elementType };
    this.#own.add(value.name);
    this.#inputs.push(valueInfoProto(value));
    return value;
  }

  #store<T extends ElementType>(name: string, tensor: Tensor<T>): Value<T> {
    this.#initializers.push(tensorProto(name, tensor));
    this.#own.add(name);
    return { name, elementType: tensor.elementType };
  }

  #sees(name: string): boolean {
    return this.#own.has(name) || (this.#around !== undefined && this.#around.#sees(name));
  }

  #append(
    operator: OperatorName,
    parts: Omit<NodeParts<ElementType>, "outputs"> & { readonly outputNames: readonly string[] },
  ): void {
    const foreign = parts.inputs.find((value) => !this.#sees(value.name));
    if (foreign !== undefined) {
      throw new ModelError({
        argument: `input of ${operator}`,
        expected: "a value of this graph or of a graph around it",
        found: `"${foreign.name}"`,
      });
    }
    for (const name of parts.outputNames) this.#own.add(name);
    this.#nodes.push(
      onnx.NodeProto.create({
        name: parts.outputNames[0]!,
        opType: operator,
        input: parts.inputs.map((value) => value.name),
        output: [...parts.outputNames],
        attribute: Object.entries(parts.attributes ?? {}).map(([key, value]) => attributeProto(key, value)),
      }),
    );
  }
}
