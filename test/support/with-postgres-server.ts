import { postgresLack, startPostgres, type PostgresServer } from "./postgres-server.js";
import { skipBecause } from "./skip-because.js";

/**
 * Starts a PostgreSQL server for the tests of the suite and stops it afterwards. Where there is no PostgreSQL the tests
 * are skipped, with the reason; with EVENODDS_REQUIRE_POSTGRES=1 they fail.
 */
export function withPostgresServer(): () => PostgresServer {
  const lack = postgresLack();
  let server: PostgresServer | undefined;
  before(async () => {
    if (lack === undefined) server = await startPostgres();
    else if (process.env.EVENODDS_REQUIRE_POSTGRES === "1") throw new Error(`PostgreSQL is needed: ${lack}`);
  });
  beforeEach(function () {
    if (server === undefined) skipBecause(this, lack ?? "the server did not start");
  });
  after(() => server?.stop());
  return () => server!;
}
