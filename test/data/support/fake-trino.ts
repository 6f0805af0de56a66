import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

/** A statement that a fake server was sent. */
export interface Sent {
  readonly sql: string;
  /** `NONE` outside of every transaction. */
  readonly transaction: string;
}

/** What is answered to a statement: columns and rows, or an error of Trino by its name. */
export type FakeAnswer =
  { readonly error: string } | { readonly columns: readonly string[]; readonly data: unknown[][] };

/** Speaks Trino's client protocol. */
export interface FakeTrino {
  readonly url: string;
  readonly sent: readonly Sent[];
  readonly close: () => void;
}

/**
 * Starts a server on this machine that answers statements as `answer` says, in two pages as Trino does; transactions
 * begin and end as statements ask.
 */
export async function fakeTrino(answer: (statement: Sent) => FakeAnswer): Promise<FakeTrino> {
  const sent: Sent[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const headers: Record<string, string> = { "Content-Type": "application/json" };
      const page = { id: "query", stats: {} };
      if (request.method === "POST") {
        sent.push({ sql: await bodyOf(request), transaction: String(request.headers["x-trino-transaction-id"]) });
        const nextUri = `http://${request.headers.host!}/v1/statement/${sent.length - 1}`;
        response.writeHead(200, headers).end(JSON.stringify({ ...page, nextUri }));
        return;
      }
      if (request.method === "DELETE") {
        response.writeHead(204).end();
        return;
      }
      const number = Number(request.url!.split("/").at(-1));
      const statement = sent[number]!;
      if (/^START TRANSACTION/.test(statement.sql)) headers["X-Trino-Started-Transaction-Id"] = `transaction ${number}`;
      if (/^ROLLBACK/.test(statement.sql)) headers["X-Trino-Clear-Transaction-Id"] = "true";
      response.writeHead(200, headers).end(JSON.stringify({ ...page, ...pageOf(answer(statement)) }));
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://me@127.0.0.1:${port}/any/default`, sent, close: () => server.close() };
}

function pageOf(answer: FakeAnswer): object {
  if ("error" in answer) return { error: { message: `an error called ${answer.error}`, errorName: answer.error } };
  return { columns: answer.columns.map((name) => ({ name, type: "integer" })), data: answer.data };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}
