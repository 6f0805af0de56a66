import { EngineError, parseJson, providerNames, type Provider } from "@evenodds/core";
import { listNames } from "../preflight/list-names.js";

/**
 * Names of executed nodes by operator, by provider as ONNX Runtime names them (`CPUExecutionProvider`, …); each once,
 * in the order in which they first ran.
 */
export type Placement = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

/** A node that ran, as a profile tells of it. Types are ONNX Runtime's, such as `float` and `int64`. */
export interface PlacedNode {
  readonly name: string;
  readonly operator: string;
  readonly provider: string;
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
}

/** One event of ONNX Runtime's profile, as far as it is read here. */
interface ProfileEvent {
  readonly cat?: string;
  readonly name?: string;
  readonly args?: {
    readonly provider?: string;
    readonly op_name?: string;
    readonly input_type_shape?: readonly object[];
    readonly output_type_shape?: readonly object[];
  };
}

const kernelEnd = "_kernel_time";

/** ONNX Runtime keeps as many events and drops those that follow. */
const mostEvents = 1_000_000;

/**
 * Returns every kernel that ran, in order, from the text of an ONNX Runtime profile; one that ran several times is
 * there as often. Copies between devices (`Memcpy…`) are left out. Throws {@link EngineError} for text that is not a
 * profile, and for one that is full, so that the end of the run may be missing.
 */
export function readPlacement(profile: string): PlacedNode[] {
  const events = parseEvents(profile);
  if (events.length >= mostEvents) {
    throw new EngineError({
      argument: "profile of the run",
      expected: `fewer than ${mostEvents} events, the most that ONNX Runtime keeps`,
      found: `${events.length}, so that it is not known where the last nodes ran`,
      hint: "use provider cpu, or a smaller graph",
    });
  }
  return events.flatMap(({ cat, name = "", args = {} }) => {
    const { provider, op_name: operator = "", input_type_shape: inputs = [], output_type_shape: outputs = [] } = args;
    if (cat !== "Node" || !name.endsWith(kernelEnd) || provider === undefined || operator.startsWith("Memcpy")) {
      return [];
    }
    const types = (tensors: readonly object[]) => tensors.flatMap((tensor) => Object.keys(tensor));
    const node = { name: name.slice(0, -kernelEnd.length), operator, provider };
    return [{ ...node, inputs: types(inputs), outputs: types(outputs) }];
  });
}

/** Operators that read the sizes of a tensor and none of its numbers. */
const sizeOperators = new Set(["Shape", "Size"]);

/** Operators that run other nodes, which a profile lists one by one, and compute nothing themselves. */
const containers = new Set(["If", "Loop", "Scan"]);

/** Whether a node reads or computes floating-point numbers. */
export function isArithmetic({ operator, inputs, outputs }: PlacedNode): boolean {
  return (
    !sizeOperators.has(operator) &&
    !containers.has(operator) &&
    [...inputs, ...outputs].some((type) => /^(?:b?float|double)/.test(type))
  );
}

/** A run that is allowed, and where it took place. */
export interface ProvenPlacement {
  readonly placement: Placement;
  /** Nodes that should have run on the provider and did not; empty unless that is allowed. */
  readonly strayed: readonly PlacedNode[];
}

/**
 * Returns where a run took place. Every node of {@link isArithmetic}, and every one of which `makesIds` says that class
 * ids depend on it, belongs on `provider`; ONNX Runtime moves single nodes to the CPU without a warning. Shapes and
 * indices may run anywhere, as well as `If`, `Loop` and `Scan`, whose own nodes are judged one by one.
 *
 * Throws {@link EngineError} with the names of nodes that ran elsewhere, unless `allowFallback`, and for a run of which
 * nothing was done on the provider.
 */
export function provePlacement(
  nodes: readonly PlacedNode[],
  {
    provider,
    makesIds = () => false,
    allowFallback = false,
  }: {
    readonly provider: Provider;
    readonly makesIds?: (node: PlacedNode) => boolean;
    readonly allowFallback?: boolean | undefined;
  },
): ProvenPlacement {
  const wanted = providerNames[provider];
  const placement = placementOf(nodes);
  const bound = nodes.filter((node) => isArithmetic(node) || makesIds(node));
  const strayed = distinct(bound.filter((node) => node.provider !== wanted));
  const isThere = bound.some((node) => node.provider === wanted);
  if (isThere && (strayed.length === 0 || allowFallback)) return { placement, strayed };
  const [expected, found, hint] = isThere
    ? [
        `every node with numbers on ${wanted}`,
        formatStrayed(strayed),
        "use provider cpu, or let these nodes run elsewhere with ‘allowFallback’, which the report then states",
      ]
    : [
        `arithmetic of the model on ${wanted}`,
        formatPlacement(placement),
        "use provider cpu, or a model whose operators this provider supports",
      ];
  throw new EngineError({ argument: `provider ${provider}`, expected, found, hint });
}

/** Returns the names of executed nodes by operator, by provider. */
export function placementOf(nodes: readonly PlacedNode[]): Placement {
  const placement = new Map<string, Map<string, string[]>>();
  for (const { name, operator, provider } of distinct(nodes)) {
    const operators = placement.get(provider) ?? new Map<string, string[]>();
    placement.set(provider, operators.set(operator, [...(operators.get(operator) ?? []), name]));
  }
  return Object.fromEntries([...placement].map(([provider, operators]) => [provider, Object.fromEntries(operators)]));
}

/** Returns a placement in one line: `CPUExecutionProvider: 2 Gather, 1 MatMul`. */
export function formatPlacement(placement: Placement): string {
  const providers = Object.entries(placement).map(([provider, operators]) => {
    const counts = Object.entries(operators).map(([operator, names]) => `${names.length} ${operator}`);
    return `${provider}: ${counts.join(", ")}`;
  });
  return providers.length === 0 ? "no executed node" : providers.join("; ");
}

/** Returns nodes in words: `on CPUExecutionProvider 2 nodes: "Cast_0", "ArgMax_1"`. */
export function formatStrayed(nodes: readonly PlacedNode[]): string {
  const providers = [...new Set(nodes.map(({ provider }) => provider))];
  return providers
    .map((provider) => {
      const names = nodes.filter((node) => node.provider === provider).map(({ name }) => name);
      return `on ${provider} ${names.length} ${names.length === 1 ? "node" : "nodes"}: ${listNames(names)}`;
    })
    .join("; ");
}

/** Without repetitions of a node in a loop. */
function distinct(nodes: readonly PlacedNode[]): PlacedNode[] {
  const key = ({ name, operator, provider }: PlacedNode) => JSON.stringify([name, operator, provider]);
  const seen = new Set<string>();
  return nodes.filter((node) => seen.size < seen.add(key(node)).size);
}

function parseEvents(profile: string): readonly ProfileEvent[] {
  try {
    const events = parseJson(profile);
    if (Array.isArray(events)) return events as readonly ProfileEvent[];
  } catch {
    // An unfinished file and one of another form are the same to the caller.
  }
  throw new EngineError({
    argument: "profile of the run",
    expected: "a JSON list of events",
    found: `${profile.length} characters of something else`,
    hint: "a profile is written whole only when the disk has room for it",
  });
}
