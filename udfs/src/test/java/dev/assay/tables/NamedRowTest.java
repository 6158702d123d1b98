package dev.assay.tables;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.assay.spark.SharedSpark;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.apache.spark.api.java.function.MapFunction;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;

class NamedRowTest {
  private static final StructType SHAPE =
      StructType.fromDDL(
          "id STRING, texts ARRAY<STRING>, vectors ARRAY<ARRAY<DOUBLE>>, shares MAP<STRING,DOUBLE>,"
              + " parts ARRAY<STRUCT<a: INT, b: STRING>>, n BIGINT, k INT, x DOUBLE, note STRING");
  private static final StructType PART = StructType.fromDDL("a INT, b STRING");

  private static Row stratum() {
    return NamedRow.of(Tables.STRATA)
        .set("y", 2.0)
        .set("x", 1.0)
        .set("chunk_id", "c")
        .set("model", "m")
        .set("stratum_id", 3)
        .set("fingerprint", "f")
        .set("distance", 0.5)
        .build();
  }

  @Test
  void valuesStandUnderTheirNamesInTheOrderOfTheSchema() {
    assertThat(stratum().mkString(",")).isEqualTo("c,m,3,1.0,2.0,0.5,f");
    assertThat(stratum().<Double>getAs("y")).isEqualTo(2.0);
  }

  @Test
  void copiesColumnsOfAnotherRow() {
    StructType some = Tables.STRATA.select("x", "chunk_id");
    assertThat(NamedRow.of(some).copy(stratum(), "chunk_id", "x").build().mkString(","))
        .isEqualTo("1.0,c");
  }

  @Test
  void whatWasNotSetIsNull() {
    Row row = NamedRow.of(SHAPE).set("id", "i").set("x", OptionalDouble.empty()).build();
    assertThat(row.<String>getAs("note")).isNull();
    assertThat(RowValues.number(row, "x")).isEmpty();
    assertThat(RowValues.isNull(row, "n")).isTrue();
    assertThat(RowValues.optional(row, "note")).isEmpty();
  }

  @Test
  void anUnknownColumnIsNamedWithTheTableAndItsColumns() {
    assertThatThrownBy(() -> NamedRow.of(Tables.STRATA).set("z", 1.0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "Column 'z' is not in table 'strata'. Columns: chunk_id, model, stratum_id, x, y,"
                + " distance, fingerprint");
  }

  @Test
  void aColumnIsSetOnce() {
    NamedRow row = NamedRow.of(Tables.STRATA).set("x", 1.0);
    assertThatThrownBy(() -> row.set("x", 1.0))
        .hasMessage("Column 'x' of table 'strata' is set twice");
    NamedRow empty = NamedRow.of(SHAPE).set("note", null);
    assertThatThrownBy(() -> empty.set("note", "n"))
        .hasMessage("Column 'note' of a row is set twice");
  }

  @Test
  void aRequiredColumnHasAValue() {
    NamedRow row =
        NamedRow.of(Tables.RUN_CASES).set("run_id", "r").set("case_id", "c").set("system", "s");
    assertThatThrownBy(row::build)
        .hasMessage("Column 'repeat' of table 'run_cases' has no value and is never NULL");
  }

  /** As built, through the driver and through an executor: the same row, read by name. */
  @Test
  void sparkTakesEveryKindOfValue() {
    SparkSession spark = SharedSpark.session();
    Row local = row("i");
    Row built = spark.createDataFrame(List.of(local), SHAPE).head();
    Row mapped =
        spark
            .createDataset(List.of("i"), Encoders.STRING())
            .map((MapFunction<String, Row>) NamedRowTest::row, Encoders.row(SHAPE))
            .head();
    for (Row read : List.of(local, built, mapped)) {
      assertThat(read.<String>getAs("id")).isEqualTo("i");
      assertThat(RowValues.<String>list(read, "texts")).containsExactly("a", "b");
      assertThat(read.<Object>getAs("vectors").toString()).contains("1.0, 2.0").contains("3.0");
      assertThat(RowValues.<String, Double>map(read, "shares")).isEqualTo(Map.of("s", 0.5));
      assertThat(RowValues.<Row>list(read, "parts"))
          .extracting(part -> part.<Integer>getAs("a"), part -> part.<String>getAs("b"))
          .containsExactly(tuple(1, "p"));
      assertThat(read.<Long>getAs("n")).isEqualTo(7L);
      assertThat(read.<Integer>getAs("k")).isEqualTo(8);
      assertThat(RowValues.number(read, "x")).hasValue(9.0);
      assertThat(RowValues.<String>optional(read, "note")).contains("said");
    }
  }

  private static Row row(String id) {
    return NamedRow.of(SHAPE)
        .set("id", id)
        .set("texts", List.of("a", "b"))
        .set("vectors", List.of(List.of(1.0, 2.0), List.of(3.0)))
        .set("shares", Map.of("s", 0.5))
        .set("parts", List.of(NamedRow.of(PART).set("a", 1).set("b", "p").build()))
        .set("n", OptionalLong.of(7))
        .set("k", OptionalInt.of(8))
        .set("x", OptionalDouble.of(9))
        .set("note", Optional.of("said"))
        .build();
  }
}
