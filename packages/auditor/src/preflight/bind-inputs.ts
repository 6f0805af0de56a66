import { ModelError, ownValue, suggest, UsageError } from "@evenodds/core";
import { formatTensor } from "../inspect/describe-tensor.js";
import { checkedValue, checkInputNames } from "./checked-map.js";
import type { ModelDescription, TensorDescription } from "../inspect/model-description.js";
import {
  arcRoles,
  axesOf,
  fittingRoles,
  inputRoles,
  roleByName,
  type InputAxis,
  type InputRole,
} from "./input-role.js";

/** What is given to inputs of a model, by their names: a part of the graph, or a number. */
export type InputMap = Readonly<Record<string, InputRole | number | boolean>>;

/** An input of a model and what it is given. */
export interface BoundInput {
  readonly tensor: TensorDescription;
  readonly role: InputRole | "value";
  /** Of the tensor that it is given; empty for a value, which has the sizes of the input. */
  readonly axes: readonly InputAxis[];
  /** Of the role `value`. */
  readonly value?: number | boolean | undefined;
  readonly knownBy: "name" | "shape" | "map";
}

/**
 * Returns what every input of a model is given, in the order of its inputs: what `map` says; else the part of a graph
 * that goes by the input's name and has its form; else, for features and arcs, the only input of that form. A matrix
 * `[N, N]` is taken for the adjacency matrix only where the model adds up its rows itself, because many models expect
 * a normalized one under that name.
 *
 * Throws {@link ModelError} for an input of which that does not tell what it takes, and for a model without features,
 * {@link UsageError} for an entry of `map` that names no input or does not fit it, or adds self loops to arcs that have
 * attributes.
 */
export function bindInputs(
  description: Pick<ModelDescription, "inputs" | "summedInputs">,
  map: InputMap = {},
): readonly BoundInput[] {
  const { inputs, summedInputs } = description;
  const { bound, open } = matchInputs(description, map);
  const roles = new Set([...bound.values()].map(({ role }) => role));
  const [untold] = open;
  if (untold !== undefined) throw untoldInput(untold, { isSummed: summedInputs.includes(untold.name) });
  if (!roles.has("x")) throw withoutFeatures(inputs);
  if (roles.has("source") !== roles.has("target")) throw oneEnd([...bound.values()]);
  checkLoops([...bound.values()]);
  checkAxes([...bound.values()]);
  return inputs.map(({ name }) => bound.get(name)!);
}

/**
 * Returns what inputs are given as far as `map`, names and forms tell it, and those of which they do not. Throws
 * {@link UsageError} for an entry of `map` that names no input or does not fit it.
 */
export function matchInputs(
  { inputs, summedInputs }: Pick<ModelDescription, "inputs" | "summedInputs">,
  map: InputMap = {},
): { readonly bound: ReadonlyMap<string, BoundInput>; readonly open: readonly TensorDescription[] } {
  checkInputNames(map, inputs);
  const bound = new Map<string, BoundInput>();
  const taken = new Set<InputRole | "value">();
  const bind = (tensor: TensorDescription, role: InputRole, knownBy: BoundInput["knownBy"]) => {
    bound.set(tensor.name, { tensor, role, axes: axesOf(tensor, role)!, knownBy });
    taken.add(role);
  };
  for (const tensor of inputs) {
    const told = ownValue<InputMap[string]>(map, tensor.name);
    if (told === undefined) continue;
    if (typeof told === "string") bind(tensor, checkedRole(tensor, told), "map");
    else
      bound.set(tensor.name, {
        tensor,
        role: "value",
        axes: [],
        value: checkedValue(tensor, told, `a part of the graph: ${fittingRoles(tensor).join(", ")}`),
        knownBy: "map",
      });
  }
  const left = () => inputs.filter(({ name }) => !bound.has(name));
  const named = left()
    .map((tensor) => ({ tensor, ...roleByName(tensor) }))
    .sort((a, b) => (a.rank ?? 0) - (b.rank ?? 0));
  for (const { tensor, role } of named) {
    if (role === undefined || taken.has(role)) continue;
    if (role === "adjacency" && !summedInputs.includes(tensor.name)) continue;
    if (role === "edge-list" && taken.has("edge_index")) continue;
    bind(tensor, role, "name");
  }
  bindByForm("x", (tensor) => tensor.type.startsWith("float") && !isSquare(tensor));
  if (![...taken].some((role) => arcRoles.has(role))) {
    bindByForm("edge_index");
    if (!taken.has("edge_index")) bindByForm("edge-list");
  }
  return { bound, open: left() };

  function bindByForm(role: InputRole, may: (tensor: TensorDescription) => boolean = () => true): void {
    if (taken.has(role)) return;
    const fitting = left().filter((tensor) => axesOf(tensor, role) !== undefined && may(tensor));
    const [only] = fitting;
    if (only !== undefined && fitting.length === 1) bind(only, role, "shape");
  }
}

