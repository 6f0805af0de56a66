import { setTimeout } from "node:timers/promises";
import { randomUUID } from "node:crypto";
import type { ClientReadableStream, Metadata } from "@grpc/grpc-js";
import type { MethodDefinition, ServiceDefinition } from "@grpc/proto-loader";
import { ownValue } from "@evenodds/core";
import type { SqlCell } from "./group-by-engine.js";
import type { SparkAddress } from "./spark-address.js";
import { interruptAll, sparkMessages } from "./spark-messages.js";
import type { GrpcError, ReadDetail } from "./spark-errors.js";

/** A session of a Spark Connect server, and nobody else's. */
export interface SparkSession {
  /** Version of the server; the first thing to ask, with a limit of its own, in milliseconds. */
  readonly version: (limit: number) => Promise<string>;
  /** Rows of the result of one statement. Throws gRPC's ServiceError. */
  readonly run: (sql: string) => Promise<readonly (readonly SqlCell[])[]>;
  /** Ends whatever runs in the session, in the server. */
  readonly interrupt: () => Promise<void>;
  /** Gives the session back to the server, and closes the connection. */
  readonly release: () => Promise<void>;
  /** Reads what a gRPC error brings with it besides its text. */
  readonly detailOf: ReadDetail;
  /** What the server says of an error, and of what caused it, one after the other; nothing where it has forgotten. */
  readonly causesOf: (error: GrpcError) => Promise<readonly string[]>;
}

/** How long a server may take to end a session, in milliseconds. */
const farewell = 5_000;

/** After how long a server is told again to end what runs, in milliseconds. */
const again = 100;

/** Bytes of one message, as pyspark has it. */
const largestMessage = 128 * 1024 * 1024;

/** Opens a session; nothing is sent yet. The libraries are loaded here. */
export async function openSparkSession(address: SparkAddress): Promise<SparkSession> {
  const [{ Client, credentials, Metadata }, { fromJSON }, { tableFromIPC }] = await Promise.all([
    import("@grpc/grpc-js"),
    import("@grpc/proto-loader"),
    import("apache-arrow"),
  ]);
  const definitions = fromJSON(sparkMessages as unknown as Parameters<typeof fromJSON>[0], {
    longs: Number,
    defaults: true,
  });
  const service = ownValue(definitions, "spark.connect.SparkConnectService") as ServiceDefinition;
  const security = address.secure ? credentials.createSsl() : credentials.createInsecure();
  const client = new Client(address.target, security, { "grpc.max_receive_message_length": largestMessage });
  const headers = new Metadata();
  for (const [name, value] of address.headers) headers.set(name, value);
  if (address.token !== undefined) headers.set("authorization", `Bearer ${address.token}`);
  const who = {
    sessionId: randomUUID(),
    userContext: { userId: address.user, userName: address.user },
    clientType: "evenodds",
  };
  const deadline = (limit: number | undefined) => (limit === undefined ? {} : { deadline: Date.now() + limit });
  const ask = (method: string, { request = {}, limit }: { readonly request?: object; readonly limit: number }) => {
    const { path, requestSerialize, responseDeserialize } = ownValue(service, method) as MethodDefinition<
      object,
      object
    >;
    return new Promise<object>((resolve, reject) => {
      client.makeUnaryRequest(
        path,
        requestSerialize,
        responseDeserialize,
        { ...who, ...request },
        headers,
        deadline(limit),
        (error, answer) => (error === null ? resolve(answer!) : reject(error)),
      );
    });
  };
  const stream = (sql: string): ClientReadableStream<ExecutePlanResponse> => {
    const { path, requestSerialize, responseDeserialize } = service.ExecutePlan as MethodDefinition<
      object,
      ExecutePlanResponse
    >;
    const plan = { root: { common: { planId: 1 }, sql: { query: sql } } };
    return client.makeServerStreamRequest(
      path,
      requestSerialize,
      responseDeserialize,
      { ...who, plan },
      headers,
      deadline(address.timeLimit),
    );
  };
  let current: ClientReadableStream<ExecutePlanResponse> | undefined;
  let isInterrupted = false;
  const rowsOf = (bytes: Uint8Array): SqlCell[][] => {
    const table = tableFromIPC(bytes);
    const columns = table.schema.fields.map((_, i) => table.getChildAt(i)!);
    return Array.from({ length: table.numRows }, (_, row) => columns.map((column) => cellOf(column.get(row))));
  };
  return {
    version: async (limit) => {
      const answer = (await ask("AnalyzePlan", { request: { sparkVersion: {} }, limit })) as AnalyzePlanResponse;
      return answer.sparkVersion?.version ?? "";
    },
    run: async (sql) => {
      if (isInterrupted) throw new Error("the session was interrupted");
      const rows: SqlCell[][] = [];
      current = stream(sql);
      try {
        // One batch after another, so that a large result is in memory once.
        for await (const { arrowBatch } of current as AsyncIterable<ExecutePlanResponse>) {
          if (arrowBatch) for (const row of rowsOf(arrowBatch.data)) rows.push(row);
        }
        return rows;
      } finally {
        current = undefined;
      }
    },
    interrupt: async () => {
      isInterrupted = true;
      try {
        // A statement that is still on its way is none that the server could end, so it is told until there is none.
        for (let told = 0; told === 0 || (current !== undefined && told < farewell / again); told++) {
          if (told > 0) await setTimeout(again);
          await ask("Interrupt", { request: { interruptType: interruptAll }, limit: farewell });
        }
      } finally {
        current?.cancel();
      }
    },
    release: async () => {
      try {
        await ask("ReleaseSession", { limit: farewell });
      } finally {
        client.close();
      }
    },
    detailOf: (error) => detailOf(error, definitions),
    causesOf: async (error) => {
      const { errorId } = detailOf(error, definitions);
      if (errorId === "") return [];
      const answer = await ask("FetchErrorDetails", { request: { errorId }, limit: farewell }).catch(() => undefined);
      return ((answer as FetchErrorDetailsResponse | undefined)?.errors ?? []).map(({ message }) => message);
    },
  };
}

