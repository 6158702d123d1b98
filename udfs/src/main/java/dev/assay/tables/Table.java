package dev.assay.tables;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigParseOptions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * One table of the contract.
 *
 * @param name its name in the database
 * @param comment what a row is
 * @param version of the schema; it counts up with every change of the columns
 * @param keys columns that identify a row; never NULL
 * @param schema all columns with their comments
 * @param checks constraints by name, as SQL predicates
 * @param fills what rows of older versions get in columns that came later, by column
 * @param nights the version from which on rows say of which night they are; 0 where they do not
 * @param apart whether rows of several nights stand side by side under the same key
 */
public record Table(
    String name,
    String comment,
    int version,
    List<String> keys,
    StructType schema,
    Map<String, String> checks,
    Map<String, Fill> fills,
    int nights,
    boolean apart) {

  /** The column that names a row's night, {@code run.key}; empty text for nights without one. */
  public static final String NIGHT = "run_key";

  private static final String OWN_NIGHT = "Its night, run.key; empty without one";
  private static final String WRITTEN_IN = "The night that wrote it, run.key; empty without one";

  public Table {
    keys = List.copyOf(keys);
    checks = Map.copyOf(checks);
    fills = Map.copyOf(fills);
    for (String key : keys) {
      if (schema.apply(key).nullable()) {
        throw new IllegalArgumentException(
            "Column '%s' is in the key of table '%s': it has to be NOT NULL".formatted(key, name));
      }
    }
  }

  /**
   * The value of a column in rows of older versions.
   *
   * @param since the version that brought the column
   * @param value SQL over the older columns
   */
  record Fill(int since, String value) {}

  /**
   * The same table as it is stored, with the column {@value #NIGHT}, in its key where nights are
   * apart: who reads and writes by it has the rows of all nights.
   */
  public Table ofAllNights() {
    if (nights == 0) {
      return this;
    }
    List<String> more = new ArrayList<>(keys);
    if (apart) {
      more.add(NIGHT);
    }
    Map<String, Fill> filled = new TreeMap<>(fills);
    filled.put(NIGHT, new Fill(nights, "''"));
    StructField night =
        new StructField(NIGHT, DataTypes.StringType, false, Metadata.empty())
            .withComment(apart ? OWN_NIGHT : WRITTEN_IN);
    return new Table(name, comment, version, more, schema.add(night), checks, filled, 0, false);
  }

  /** The key columns. */
  public Column[] keyColumns() {
    return keys.stream().map(functions::col).toArray(Column[]::new);
  }

  /** All columns in the order of the schema. */
  public Column[] columns() {
    return Arrays.stream(schema.fieldNames()).map(functions::col).toArray(Column[]::new);
  }

  /** Schema of rows that have only {@code columns}, in this order. */
  public StructType select(String... columns) {
    return new StructType(Arrays.stream(columns).map(schema::apply).toArray(StructField[]::new));
  }

  /** Schema of rows that have all but {@code columns}. */
  public StructType without(String... columns) {
    List<String> left = Arrays.asList(columns);
    return new StructType(
        Arrays.stream(schema.fields())
            .filter(field -> !left.contains(field.name()))
            .toArray(StructField[]::new));
  }

  /** Schema of the structs in the array {@code column}. */
  public StructType element(String column) {
    return (StructType) ((ArrayType) schema.apply(column).dataType()).elementType();
  }

  /** The table that the resource {@code NAME.conf} beside this class declares. */
  static Table named(String name) {
    ConfigParseOptions present = ConfigParseOptions.defaults().setAllowMissing(false);
    return of(name, ConfigFactory.parseResources(Table.class, name + ".conf", present));
  }

  /**
   * A declared table.
   *
   * @param declared its comment, version and key; its columns as Spark DDL; by name, if there are
   *     any, checks and what columns are filled with; the version since which rows of several
   *     nights are apart, or rows say which night wrote them
   */
  static Table of(String name, Config declared) {
    Map<String, String> checks = new TreeMap<>();
    Map<String, Fill> fills = new TreeMap<>();
    if (declared.hasPath("checks")) {
      declared.getObject("checks").unwrapped().forEach((key, sql) -> checks.put(key, (String) sql));
    }
    if (declared.hasPath("filled")) {
      for (String column : declared.getObject("filled").keySet()) {
        Config fill = declared.getConfig("filled." + column);
        fills.put(column, new Fill(fill.getInt("since"), fill.getString("value")));
      }
    }
    return new Table(
        name,
        declared.getString("comment"),
        declared.getInt("version"),
        declared.getStringList("key"),
        StructType.fromDDL(declared.getString("columns")),
        checks,
        fills,
        number(declared, "nights") + number(declared, "written-in"),
        declared.hasPath("nights"));
  }

  private static int number(Config declared, String key) {
    return declared.hasPath(key) ? declared.getInt(key) : 0;
  }
}
