package dev.assay.jobs.inputs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The texts with Python's quotes are what Python 3.11 prints for the list in the assertion. */
class WrittenPassagesTest {

  @Test
  void listsAreReadAsJsonAndAsPythonPrintsThem() {
    assertThat(texts("[\"one\", \"it's\"]")).containsExactly("one", "it's");
    assertThat(texts("['one', \"it's\"]")).containsExactly("one", "it's");
    assertThat(texts("['say \"so\", it\\'s', 'a\\nb', 'caf\\xe9 \\\\ \\u20ac']"))
        .containsExactly("say \"so\", it's", "a\nb", "café \\ €");
    assertThat(texts("['one', None, nan]")).containsExactly("one");
    assertThat(texts("[]")).isEmpty();
    assertThat(texts(" ['a',] ")).containsExactly("a");
  }

  @Test
  void objectsKeepTheirIdsAndScores() {
    for (String list :
        List.of(
            "[{'text': \"It's $8.\", 'doc_id': 'd', 'score': 0.5, 'chunk_id': None}]",
            "[{\"text\": \"It's $8.\", \"doc_id\": \"d\", \"score\": 0.5, \"chunk_id\": null}]")) {
      Row passage = WrittenPassages.of(list).get(0);
      assertThat(passage.<String>getAs("text")).isEqualTo("It's $8.");
      assertThat(passage.<String>getAs("doc_id")).isEqualTo("d");
      assertThat(passage.<String>getAs("chunk_id")).isNull();
      assertThat(passage.<Double>getAs("score")).isEqualTo(0.5);
      assertThat(passage.<Integer>getAs("rank")).isEqualTo(1);
    }
  }

  @Test
  void otherTextsAreOnePassage() {
    for (String text : List.of("A card costs $8.", "[1] A card.", "[sic]", "{'a': 1}", "")) {
      assertThat(texts(text)).containsExactly(text);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "['cut off',  'in the mid",
        "['one' 'two']",
        "[\"one\"\n \"two\"]",
        "['a', array(['b'], dtype=object)]",
        "['\\x4']"
      })
  void whatBeginsLikeAListAndIsNoneIsRefused(String text) {
    assertRefused(text, "JSON lists");
  }

  @Test
  void aDeepListIsRefusedAndDoesNotOverflow() {
    assertRefused("['a', " + "[".repeat(100_000), "JSON lists");
  }

  @Test
  void objectsWithoutATextAreRefused() {
    assertRefused("[{'text': 'a'}, {'body': 'b'}]", "without a field 'text': {\"body\":\"b\"}");
  }

  /** A rank begins at 1. */
  private static void assertRefused(String text, String reason) {
    assertThat(WrittenPassages.of(text))
        .singleElement()
        .satisfies(
            row -> {
              assertThat(row.<Integer>getAs("rank")).isZero();
              assertThat(row.<String>getAs("text")).contains(reason);
            });
  }

  private static List<String> texts(String text) {
    return WrittenPassages.of(text).stream().map(row -> row.<String>getAs("text")).toList();
  }
}
