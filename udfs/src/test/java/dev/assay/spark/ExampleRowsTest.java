package dev.assay.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.expressions.GenericRowWithSchema;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;
import scala.collection.JavaConverters;

class ExampleRowsTest {
  private static final StructType SCHEMA =
      StructType.fromDDL(
          "case_id STRING, system STRING, repeat INT, group_id STRING, question STRING,"
              + " expected_answer STRING, contexts ARRAY<STRUCT<chunk_id: STRING>>, answer STRING,"
              + " condition STRING, relevant_doc_ids ARRAY<STRING>, facts ARRAY<STRING>,"
              + " attributes MAP<STRING, STRING>, sampling_weight DOUBLE");

  /** A suite may have a column of any name as an attribute: what it says was never checked. */
  @Test
  void aWeightIsReadFromItsColumnAlone() {
    assertThat(ExampleRows.from(row("heavy", null)).attributes())
        .isEqualTo(Map.of("channel", "app"));
    assertThat(ExampleRows.from(row("heavy", 2.5)).attributes())
        .isEqualTo(Map.of("channel", "app", "sampling_weight", "2.5"));
  }

  private static Row row(String attribute, Double weight) {
    Object attributes =
        JavaConverters.mapAsScalaMap(Map.of("sampling_weight", attribute, "channel", "app"));
    return new GenericRowWithSchema(
        new Object[] {"c", "s", 0, "g", "q", null, null, "a", null, null, null, attributes, weight},
        SCHEMA);
  }
}
