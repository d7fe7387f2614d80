// Neo4j Community from its own jars, for tests: one server on one Bolt port of 127.0.0.1, with or without a
// password and TLS, gone with the process that started it. `start` finds the jars and calls this; no
// installed Neo4j is needed.

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.Map;
import org.neo4j.configuration.GraphDatabaseSettings;
import org.neo4j.configuration.connectors.BoltConnector;
import org.neo4j.configuration.connectors.ConnectorPortRegister;
import org.neo4j.configuration.connectors.ConnectorType;
import org.neo4j.configuration.connectors.HttpConnector;
import org.neo4j.configuration.helpers.SocketAddress;
import org.neo4j.configuration.ssl.ClientAuth;
import org.neo4j.configuration.ssl.SslPolicyConfig;
import org.neo4j.configuration.ssl.SslPolicyScope;
import org.neo4j.dbms.api.DatabaseManagementService;
import org.neo4j.dbms.api.DatabaseManagementServiceBuilder;
import org.neo4j.io.ByteUnit;
import org.neo4j.kernel.internal.GraphDatabaseAPI;

public class Launch {
    // Arguments: port (0 for any), folder of private.key and public.crt (empty for no TLS), data folder (empty
    // for one that goes away), where to make one that goes away. The password comes as OTHELLO_NEO4J_AUTH, since
    // everybody can read arguments.
    public static void main(String[] args) {
        try {
            run(args);
        } catch (Throwable failed) {
            failed.printStackTrace();
            // The server's own threads would keep the process alive.
            Runtime.getRuntime().halt(1);
        }
    }

    private static void run(String[] args) throws IOException {
        var port = Integer.parseInt(args[0]);
        var tls = args[1];
        var password = System.getenv().getOrDefault("OTHELLO_NEO4J_AUTH", "");
        var kept = !args[2].isEmpty();
        var data = kept
                ? Path.of(args[2]).toAbsolutePath()
                : Files.createTempDirectory(Path.of(args[3]), "othello-neo4j-");
        var service = configure(data, port, password, tls).build();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            if (kept) {
                service.shutdown();
            } else {
                // Nobody wants the data: an orderly shutdown would take ten seconds for nothing.
                remove(data);
                Runtime.getRuntime().halt(0);
            }
        }));
        if (!password.isEmpty()) {
            service.database(GraphDatabaseSettings.SYSTEM_DATABASE_NAME).executeTransactionally(
                    "CREATE OR REPLACE USER neo4j SET PASSWORD $password CHANGE NOT REQUIRED", Map.of("password", password));
        }
        System.out.println((tls.isEmpty() ? "bolt" : "bolt+ssc") + "://127.0.0.1:" + boltPort(service));
        // A server that outlives whoever started it would stay for ever.
        ProcessHandle.current().parent().ifPresent(parent -> parent.onExit().join());
        System.exit(0);
    }

    private static DatabaseManagementServiceBuilder configure(Path data, int port, String password, String tls) {
        var builder = new DatabaseManagementServiceBuilder(data)
                .setConfig(BoltConnector.enabled, true)
                .setConfig(BoltConnector.listen_address, new SocketAddress("127.0.0.1", port))
                .setConfig(HttpConnector.enabled, false)
                .setConfig(GraphDatabaseSettings.auth_enabled, !password.isEmpty())
                .setConfig(GraphDatabaseSettings.auth_lock_time, Duration.ofSeconds(2))
                .setConfig(GraphDatabaseSettings.pagecache_memory, ByteUnit.mebiBytes(16));
        if (!tls.isEmpty()) {
            var policy = SslPolicyConfig.forScope(SslPolicyScope.BOLT);
            builder.setConfig(BoltConnector.encryption_level, BoltConnector.EncryptionLevel.REQUIRED)
                    .setConfig(policy.enabled, true)
                    .setConfig(policy.base_directory, Path.of(tls).toAbsolutePath())
                    .setConfig(policy.client_auth, ClientAuth.NONE);
        }
        return builder;
    }

    private static int boltPort(DatabaseManagementService service) {
        var system = (GraphDatabaseAPI) service.database(GraphDatabaseSettings.SYSTEM_DATABASE_NAME);
        var ports = system.getDependencyResolver().resolveDependency(ConnectorPortRegister.class);
        return ports.getLocalAddress(ConnectorType.BOLT).getPort();
    }

    private static void remove(Path folder) {
        try (var paths = Files.walk(folder)) {
            paths.sorted(Comparator.reverseOrder()).forEach(path -> path.toFile().delete());
        } catch (IOException e) {
            System.err.println("could not remove " + folder + ": " + e.getMessage());
        }
    }
}
