import io.trino.Session;
import io.trino.plugin.memory.MemoryPlugin;
import io.trino.testing.DistributedQueryRunner;
import java.util.Map;

import static io.trino.testing.TestingAccessControlManager.TestingPrivilegeType.SELECT_COLUMN;
import static io.trino.testing.TestingAccessControlManager.privilege;
import static io.trino.testing.TestingSession.testSessionBuilder;

/**
 * A Trino server of one node with the catalog "memory", which is lost when it ends. Prints its address in one line, and
 * ends with its standard input, so that it outlives nobody.
 */
public final class TrinoServer {
    private TrinoServer() {}

    public static void main(String[] arguments) throws Exception {
        Session session = testSessionBuilder().setCatalog("memory").setSchema("default").build();
        DistributedQueryRunner server = DistributedQueryRunner.builder(session)
                .setNodeCount(1)
                .setExtraProperties(Map.of("query.max-memory-per-node", "400MB", "query.max-memory", "400MB"))
                .build();
        server.installPlugin(new MemoryPlugin());
        server.createCatalog("memory", "memory", Map.of("memory.max-data-per-node", "256MB"));
        // A table of this name can be made, and read by nobody.
        server.getAccessControl().deny(privilege("hidden", SELECT_COLUMN));
        System.out.println("listens at " + server.getCoordinator().getBaseUrl());
        while (System.in.read() >= 0) {
            // Nothing is said here but the end.
        }
        System.exit(0);
    }
}