interface ExecutePlanResponse {
  readonly arrowBatch: { readonly data: Uint8Array } | null;
}

interface AnalyzePlanResponse {
  readonly sparkVersion: { readonly version: string } | null;
}

interface FetchErrorDetailsResponse {
  readonly errors: readonly { readonly message: string }[];
}

function cellOf(value: unknown): SqlCell {
  if (value === null || typeof value === "string" || typeof value === "number") return value;
  if (typeof value === "bigint") return Number(value);
  if (typeof value === "boolean") return String(value);
  throw new TypeError(`plain values are asked for, not ${typeof value}`);
}

interface Status {
  readonly message: string;
  readonly details: readonly { readonly typeUrl: string; readonly value: Uint8Array }[];
}

interface ErrorInfo {
  readonly metadata: Readonly<Record<string, string>>;
}

/** The message of an error, and what Spark calls its class. */
function detailOf(
  { metadata, details }: { readonly metadata?: Metadata; readonly details: string },
  definitions: ReturnType<typeof import("@grpc/proto-loader").fromJSON>,
): ReturnType<ReadDetail> & { readonly errorId: string } {
  const bytes = metadata?.get("grpc-status-details-bin")[0];
  if (!Buffer.isBuffer(bytes)) return { message: details, errorClass: "", errorId: "" };
  const read = <T>(name: string, from: Uint8Array): T => {
    const { deserialize } = ownValue(definitions, name) as { readonly deserialize: (bytes: Buffer) => unknown };
    return deserialize(Buffer.from(from)) as T;
  };
  const status = read<Status>("google.rpc.Status", bytes);
  const found = status.details.find(({ typeUrl }) => typeUrl.endsWith("/google.rpc.ErrorInfo"));
  const info = found && read<ErrorInfo>("google.rpc.ErrorInfo", found.value);
  const { errorClass = "", errorId = "" } = info?.metadata ?? {};
  return { message: status.message || details, errorClass, errorId };
}
