import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import {
  beginWork,
  duringWork,
  EngineError,
  machineMemory,
  ModelError,
  UsageError,
  type Graph,
  type Provider,
} from "@evenodds/core";
import type { InferenceSession, Tensor } from "onnxruntime-node";
import { decodeModel, type DecodedModel } from "../inspect/decode-model.js";
import { inspectModel } from "../inspect/inspect-model.js";
import type { ModelDescription, TensorDescription } from "../inspect/model-description.js";
import { bindModel, outputColumns, type ModelBinding } from "../preflight/bind-model.js";
import { isIds } from "../preflight/pick-output.js";
import { bindInputs } from "../preflight/bind-inputs.js";
import { inputSizes, isNormalized, prepareInputs, type FedInput } from "../preflight/prepare-inputs.js";
import { checkDataFiles } from "./check-data-files.js";
import { exposeTensor, type HiddenTensor } from "./expose-tensor.js";
import { checkInputMemory, checkModelMemory, checkRunMemory, type RunSizes } from "./check-memory.js";
import { idMakers } from "./id-makers.js";
import { loadRuntime } from "./load-runtime.js";
import { losesUpdates } from "./loses-updates.js";
import type { ReportWarning } from "../report/audit-report.js";
import type { ModelRun, ModelSession } from "./model-session.js";
import { formatStrayed, provePlacement, readPlacement, type ProvenPlacement } from "./placement.js";
import { providerDefinition } from "./provider-definition.js";
import { halfToNumber } from "../inspect/half.js";

/** Who is to blame where the process ends in native code. */
const runtimeName = "ONNX Runtime";

/** How {@link openNodeSession} runs a model. */
export interface NodeSessionOptions {
  readonly provider: Provider;
  /** Which of the provider's devices, where it counts them, as CUDA does. Default: 0. */
  readonly deviceId?: number | undefined;
  /** Whether nodes with numbers may run elsewhere than on the provider, which is then a warning. Default: false. */
  readonly allowFallback?: boolean | undefined;
  /** Threads of one operator; the default leaves the number to ONNX Runtime. A racing model gets one in any case. */
  readonly threads?: number | undefined;
  /** Whether a racing model gets `threads` all the same, to see what that changes. Default: false. */
  readonly allowRaces?: boolean | undefined;
  /** Contents of the files beside the model that hold some of its tensors, under the paths that the model names. */
  readonly externalData?: readonly { readonly path: string; readonly data: Uint8Array }[] | undefined;
  /**
   * Where these bytes lie as a file. ONNX Runtime then reads the model from there, with the files beside it, which may
   * be larger than what JavaScript can hold. Default: it takes the bytes.
   */
  readonly path?: string | undefined;
  /** What the model is called in messages. Default: the name of its file, where it is read from there. */
  readonly name?: string | undefined;
  /** Most bytes that one tensor or the inputs may take. Default: what the machine has, or the container. */
  readonly memory?: number | undefined;
  /** What {@link inspectModel} says about these bytes, where that is known already. */
  readonly description?: ModelDescription | undefined;
  /** What its inputs are given, and which output is read. Default: what {@link bindModel} finds without help. */
  readonly binding?: (Pick<ModelBinding, "output"> & Partial<Pick<ModelBinding, "inputs">>) | undefined;
  /** Called as each stage begins: load model, then for every run prepare inputs and run model. */
  readonly onStage?: ((stage: string) => void) | undefined;
}

/**
 * Loads a model with onnxruntime-node. Its own log is silenced: what it has to say comes as an error.
 *
 * With another provider than `cpu`, runs are profiled until one has proved that every node with numbers ran there, see
 * `provePlacement`; there is no falling back to the CPU unless it is allowed.
 *
 * Throws ModelError for a file that is not a model or cannot be loaded, EngineError for a provider that cannot run
 * here, UsageError for one that there is not, and for a device of one that counts none.
 */
