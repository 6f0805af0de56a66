import io.trino.Session;
import io.trino.plugin.memory.MemoryPlugin;
import io.trino.spi.Plugin;
import io.trino.spi.connector.Connector;
import io.trino.spi.connector.ConnectorContext;
import io.trino.spi.connector.ConnectorFactory;
import io.trino.spi.transaction.IsolationLevel;
import io.trino.testing.DistributedQueryRunner;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;

import static io.trino.spi.transaction.IsolationLevel.READ_UNCOMMITTED;
import static io.trino.spi.transaction.IsolationLevel.checkConnectorSupports;
import static io.trino.testing.TestingAccessControlManager.TestingPrivilegeType.SELECT_COLUMN;
import static io.trino.testing.TestingAccessControlManager.privilege;
import static io.trino.testing.TestingSession.testSessionBuilder;

/**
 * A Trino server of one node with the catalog "memory", which is lost when it ends, and "careless", the same but that
 * it promises nothing over several statements. Prints its address in one line, and ends with its standard input, so that
 * it outlives nobody.
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
        server.installPlugin(new CarelessPlugin());
        server.createCatalog("careless", "careless", Map.of("memory.max-data-per-node", "1MB"));
        // A table of this name can be made, and read by nobody.
        server.getAccessControl().deny(privilege("hidden", SELECT_COLUMN));
        System.out.println("listens at " + server.getCoordinator().getBaseUrl());
        while (System.in.read() >= 0) {
            // Nothing is said here but the end.
        }
        System.exit(0);
    }

    private static final class CarelessPlugin implements Plugin {
        @Override
        public Iterable<ConnectorFactory> getConnectorFactories() {
            return List.of(new CarelessFactory(new MemoryPlugin().getConnectorFactories().iterator().next()));
        }
    }

    private record CarelessFactory(ConnectorFactory memory) implements ConnectorFactory {
        @Override
        public String getName() {
            return "careless";
        }

        @Override
        public Connector create(String catalog, Map<String, String> settings, ConnectorContext context) {
            Connector connector = memory.create(catalog, settings, context);
            return (Connector) Proxy.newProxyInstance(
                    Connector.class.getClassLoader(),
                    new Class<?>[] {Connector.class},
                    (self, method, arguments) -> {
                        if (method.getName().equals("beginTransaction")) {
                            checkConnectorSupports(READ_UNCOMMITTED, (IsolationLevel) arguments[0]);
                        }
                        try {
                            return method.invoke(connector, arguments);
                        } catch (InvocationTargetException failure) {
                            throw failure.getCause();
                        }
                    });
        }
    }
}
