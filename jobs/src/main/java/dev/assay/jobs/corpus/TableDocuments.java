package dev.assay.jobs.corpus;

import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.concat;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.map;
import static org.apache.spark.sql.functions.map_filter;
import static org.apache.spark.sql.functions.when;

import dev.assay.config.CorpusSource;
import dev.assay.jobs.inputs.Records;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/**
 * Documents that are rows of a table. The text's column is {@code text} unless configured; {@code
 * id} and {@code title} are used where they exist. The id becomes part of the document's uri and
 * stays in its metadata.
 */
final class TableDocuments {
  private TableDocuments() {}

  /** The rows as {@link SourceDocuments} has them. */
  static Dataset<Row> found(Records records, CorpusSource source) {
    String textName = source.textColumn().orElse("text");
    Column text = records.required(textName, "text-column");
    Column id = records.text(source.idColumn(), "id", "id-column");
    Map<String, Column> metadata = new LinkedHashMap<>(Map.of("id", id));
    source
        .metadataColumns()
        .forEach(name -> metadata.put(name, records.required(name, "metadata-columns")));
    Column[] entries =
        metadata.entrySet().stream()
            .flatMap(entry -> Stream.of(lit(entry.getKey()), entry.getValue()))
            .toArray(Column[]::new);
    Column reason =
        when(col(Records.MALFORMED).isNotNull(), lit("the row is malformed"))
            .when(text.isNull(), lit("column '" + textName + "' is NULL"));
    return records
        .rows()
        .select(
            coalesce(concat(col(Records.FILE), lit("#"), id), col(Records.FILE)).as("uri"),
            records.text(source.titleColumn(), "title", "title-column").as("title"),
            text.as("text"),
            map_filter(map(entries), (key, value) -> value.isNotNull()).as("metadata"),
            reason.as("reason"),
            when(reason.isNotNull(), coalesce(col(Records.MALFORMED), records.row())).as("row"));
  }
}