export async function openNodeSession(bytes: Uint8Array, options: NodeSessionOptions): Promise<ModelSession> {
  const { provesPlacement } = providerDefinition(options.provider);
  checkDevice(options);
  const {
    provider,
    deviceId,
    allowFallback,
    externalData = [],
    path,
    description = inspectModel(bytes, path),
    onStage,
  } = options;
  const { memory = machineMemory() } = options;
  checkModelMemory(description, memory);
  const { binding = bindModel(description) } = options;
  onStage?.("load model");
  if (path === undefined) checkExternalData(description, externalData);
  else checkDataFiles(description, path);
  const { threads, notes } = chooseThreads(description, options);
  const ort = await loadRuntime(provider);
  // Read once, when the first session of the process starts; the log level of a session does not cover provider
  // loading.
  ort.env.logLevel = "fatal";

  const hidden = hiddenTensor(description, binding.output.name);
  const isHidden = hidden !== undefined;
  if (isHidden && description.externalFiles.length > 0) throw hiddenWithData(binding.output.name, hidden);
  const output = hidden?.name ?? binding.output.name;
  const profiles = provesPlacement ? mkdtempSync(join(tmpdir(), "evenodds-profile-")) : null;
  const removeProfiles = () => profiles !== null && rmSync(profiles, { recursive: true, force: true });
  const named = options.name ?? (path === undefined ? "the model" : basename(path));
  const shown = isHidden ? exposeTensor(bytes, hidden) : bytes;
  let session: InferenceSession;
  const loading = beginWork({ doing: `load ${named}`, library: runtimeName });
  try {
    const settings: InferenceSession.SessionOptions = {
      executionProviders: [deviceId === undefined ? provider : { name: provider, deviceId }],
      logSeverityLevel: 4,
      // A memory pattern is laid out for the sizes of the first run, which no other graph has, and is kept all the
      // same.
      enableMemPattern: false,
      // Threads that wait for work in a busy loop take the cores from threads that have some.
      extra: { session: { intra_op: { allow_spinning: "0" } } },
      ...(path === undefined ? { externalData: externalData.map((file) => ({ ...file })) } : {}),
      ...(threads === undefined ? {} : { intraOpNumThreads: threads }),
      ...(profiles === null ? {} : { enableProfiling: true, profileFilePrefix: join(profiles, "run") }),
    };
    session = await (path === undefined || isHidden
      ? ort.InferenceSession.create(shown, settings)
      : ort.InferenceSession.create(resolve(path), settings));
  } catch (cause) {
    removeProfiles();
    throw runtimeError(cause, { provider, expected: "a file that ONNX Runtime can load" });
  } finally {
    loading.end();
  }

  let decoded: DecodedModel | undefined;
  let proven: ProvenPlacement | null = null;
  let released = false;
  // Two runs at once would share a profile, and some providers crash.
  let last: Promise<unknown> = Promise.resolve();
  /** Returns the bytes that a run takes at least. */
  const checkSizes = (sizes: RunSizes): number =>
    checkInputMemory(description, sizes, memory) +
    checkRunMemory(() => (decoded ??= decodeModel(bytes, path)), sizes, memory);
  const runOnce = async (inputs: readonly FedInput[], rows: number, least: number): Promise<ModelRun> => {
    const feeds = Object.fromEntries(inputs.map((input) => [input.name, runtimeTensor(ort, input)]));
    onStage?.("run model");
    const run = { doing: `run ${named}`, library: runtimeName, memory: least };
    const results = await duringWork(run, () => session.run(feeds, [output])).catch((cause: unknown) => {
      throw runtimeError(cause, { provider, expected: "a run without errors" });
    });
    const result = new Map(Object.entries(results)).get(output);
    if (profiles !== null && proven === null) {
      session.endProfiling();
      const profile = readdirSync(profiles).find((file) => file.endsWith(".json"));
      const text = profile === undefined ? "" : readFileSync(join(profiles, profile), "utf8");
      const nodes = readPlacement(text);
      const makesIds = isScores(result) ? undefined : idMakers(shown, { output, nodes });
      proven = provePlacement(nodes, { provider, makesIds, allowFallback });
    }
    return readOutput(result, {
      output: binding.output,
      nodes: rows,
      placement: proven?.placement ?? null,
    });
  };
  const inTurn = (work: () => Promise<ModelRun>): Promise<ModelRun> => {
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    return turn;
  };
  return {
    provider,
    description,
    notes,
    get warnings() {
      return proven === null ? [] : fallbackWarnings(proven, provider);
    },
    async run(graph: Graph): Promise<ModelRun> {
      return inTurn(() => {
        onStage?.("prepare inputs");
        const bound = { inputs: binding.inputs ?? bindInputs(description) };
        const { nodeCount, source } = graph;
        const least = checkSizes({
          inputs: inputSizes(bound, graph),
          // How many arcs normalizing leaves is not known before.
          isExact: !isNormalized(bound.inputs),
          rows: nodeCount,
          arcs: source.length,
          what: `${nodeCount} nodes and ${source.length} arcs`,
        });
        return runOnce(prepareInputs(description, bound, graph), nodeCount, least);
      });
    },
    async feed(inputs: readonly FedInput[], rows: number): Promise<ModelRun> {
      return inTurn(() => {
        const sizes = new Map(inputs.map(({ name, dims }) => [name, dims]));
        const least = checkSizes({ inputs: sizes, isExact: true, rows, arcs: 0, what: `${rows} rows` });
        return runOnce(inputs, rows, least);
      });
    },
    async release() {
      if (released) return;
      released = true;
      await last;
      await session.release();
      removeProfiles();
    },
  };
}

