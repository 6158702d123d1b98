package dev.assay.jobs.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.spark.SharedSpark;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CompilationTest {
  private static final String EXPRESSIONS = "spark.sql.codegen.factoryMode";
  private final SparkSession spark = SharedSpark.session();
  private final String before = spark.conf().get(EXPRESSIONS);

  @AfterEach
  void restored() {
    spark.conf().set(EXPRESSIONS, before);
  }

  @Test
  void expressionsAreInterpretedOnlyForFewRows() {
    Compilation.of(spark).set(true);
    assertThat(spark.conf().get(EXPRESSIONS)).isEqualTo("NO_CODEGEN");
    Compilation.of(spark).set(false);
    assertThat(spark.conf().get(EXPRESSIONS)).isEqualTo("FALLBACK");
  }

  @Test
  void whatSomebodyHasSetStays() {
    spark.sparkContext().conf().set(EXPRESSIONS, "CODEGEN_ONLY");
    try {
      spark.conf().set(EXPRESSIONS, "CODEGEN_ONLY");
      Compilation.of(spark).set(true);
      assertThat(spark.conf().get(EXPRESSIONS)).isEqualTo("CODEGEN_ONLY");
    } finally {
      spark.sparkContext().conf().remove(EXPRESSIONS);
    }
  }
}
