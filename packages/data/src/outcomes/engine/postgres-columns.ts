import type { Client, Connection, FieldDef, Submittable } from "pg";

/**
 * Returns the columns of the result of one statement, which the server parses and does not run; null for a statement
 * without a result. More than one statement is an error of the server.
 */
export function statementColumns(client: Client, text: string): Promise<readonly FieldDef[] | null> {
  return new Promise((resolve, reject) => {
    client.query(new Description(text, (error, fields) => (error === null ? resolve(fields) : reject(error))));
  });
}

/** A query of the extended protocol that ends after its description. */
class Description implements Submittable {
  private fields: readonly FieldDef[] | null = null;

  constructor(
    private readonly text: string,
    /** Called once; the client puts a time limit around it where it is told one. */
    public callback: (error: Error | null, fields: readonly FieldDef[] | null) => void,
  ) {}

  submit(connection: Connection): void {
    connection.parse({ name: "", text: this.text, types: [] }, false);
    connection.describe({ type: "S", name: "" }, false);
    connection.sync();
  }

  handleRowDescription({ fields }: { readonly fields: readonly FieldDef[] }): void {
    this.fields = fields;
  }

  handleError(error: Error): void {
    this.callback(error, null);
  }

  handleReadyForQuery(): void {
    this.callback(null, this.fields);
  }
}
