package dev.assay.udfs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.config.StoreConfig;
import dev.assay.spark.SharedSpark;
import dev.assay.spark.models.ModelsSource;
import dev.assay.tables.Store;
import dev.assay.testing.FakeEmbedder;
import dev.assay.testing.FakeEntailment;
import dev.assay.testing.FakeModels;
import java.nio.file.Path;
import java.util.Map;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** SQL functions under a configuration: its models and its parameters of evaluators. */
class ConfiguredFunctionsTest {
  private static final SparkSession SPARK = SharedSpark.session();

  @TempDir static Path home;

  @AfterEach
  void forget() {
    Functions.followNone();
  }

  private static Row row(ModelsSource models, Map<String, String> parameters, String sql) {
    Functions.follow(
        new SqlSettings(
            models,
            Map.of("facts_covered", parameters),
            new Store(SPARK, new StoreConfig(home.toString(), "", "assay")),
            "run"));
    SparkSession session = SPARK.newSession();
    Functions.register(session);
    return session.sql(sql).head();
  }

  @Test
  void theConfiguredEmbedderSpeaks() {
    ModelsSource models = () -> FakeModels.with(FakeEmbedder.hashing(8));
    assertThat(row(models, Map.of(), "SELECT size(assay_embed('A card.'))").getInt(0)).isEqualTo(8);
  }

  /** The fake model's support is the share of the words of a claim that its passages have. */
  @Test
  void theConfiguredEntailmentModelSpeaks() {
    ModelsSource models = () -> FakeModels.with(FakeEntailment.complete());
    assertThat(
            row(models, Map.of(), "SELECT assay_entailment('red card', 'red green')").getDouble(0))
        .isEqualTo(0.5);
  }

  @Test
  void parametersAreThoseOfTheConfiguration() {
    ModelsSource models = () -> FakeModels.with(FakeEntailment.complete());
    String sql =
        "SELECT assay_evaluate('facts_covered', named_struct('answer', 'red card',"
            + " 'expected_answer', 'red green'))[0].value";
    assertThat(row(models, Map.of("threshold", "0.4"), sql).getDouble(0)).isEqualTo(1);
    assertThat(row(models, Map.of("threshold", "0.6"), sql).getDouble(0)).isZero();
  }
}
