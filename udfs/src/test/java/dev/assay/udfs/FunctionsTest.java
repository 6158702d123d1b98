package dev.assay.udfs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.assay.spark.SharedSpark;
import java.util.List;
import java.util.TreeSet;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;

class FunctionsTest {
  private static final SparkSession SPARK = SharedSpark.session();

  @Test
  void areThereInASessionWithTheExtension() {
    TreeSet<String> names = new TreeSet<>();
    Functions.ALL.forEach(function -> names.add(function.name()));
    List<String> shown =
        SPARK.sql("SHOW FUNCTIONS LIKE 'assay_*'").collectAsList().stream()
            .map(row -> row.getString(0))
            .toList();
    assertThat(shown).containsExactlyElementsOf(names);
    assertThat(text("DESCRIBE FUNCTION assay_cosine")).contains("assay_cosine(a, b)");
  }

  @Test
  void giveNullForNull() {
    Row row =
        row(
            "SELECT assay_sentences(NULL), assay_embed(CAST(NULL AS STRING)), assay_cosine(NULL,"
                + " array(1.0)), assay_rouge('a', NULL), assay_groundedness(NULL, array('a')),"
                + " assay_evaluate(NULL, named_struct('answer', 'a'))");
    for (int i = 0; i < row.size(); i++) {
      assertThat(row.isNullAt(i)).as("column %d", i).isTrue();
    }
  }

  @Test
  void sentencesComeInOrder() {
    assertThat(row("SELECT assay_sentences('The fee is $8.50. It is due on 3 May.')").getList(0))
        .isEqualTo(List.of("The fee is $8.50.", "It is due on 3 May."));
  }

  @Test
  void cosineIsTheFormula() {
    // (1·1 + 2·0) / (√5 · 1)
    assertThat(row("SELECT assay_cosine(array(1.0, 2.0), array(1.0, 0.0))").getDouble(0))
        .isCloseTo(1 / Math.sqrt(5), within(1e-12));
    assertThat(row("SELECT assay_cosine(array(0.0), array(1.0))").isNullAt(0)).isTrue();
  }

  @Test
  void aCopiedAnswerIsGroundedAndComplete() {
    Row row =
        row(
            "SELECT assay_groundedness(t, array(t)), assay_completeness(array(t), t),"
                + " assay_wasserstein(array(t), array(t)), assay_similarity_matrix(array(t),"
                + " array(t))[0][0], size(assay_embed(t)) FROM (SELECT 'A replacement card costs"
                + " eight dollars.' AS t)");
    assertThat(row.getDouble(0)).isCloseTo(1, within(1e-6));
    assertThat(row.getDouble(1)).isCloseTo(1, within(1e-6));
    assertThat(row.getDouble(2)).isCloseTo(0, within(1e-6));
    assertThat(row.getDouble(3)).isCloseTo(1, within(1e-6));
    assertThat(row.getInt(4)).isEqualTo(384);
  }

  @Test
  void personalDataComesWithItsPlace() {
    Row found = row("SELECT assay_pii('id 123-45-6789 bob@acme.io')").<Row>getList(0).get(1);
    assertThat(found.<String>getAs("category")).isEqualTo("email");
    assertThat(found.<Integer>getAs("start")).isEqualTo(15);
    assertThat(found.<Integer>getAs("end")).isEqualTo(26);
    assertThat(row("SELECT assay_pii(NULL)").isNullAt(0)).isTrue();
  }

  @Test
  void aCopyIsEntailedAndAnotherAmountLessSo() {
    Row row =
        row(
            "SELECT assay_entailment(t, t), assay_entailment(t, 'A replacement card costs $80.'),"
                + " assay_entailment(NULL, t) FROM (SELECT 'A replacement card costs $8.' AS t)");
    assertThat(row.getDouble(0)).isGreaterThan(0.5);
    assertThat(row.getDouble(1)).isLessThan(row.getDouble(0));
    assertThat(row.isNullAt(2)).isTrue();
  }

  @Test
  void evaluateSaysWhyAMetricIsAbsent() {
    Row row =
        row("SELECT assay_evaluate('groundedness', named_struct('answer', 'A card costs $8.'))");
    Row metric = row.<Row>getList(0).get(0);
    assertThat(metric.<Double>getAs("value")).isNull();
    assertThat(metric.<String>getAs("status")).isEqualTo("no_input");
    assertThat(metric.<String>getAs("reason")).contains("context");
  }

  @Test
  void aWrongNumberOfArgumentsIsSaid() {
    assertThatThrownBy(() -> row("SELECT assay_cosine(array(1.0))"))
        .hasMessageContaining("assay_cosine(a, b) takes 2 arguments, not 1");
  }

  @Test
  void calibrationWithoutAStoreSaysWhatToSet() {
    assertThatThrownBy(() -> row("SELECT assay_calibrate('a.b', 'correct', 0.5)"))
        .hasStackTraceContaining("SET spark.assay.store.path");
  }

  @Test
  void canBeRegisteredInASessionWithoutTheExtension() {
    SparkSession plain = SPARK.newSession();
    Functions.register(plain);
    assertThat(plain.sql("SELECT assay_token_f1('a b', 'a b')").head().getDouble(0)).isEqualTo(1);
  }

  private static Row row(String sql) {
    return SPARK.sql(sql).head();
  }

  private static String text(String sql) {
    return SPARK.sql(sql).collectAsList().toString();
  }
}
