package dev.assay.jobs.scores;

import static org.apache.spark.sql.functions.array;
import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.concat;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.sha2;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.base.Rounding;
import dev.assay.core.Spec;
import dev.assay.evaluators.lexical.AnswerConsistency;
import dev.assay.evaluators.lexical.TokenF1;
import dev.assay.jobs.scores.PendingScores.Wanted;
import dev.assay.spark.SharedSpark;
import dev.assay.tables.RowValues;
import dev.assay.text.Sentences;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Column;
import org.junit.jupiter.api.Test;

/**
 * Fingerprints that scores were stored under before hold: they are what Spark's SHA-256 makes of
 * the same texts.
 */
class FingerprintsTest {
  private static final Spec ALONE = new TokenF1().spec();
  private static final Spec OF_REPEATS = new AnswerConsistency().spec();
  private static final List<Wanted> WANTED =
      List.of(new Wanted(ALONE, "p1"), new Wanted(OF_REPEATS, "p2"));
  private static final Column NONE = lit(null).cast("string");
  private static final Column REPEATS = lit("[\"other\"]");

  @Test
  void theyAreHashesOfWhatIsReadOfRepeatsAndOfTheEvaluator() {
    assertThat(missing(lit(null).cast("array<string>"), REPEATS))
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(
                ALONE.id(), text(hash("read", NONE, "p1")),
                OF_REPEATS.id(), text(hash("read", REPEATS, "p2"))));
    assertThat(missing(array().cast("array<string>"), NONE))
        .containsEntry(OF_REPEATS.id(), text(hash("read", NONE, "p2")));
  }

  @Test
  void whatIsStoredIsNotMissingAlsoUnderTheHashOfAllThereIs() {
    assertThat(missing(array(hash("read", NONE, "p1")), REPEATS)).containsOnlyKeys(OF_REPEATS.id());
    assertThat(missing(array(hash("all", REPEATS, "p2")), REPEATS)).containsOnlyKeys(ALONE.id());
    assertThat(missing(array(lit("another")), REPEATS)).hasSize(2);
  }

  private static Map<String, String> missing(Column done, Column repeats) {
    Fingerprints fingerprints = new Fingerprints(WANTED);
    assertThat(fingerprints.reads()).as("both read the same").hasSize(1);
    Column inputs = array(lit("read"), lit("all"));
    return RowValues.map(
        SharedSpark.session()
            .range(1)
            .select(fingerprints.missing(inputs, done, repeats).as("missing"))
            .select(fingerprints.of(inputs, col("missing"), repeats).as("fingerprints"))
            .head(),
        "fingerprints");
  }

  private static Column hash(String input, Column repeats, String provenance) {
    String common = " sentences %d rounding %d".formatted(Sentences.VERSION, Rounding.VERSION);
    return sha2(concat(lit(input), coalesce(repeats, lit("")), lit(provenance), lit(common)), 256);
  }

  private static String text(Column hash) {
    return SharedSpark.session().range(1).select(hash.as("hash")).head().getAs("hash");
  }
}