/** Returns the input that takes the features. */
export function featureInput(inputs: readonly BoundInput[]): TensorDescription {
  return inputs.find(({ role }) => role === "x")!.tensor;
}

function checkedRole(tensor: TensorDescription, role: InputRole): InputRole {
  const argument = `‘map’ ${tensor.name}`;
  if (!inputRoles.includes(role)) {
    const expected = `a number, or one of ${inputRoles.join(", ")}`;
    throw new UsageError({ argument, expected, found: JSON.stringify(role), hint: suggest(role, inputRoles) });
  }
  if (axesOf(tensor, role) !== undefined) return role;
  const fitting = fittingRoles(tensor);
  throw new UsageError({
    argument,
    expected: fitting.length === 0 ? "an input that a graph has something for" : `one of ${fitting.join(", ")}`,
    found: `${role}, which does not have the form of ${formatTensor(tensor)}`,
  });
}

/** Whether the file says that rows and columns are as many. */
function isSquare({ shape }: TensorDescription): boolean {
  if (shape === null || shape.length < 2) return false;
  const [rows, columns] = shape.slice(-2);
  return rows !== "?" && rows === columns;
}

/** Returns the error about an input of which nothing tells what it takes, with what can be said of it. */
export function untoldInput(tensor: TensorDescription, { isSummed }: { readonly isSummed: boolean }): ModelError {
  const { name, shape } = tensor;
  const isSingle = shape?.every((size) => size === 1) === true;
  const fitting = fittingRoles(tensor).filter((role) => !isSingle || role === "num_nodes");
  const isMatrix = fitting.includes("adjacency") && !isSummed && roleByName(tensor)?.role === "adjacency";
  const ways = [...(isSingle ? ["0.5 or another number"] : []), ...fitting];
  return new ModelError({
    argument: `model input ${name}`,
    expected: isMatrix
      ? "a word on whether the matrix is normalized, which its name does not tell"
      : "an input whose name and form tell what it takes",
    found: formatTensor(tensor),
    hint:
      ways.length === 0
        ? "a graph has nothing of this form; audit a file of the model's predictions"
        : `say what it takes with ‘map’ ${name}=${ways.length === 1 ? ways[0]! : `…: ${ways.join(", ")}`}`,
  });
}

function withoutFeatures(inputs: readonly TensorDescription[]): ModelError {
  return new ModelError({
    argument: "model",
    expected: "an input for the features of the nodes, x float32[N, F]",
    found: inputs.length === 0 ? "no inputs" : inputs.map(formatTensor).join(", "),
    hint: "export the model with its features as an input, or audit a file of its predictions",
  });
}

function oneEnd(bound: readonly BoundInput[]): ModelError {
  const end = bound.find(({ role }) => role === "source" || role === "target")!;
  const other = end.role === "source" ? "target" : "source";
  return new ModelError({
    argument: "model",
    expected: `an input for the ${other}s of the arcs beside ${end.tensor.name}, which takes the ${end.role}s`,
    found: bound.map(({ tensor }) => formatTensor(tensor)).join(", "),
    hint: `name it with ‘map’ NAME=${other}`,
  });
}

/** Self loops that a graph does not list have no attributes. */
function checkLoops(bound: readonly BoundInput[]): void {
  const normalized = bound.find(({ role, axes }) => role === "gcn-norm" && axes[0] === "E");
  const attributes = bound.find(({ role }) => role === "edge_attr");
  if (normalized === undefined || attributes === undefined) return;
  throw new UsageError({
    argument: `‘map’ ${normalized.tensor.name}`,
    expected: `arcs as they are, because a self loop for every node has no attributes for ${attributes.tensor.name}`,
    found: "gcn-norm",
    hint: "for weights without self loops, gcn-norm-without-loops",
  });
}

/**
 * A file that calls the nodes `N` in one input and the arcs `N` in another, or an axis by the name of the other kind,
 * means something else than was understood.
 */
function checkAxes(bound: readonly BoundInput[]): void {
  const meant = new Map<string, { readonly axis: InputAxis; readonly tensor: TensorDescription }>();
  for (const { tensor, axes, knownBy } of bound) {
    if (knownBy === "map") continue;
    axes.forEach((axis, i) => {
      const size = tensor.shape?.[i];
      if (typeof size !== "string" || size === "?" || typeof axis === "number") return;
      const before = meant.get(size);
      if (before === undefined) meant.set(size, { axis, tensor });
      else if (before.axis !== axis) {
        throw new ModelError({
          argument: `model input ${tensor.name}`,
          expected: `${size} to be ${axisWords[axis]}`,
          found: `${size} for ${axisWords[before.axis as "N"]} in ${formatTensor(before.tensor)}`,
          hint: "say with ‘map’ what these inputs take",
        });
      }
    });
  }
}

const axisWords = {
  N: "the number of nodes",
  E: "the number of arcs",
  F: "the number of features",
  D: "the number of attributes of an arc",
};
