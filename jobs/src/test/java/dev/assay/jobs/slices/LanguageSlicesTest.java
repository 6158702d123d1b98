package dev.assay.jobs.slices;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.spark.SharedSpark;
import dev.assay.tables.RowValues;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.junit.jupiter.api.Test;

class LanguageSlicesTest {
  private static final SparkSession SPARK = SharedSpark.session();

  private static Dataset<Row> responses() {
    return SPARK.sql(
        "SELECT *, 's' AS system, CAST(NULL AS STRING) AS query_type, 1 AS stratum_id, 'u' AS"
            + " suite, CAST(NULL AS STRING) AS difficulty, CAST(NULL AS STRING) AS perturbation,"
            + " true AS answerable, array() AS contexts, array('d') AS relevant_doc_ids, 'It costs"
            + " 11 dollars.' AS answer FROM VALUES ('en', 'How much is the monthly fee of the gold"
            + " card for a new customer?', map()), ('de', 'Wie hoch ist die monatliche Gebühr der"
            + " goldenen Karte für neue Kunden?', map()), ('ja', '新規のお客様のゴールドカードの月額料金はいくらですか',"
            + " map()), ('said', 'How much is the monthly fee of the gold card for a new"
            + " customer?', map('language', 'gsw')), ('short', 'Fee?', map()) AS r(group_id,"
            + " question, attributes)");
  }

  /** The question says, unless the case does; what is too short to say has no slice. */
  @Test
  void aQuestionsLanguageIsAnAttributeOfIt() {
    Map<String, String> slices = new TreeMap<>();
    responses()
        .select(functions.col("group_id"), Slices.by("language").as("slice"))
        .collectAsList()
        .forEach(row -> slices.put(row.getString(0), String.valueOf(row.getString(1))));
    assertThat(slices)
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(
                "en", "language=eng",
                "de", "language=deu",
                "ja", "language=jpn",
                "said", "language=gsw",
                "short", "null"));
  }

  @Test
  void theSearchLooksAtIt() {
    Map<String, String> found = new TreeMap<>();
    for (Row row : SliceAttributes.of(responses(), List.of()).collectAsList()) {
      for (Row attribute : RowValues.<Row>list(row, "attributes")) {
        if (attribute.getAs("key").equals("language")) {
          found.put(row.getAs("group_id"), attribute.getAs("least"));
        }
      }
    }
    assertThat(found)
        .containsExactlyInAnyOrderEntriesOf(
            Map.of("en", "eng", "de", "deu", "ja", "jpn", "said", "gsw"));
  }

  /** Fourteen words, four words; the one document that it is about; no passage. */
  @Test
  void theSearchLooksAtLengthsDocumentAndPassages() {
    Map<String, String> found = new TreeMap<>();
    for (Row row : SliceAttributes.of(responses(), List.of("suite")).collectAsList()) {
      if (row.getAs("group_id").equals("said")) {
        for (Row attribute : RowValues.<Row>list(row, "attributes")) {
          found.put(attribute.getAs("key"), attribute.getAs("least"));
        }
      }
    }
    assertThat(found)
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(
                "question_words", "14",
                "answer_words", "4",
                "document", "d",
                "passages", "0",
                "language", "gsw",
                "stratum_id", "1",
                "answerable", "true"));
  }

  /** A question about two documents is about none alone; passages are those that were retrieved. */
  @Test
  void documentAndPassagesAreThoseOfTheAnswer() {
    Map<String, String> found = new TreeMap<>();
    Dataset<Row> two =
        responses()
            .where("group_id = 'said'")
            .withColumn("relevant_doc_ids", functions.expr("array('d', 'e')"))
            .withColumn("contexts", functions.expr("array('a', 'b', 'c')"));
    for (Row row : SliceAttributes.of(two, List.of()).collectAsList()) {
      for (Row attribute : RowValues.<Row>list(row, "attributes")) {
        found.put(attribute.getAs("key"), attribute.getAs("least"));
      }
    }
    assertThat(found).containsEntry("passages", "3").doesNotContainKey("document");
  }
}
