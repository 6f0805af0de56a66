import { EngineError, parseJson, providerNames, type Provider } from "@evenodds/core";

/** Number of executed nodes by operator, by provider as ONNX Runtime names them (`CPUExecutionProvider`, …). */
export type Placement = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** One event of ONNX Runtime's profile, as far as it is read here. */
interface ProfileEvent {
  readonly cat?: string;
  readonly name?: string;
  readonly args?: { readonly provider?: string; readonly op_name?: string; readonly output_type_shape?: unknown };
}

/** What a profile proves: all executed kernels, and those that computed floating-point values. */
export interface ProfiledPlacement {
  readonly all: Placement;
  /** Without kernels that only produce integers, such as shapes and indices, which belong on the CPU. */
  readonly arithmetic: Placement;
}

/**
 * Reads which provider executed which nodes from the text of an ONNX Runtime profile. Copies between devices
 * (`Memcpy…`) are not counted. Throws {@link EngineError} for text that is not a profile.
 */
export function readPlacement(profile: string): ProfiledPlacement {
  const all: Counts = new Map();
  const arithmetic: Counts = new Map();
  for (const { cat, name, args } of parseEvents(profile)) {
    if (cat !== "Node" || !name?.endsWith("_kernel_time") || args?.provider === undefined) continue;
    const operator = args.op_name ?? "";
    if (operator.startsWith("Memcpy")) continue;
    add(all, args.provider, operator);
    if (/"(?:float|float16|double|bfloat16)"/.test(JSON.stringify(args.output_type_shape ?? []))) {
      add(arithmetic, args.provider, operator);
    }
  }
  return { all: plain(all), arithmetic: plain(arithmetic) };
}

/**
 * Throws {@link EngineError} unless at least one kernel that computes floating-point values ran on `provider`. ONNX
 * Runtime moves single nodes to the CPU without a warning, so that a session alone proves nothing.
 */
export function provePlacement({ all, arithmetic }: ProfiledPlacement, provider: Provider): Placement {
  if (arithmetic[providerNames[provider]] !== undefined) return all;
  throw new EngineError({
    argument: `provider ${provider}`,
    expected: `arithmetic of the model on ${providerNames[provider]}`,
    found: formatPlacement(all),
    hint: "use provider cpu, or a model whose operators this provider supports",
  });
}

/** Returns a placement in one line: `CPUExecutionProvider: 2 Gather, 1 MatMul`. */
export function formatPlacement(placement: Placement): string {
  const providers = Object.entries(placement).map(([provider, operators]) => {
    const counts = Object.entries(operators).map(([operator, count]) => `${count} ${operator}`);
    return `${provider}: ${counts.join(", ")}`;
  });
  return providers.length === 0 ? "no executed node" : providers.join("; ");
}

type Counts = Map<string, Map<string, number>>;

function add(counts: Counts, provider: string, operator: string): void {
  const operators = counts.get(provider) ?? new Map<string, number>();
  counts.set(provider, operators.set(operator, (operators.get(operator) ?? 0) + 1));
}

function plain(counts: Counts): Placement {
  return Object.fromEntries([...counts].map(([provider, operators]) => [provider, Object.fromEntries(operators)]));
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
