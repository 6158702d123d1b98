package dev.assay.jobs.corpus;

import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.udf;
import static org.apache.spark.sql.functions.when;

import dev.assay.tables.Keys;
import dev.assay.tables.NamedRow;
import dev.assay.text.CleanText;
import java.util.Optional;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.expressions.UserDefinedFunction;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * What reading the sources found: rows with a text, and rows with the reason why there is none
 * ({@code reason}) and what there was instead ({@code row}, as given, where that is text).
 */
final class SourceDocuments {
  static final StructType SCHEMA =
      StructType.fromDDL(
          "uri STRING, title STRING, text STRING, metadata MAP<STRING,STRING>, reason STRING,"
              + " row STRING");

  /** Reasons of files that are there and cannot be opened begin so: nobody knows what they hold. */
  private static final String UNREADABLE = "the file cannot be opened: ";

  /** Reasons of files that were not read to their end: what they hold nobody knows either. */
  private static final String UNFINISHED = "the document was not read to its end: ";

  private static final UserDefinedFunction CLEAN =
      udf((UDF1<String, String>) CleanText::of, DataTypes.StringType);
  private static final UserDefinedFunction BLANK =
      udf((UDF1<String, Boolean>) CleanText::blank, DataTypes.BooleanType);

  private SourceDocuments() {}

  /** What a file turned out to hold. */
  static Row of(String uri, Extraction extraction) {
    if (extraction instanceof Extraction.Document document) {
      return NamedRow.of(SCHEMA)
          .set("uri", uri)
          .set("title", Optional.of(document.title()).filter(title -> !title.isEmpty()))
          .set("text", document.text())
          .set("metadata", document.metadata())
          .build();
    }
    return extraction instanceof Extraction.Unknown unknown
        ? rejected(uri, UNFINISHED + unknown.reason())
        : rejected(uri, ((Extraction.Unreadable) extraction).reason());
  }

  /** A file that cannot be used. */
  static Row rejected(String uri, String reason) {
    return NamedRow.of(SCHEMA).set("uri", uri).set("reason", reason).build();
  }

  /** A file that is there and cannot be opened. */
  static Row unreadable(String uri, String why) {
    return rejected(uri, UNREADABLE + why);
  }

  /** Whether a row is of such a file. */
  static Column isUnreadable() {
    return coalesce(col("reason").startsWith(UNREADABLE), lit(false));
  }

  /**
   * Whether nobody knows what a row's file holds: it says nothing of what was read from it before.
   */
  static Column isUnknown() {
    return isUnreadable().or(coalesce(col("reason").startsWith(UNFINISHED), lit(false)));
  }

  /** Texts cleaned, with their {@code doc_id}; rows whose text is blank get a reason. */
  static Dataset<Row> checked(Dataset<Row> found) {
    Column readable = col("reason").isNull().and(col("text").isNotNull());
    return found
        .withColumn("text", when(readable, CLEAN.apply(col("text"))))
        .withColumn("title", when(col("title").isNotNull(), CLEAN.apply(col("title"))))
        .withColumn(
            "reason",
            when(col("reason").isNotNull(), col("reason"))
                .when(
                    col("text").isNull().or(BLANK.apply(col("text"))),
                    lit("it holds no text (a scanned page has none either)")))
        .withColumn("doc_id", when(col("reason").isNull(), Keys.hash(col("text"))));
  }
}
