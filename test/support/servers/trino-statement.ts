/** Runs a statement outside of every transaction, as another user than the tests, and returns its rows. */
export async function trinoStatement(server: string, sql: string): Promise<readonly (readonly unknown[])[]> {
  const headers = { "X-Trino-User": "admin", "X-Trino-Catalog": "memory", "X-Trino-Schema": "default" };
  const rows: (readonly unknown[])[] = [];
  let answer = await fetch(`${server}/v1/statement`, { method: "POST", body: sql, headers });
  for (;;) {
    const { data, nextUri, error } = (await answer.json()) as {
      readonly data?: readonly (readonly unknown[])[];
      readonly nextUri?: string;
      readonly error?: { readonly message: string };
    };
    if (error !== undefined) throw new Error(error.message);
    rows.push(...(data ?? []));
    if (nextUri === undefined) return rows;
    answer = await fetch(nextUri, { headers });
  }
}
