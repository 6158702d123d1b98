package dev.assay.grammar.text;

import dev.assay.grammar.database.ColumnSchema;
import dev.assay.grammar.database.ColumnType;
import dev.assay.grammar.database.DatabaseSchema;
import dev.assay.grammar.database.TableSchema;
import java.util.Optional;

/** What a database itself says of its tables and columns. */
public final class SchemaVocabulary extends Vocabulary {
  private final DatabaseSchema schema;

  public SchemaVocabulary(DatabaseSchema schema) {
    this.schema = schema;
  }

  @Override
  protected String comment(String table) {
    return schema.table(table).map(TableSchema::comment).orElse("");
  }

  @Override
  protected String comment(String table, String column) {
    return schema.column(table, column).map(ColumnSchema::comment).orElse("");
  }

  @Override
  protected Optional<Boolean> dated(String table, String column) {
    return schema.column(table, column).map(found -> found.type() == ColumnType.DATE);
  }

  @Override
  protected Optional<Boolean> numeric(String table, String column) {
    return schema.column(table, column).map(found -> found.type() == ColumnType.NUMBER);
  }

  @Override
  protected Optional<Boolean> repeats(String table, String column) {
    return schema.column(table, column).map(ColumnSchema::repeats);
  }
}
