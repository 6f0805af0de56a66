/**
 * The messages of Spark Connect (Apache Spark's `spark/connect/base.proto`) and of gRPC's error details that evenodds
 * sends or reads, with the fields that it uses, as protobuf.js describes messages. Names and numbers are those of the
 * protocol; every other field of a message is skipped when it is read.
 */
export const sparkMessages = {
  nested: {
    spark: {
      nested: {
        connect: {
          nested: {
            UserContext: fields({ userId: [1, "string"], userName: [2, "string"] }),
            SQL: fields({ query: [1, "string"] }),
            RelationCommon: fields({ planId: [2, "int64"] }),
            Relation: fields({ common: [1, "RelationCommon"], sql: [10, "SQL"] }),
            Plan: fields({ root: [1, "Relation"] }),
            ExecutePlanRequest: fields({ ...session(2, 4), plan: [3, "Plan"], operationId: [6, "string"] }),
            ArrowBatch: fields({ rowCount: [1, "int64"], data: [2, "bytes"] }),
            ExecutePlanResponse: fields({ arrowBatch: [2, "ArrowBatch"] }),
            SparkVersion: fields({ version: [1, "string"] }),
            AnalyzePlanRequest: fields({ ...session(2, 3), sparkVersion: [10, "SparkVersion"] }),
            AnalyzePlanResponse: fields({ sparkVersion: [8, "SparkVersion"] }),
            InterruptRequest: fields({ ...session(2, 3), interruptType: [4, "int32"] }),
            InterruptResponse: fields({}),
            FetchErrorDetailsRequest: fields({ ...session(2, 4), errorId: [3, "string"] }),
            FetchErrorDetailsResponse: { fields: { errors: { id: 2, rule: "repeated", type: "ErrorOfChain" } } },
            // FetchErrorDetailsResponse.Error
            ErrorOfChain: fields({ message: [2, "string"] }),
            ReleaseSessionRequest: fields({ ...session(2, 3) }),
            ReleaseSessionResponse: fields({}),
            SparkConnectService: {
              methods: {
                ExecutePlan: {
                  requestType: "ExecutePlanRequest",
                  responseType: "ExecutePlanResponse",
                  responseStream: true,
                },
                AnalyzePlan: { requestType: "AnalyzePlanRequest", responseType: "AnalyzePlanResponse" },
                Interrupt: { requestType: "InterruptRequest", responseType: "InterruptResponse" },
                FetchErrorDetails: {
                  requestType: "FetchErrorDetailsRequest",
                  responseType: "FetchErrorDetailsResponse",
                },
                ReleaseSession: { requestType: "ReleaseSessionRequest", responseType: "ReleaseSessionResponse" },
              },
            },
          },
        },
      },
    },
    google: {
      nested: {
        rpc: {
          nested: {
            // As google.protobuf.Any, whose type is looked at before its bytes are.
            Detail: fields({ typeUrl: [1, "string"], value: [2, "bytes"] }),
            Status: {
              fields: { details: { id: 3, rule: "repeated", type: "Detail" }, message: { id: 2, type: "string" } },
            },
            ErrorInfo: {
              fields: { metadata: { id: 3, keyType: "string", type: "string" }, reason: { id: 1, type: "string" } },
            },
          },
        },
      },
    },
  },
};

/** Interrupts all that runs in a session. */
export const interruptAll = 1;

type Field = readonly [id: number, type: string];

/** Who asks: the session, its user, and the program. */
function session(user: number, client: number): Readonly<Record<string, Field>> {
  return { sessionId: [1, "string"], userContext: [user, "UserContext"], clientType: [client, "string"] };
}

function fields(of: Readonly<Record<string, Field>>) {
  return { fields: Object.fromEntries(Object.entries(of).map(([name, [id, type]]) => [name, { id, type }])) };
}