function checkDevice({ provider, deviceId }: NodeSessionOptions): void {
  if (deviceId === undefined || providerDefinition(provider).countsDevices) return;
  throw new UsageError({
    argument: "deviceId",
    expected: "a provider that counts its devices, such as cuda",
    found: `provider ${provider}`,
    hint: "leave it out",
  });
}

function fallbackWarnings({ strayed }: ProvenPlacement, provider: Provider): ReportWarning[] {
  if (strayed.length === 0) return [];
  const message = `not all nodes with numbers ran with provider ${provider} (allowed on request): ${formatStrayed(strayed)}`;
  return [{ code: "provider-fallback", message }];
}

function chooseThreads(description: ModelDescription, options: NodeSessionOptions) {
  const { threads, allowRaces = false } = options;
  if (allowRaces || !losesUpdates(description, options)) return { threads, notes: [] };
  const note =
    `The model contains ${description.racingScatters} ScatterND with a reduction; ONNX Runtime loses updates of it when ` +
    "several CPU threads share the work, so it was run with one thread.";
  return { threads: 1, notes: [note] };
}

function checkExternalData({ externalFiles }: ModelDescription, given: readonly { readonly path: string }[]): void {
  const missing = externalFiles.filter((file) => !given.some(({ path }) => path === file.path));
  if (missing.length === 0) return;
  throw new ModelError({
    argument: "model",
    expected: `its external data ${missing.map(({ path }) => path).join(", ")}`,
    found: "no such file beside it",
    hint: "keep the data files of a model in its folder",
  });
}

/** Returns the matrix that is read where an output is not one itself. */
function hiddenTensor({ zippedOutputs, columnOutputs }: ModelDescription, read: string): HiddenTensor | undefined {
  const zipped = zippedOutputs.find(({ output }) => output === read);
  if (zipped !== undefined) return { name: zipped.tensor };
  const columns = columnOutputs.find(({ tensor }) => tensor === read);
  return columns && { name: columns.tensor, like: columns.outputs[0] };
}

function hiddenWithData(name: string, { like }: HiddenTensor): ModelError {
  const what = like === undefined ? "a list of maps" : "one output for each of its columns";
  return new ModelError({
    argument: `output ${name}`,
    expected: "a tensor",
    found: `${what}, of a model with weights in files beside it`,
    hint: "export the scores as a tensor (zipmap=False)",
  });
}

function runtimeTensor(ort: Awaited<ReturnType<typeof loadRuntime>>, { type, data, dims }: FedInput): Tensor {
  // The types of the constructor know pairs of names and arrays alone, one by one.
  return new ort.Tensor(type as "float32", data as Float32Array, dims);
}

