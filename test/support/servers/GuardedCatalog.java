import java.util.Map;
import org.apache.hadoop.security.AccessControlException;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableCatalog;
import org.apache.spark.sql.connector.catalog.TableChange;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/** A catalog for Spark whose tables nobody may read, as a metastore with rights says it. */
public final class GuardedCatalog implements TableCatalog {
    private String name;

    @Override
    public void initialize(String name, CaseInsensitiveStringMap options) {
        this.name = name;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Table loadTable(Identifier table) {
        throw unchecked(new AccessControlException(
                "Permission denied: user [me] does not have [select] privilege on [" + table + "]"));
    }

    @Override
    public Identifier[] listTables(String[] namespace) {
        return new Identifier[0];
    }

    /** Only Spark before 4 asks for it. */
    public Table createTable(Identifier table, StructType columns, Transform[] parts, Map<String, String> properties) {
        return loadTable(table);
    }

    @Override
    public Table alterTable(Identifier table, TableChange... changes) {
        return loadTable(table);
    }

    @Override
    public boolean dropTable(Identifier table) {
        return false;
    }

    @Override
    public void renameTable(Identifier table, Identifier to) {
        loadTable(table);
    }

    /** Throws what the interface does not declare, as catalogs in Scala do. */
    @SuppressWarnings("unchecked")
    private static <E extends Throwable> RuntimeException unchecked(Throwable failure) throws E {
        throw (E) failure;
    }
}
