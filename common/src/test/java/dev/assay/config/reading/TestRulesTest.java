package dev.assay.config.reading;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class TestRulesTest {

  @Test
  void columnsAreTheSameKeysForSuitesAndRecordedAnswers() {
    ConfigLoader.Loaded loaded =
        ConfigLoader.defaults()
            .set("tests.sources=[{ path = a/golden.jsonl, facts-column = f, preset = ragas }]")
            .set("systems.mine={ kind = table, path = b.csv, facts-column = f, cost-column = c }")
            .load();
    var source = loaded.config().tests().sources().get(0);
    assertThat(source.suite()).isEqualTo("golden");
    assertThat(source.cases().factsColumn()).contains("f");
    assertThat(loaded.config().systems().get("mine").cases().factsColumn()).contains("f");
    assertThat(loaded.config().systems().get("mine").answers().costColumn()).contains("c");
    // Keys that several records share stand in the block itself.
    assertThat(loaded.rendered()).contains("facts-column").doesNotContain(" cases");
  }

  @Test
  void aCompressedSuiteHasTheNameThatItHadBefore() {
    assertThat(suite("suites/golden.v2.jsonl.gz")).isEqualTo("golden.v2");
    assertThat(suite("suites/golden.v2.jsonl")).isEqualTo("golden.v2");
    assertThat(suite("golden.gz")).isEqualTo("golden");
  }

  private static String suite(String path) {
    return ConfigLoader.defaults()
        .set("tests.sources=[{ path = \"" + path + "\" }]")
        .load()
        .config()
        .tests()
        .sources()
        .get(0)
        .suite();
  }

  @Test
  void twoSuitesOfOneNameAndMisspeltPresetsAndColumnsAreTold() {
    assertThatThrownBy(
            () ->
                ConfigLoader.defaults()
                    .set(
                        "tests.sources=[{ path = a/golden.jsonl }, { path = b/golden.csv },"
                            + " { path = c.csv, preset = raga }, { path = d.csv, fact-column = f },"
                            + " { path = e.tsv, preset = trec }]")
                    .load())
        .hasMessageContaining("tests.sources[0] is 'golden' too")
        .hasMessageContaining("Did you mean 'ragas'?")
        .hasMessageContaining("Did you mean 'tests.sources[3].facts-column'?")
        .hasMessageContaining("'tests.sources[4].qrels' is missing");
  }
}
