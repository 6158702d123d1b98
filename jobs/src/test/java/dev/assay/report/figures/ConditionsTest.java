package dev.assay.report.figures;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Conditions as a person would say them. */
class ConditionsTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          query_type=factual                             | factual questions
          query_type=factual; rule=value                 | factual questions, asking for a value
          difficulty=at most 0                           | questions of difficulty 0, the easiest
          difficulty=at most 0; query_type=factual       | factual questions, of difficulty 0, the easiest
          difficulty=over 0.4                            | questions of difficulty over 0.4 (0 is the easiest, 1 the hardest)
          difficulty=over 0.1 to 0.4                     | questions of difficulty over 0.1 to 0.4 (0 is the easiest, 1 the hardest)
          difficulty_overlap=at most 0.8                 | questions with at most 80 % of their words in their source
          difficulty_overlap=over 0.333333 to 0.5        | questions with more than 33.3333 % to 50 % of their words in their source
          difficulty_sentences=1                         | questions that one sentence of the source answers
          difficulty_sentences=2; stratum_id=4           | topic “Fees”, questions that 2 sentences of the source answer
          answer_words=at most 1; question_words=over 12 | questions answered in one word at most, of more than 12 words
          passages=over 3 to 5; query_type=yes_no        | yes-or-no questions, with more than 3 to 5 passages retrieved
          document=terms 2026                            | document terms 2026
          stratum_id=7; answerable=false                 | topic 7, questions without an answer in the documents
          channel=at most nothing                        | channel at most nothing
          a_number=over 3 to 5                           | a number over 3 to 5
          difficulty_overlap=over %{1}                   | questions with more than %{1} of their words in their source
          query_type={0%}{1}                             | questions of kind {0%}{1}
          """)
  void aPersonWouldSayItSo(String pairs, String words) {
    Map<String, String> conditions = new LinkedHashMap<>();
    for (String pair : pairs.split("; ")) {
      conditions.put(pair.split("=", 2)[0], pair.split("=", 2)[1]);
    }
    assertThat(Conditions.of(conditions, Map.of(4, "Fees"))).isEqualTo(words);
  }
}