/**
 * Returns the numbers or texts of an output for all nodes. Throws {@link ModelError} for another size than `[N, C]`,
 * `[1, N, C]` or `[N]`, or `[N]` and `[N, 1]` of class ids, and for numbers that JavaScript cannot hold.
 */
function readOutput(
  tensor: Tensor | undefined,
  run: { readonly output: TensorDescription; readonly nodes: number } & Pick<ModelRun, "placement">,
): ModelRun {
  const { output, nodes, placement } = run;
  const argument = `output ${output.name}`;
  const columns = outputColumns(output);
  // One graph in a batch of one.
  const dims = tensor?.dims.length === 3 && tensor.dims[0] === 1 ? tensor.dims.slice(1) : (tensor?.dims ?? []);
  const [rows, width = 1] = dims;
  const isRanked = dims.length === 2 || dims.length === 1;
  if (tensor === undefined || !isRanked || rows !== nodes || (columns !== null && width !== columns)) {
    throw new ModelError({
      argument,
      expected: isIds(output) ? `${output.type}[${nodes}]` : `${output.type}[${nodes}, ${columns ?? "C"}]`,
      found: tensor === undefined ? "nothing" : `${tensor.type}[${tensor.dims.join(", ")}]`,
    });
  }
  const { type, data } = tensor;
  const texts = Array.isArray(data) ? data.map(String) : null;
  const values = Array.isArray(data) ? new Float32Array(0) : numbersOf(data, { type, argument });
  return {
    values,
    get logits() {
      return values instanceof Float32Array ? values : Float32Array.from(values);
    },
    columns: width,
    type,
    texts,
    placement,
  };
}

/** Whether an output is of floats; class ids are whole numbers or texts. */
function isScores(tensor: Tensor | undefined): boolean {
  return /^b?float/.test(tensor?.type ?? "float");
}

function numbersOf(
  data: Exclude<Tensor["data"], string[]>,
  { type, argument }: { readonly type: string; readonly argument: string },
): Float32Array | Float64Array {
  if (data instanceof Float32Array || data instanceof Float64Array) return data;
  // Where JavaScript has no array of float16, ONNX Runtime gives their bits.
  if (type === "float16") {
    return data instanceof Uint16Array
      ? Float32Array.from(data, halfToNumber)
      : Float32Array.from(data as ArrayLike<number>);
  }
  const numbers = Float64Array.from(data as ArrayLike<number | bigint>, Number);
  const unsafe = data instanceof BigInt64Array || data instanceof BigUint64Array ? numbers.findIndex(isUnsafe) : -1;
  if (unsafe < 0) return numbers;
  throw new ModelError({
    argument,
    expected: "class ids below 2^53",
    found: `${data[unsafe]} in row ${unsafe}`,
  });
}

function isUnsafe(value: number): boolean {
  return !Number.isSafeInteger(value);
}

/**
 * Returns what ONNX Runtime threw as an error of one line: an {@link EngineError} with the remedy where its
 * provider is missing or fails, else a {@link ModelError}.
 */
function runtimeError(
  cause: unknown,
  { provider, expected }: { readonly provider: Provider; readonly expected: string },
): ModelError | EngineError {
  const message = firstLine(cause instanceof Error ? cause.message : String(cause));
  const { failures } = providerDefinition(provider);
  if (failures === null || !failures.pattern.test(message)) {
    return new ModelError({ argument: "model", expected, found: message }, { cause });
  }
  const { found, hint } = failures.remedy();
  // A missing library is explained by the remedy alone; everything else by what the provider itself has to say.
  return new EngineError(
    {
      argument: `provider ${provider}`,
      expected: failures.expected,
      found: failures.missing.test(message) ? found : message,
      hint,
    },
    { cause },
  );
}

/** Without the places in ONNX Runtime's own source that it puts in front, and around an error of CUDA. */
function firstLine(message: string): string {
  const [line = ""] = message.split("\n");
  const [ofCuda] = /CUDA failure \d+: [^;]+/.exec(line) ?? [];
  if (ofCuda !== undefined) return ofCuda.trim();
  return line.replace(/\/onnxruntime_src\/\S+ /g, "").trim();
}
