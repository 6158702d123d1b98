package dev.assay.jobs.inputs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.config.reading.ConfigLoader;
import dev.assay.jobs.engine.StageException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CaseColumnsTest {
  private static final Map<String, String> RECORD =
      Map.ofEntries(
          Map.entry("id", "7"),
          Map.entry("question", "What does a card cost?"),
          Map.entry("expected_answer", "[\"$8\", \"eight dollars\"]"),
          Map.entry("facts", "['It costs $8.', \"It's yearly.\"]"),
          Map.entry("relevant_ids", "doc 1"),
          Map.entry("condition", "[\"\\\"8\\\"\", \"NOT \\\"9\\\" OR \\\"x\\\"\"]"),
          Map.entry("answerable", "Yes"),
          Map.entry("difficulty", "0.25"),
          Map.entry("inclusion_probability", "0.05"),
          Map.entry("product", "cards"));

  private static CaseColumns columns(String keys) {
    return new CaseColumns(
        ConfigLoader.defaults()
            .set("tests.sources=[{ path = a.jsonl " + keys + " }]")
            .load()
            .config()
            .tests()
            .sources()
            .get(0)
            .cases(),
        new ColumnNames(RECORD.keySet(), RECORD.keySet()),
        Set.of(),
        List.of("*"),
        true,
        false,
        "tests.sources[0]");
  }

  private static Map<String, String> with(String column, String value) {
    Map<String, String> record = new HashMap<>(RECORD);
    record.put(column, value);
    return record;
  }

  @Test
  void readsEveryRoleAndKeepsOtherColumnsAsAttributes() {
    CaseRecord read = columns("").read(RECORD);
    assertThat(read.expectedAnswers()).containsExactly("$8", "eight dollars");
    assertThat(read.facts()).containsExactly("It costs $8.", "It's yearly.");
    assertThat(read.relevantIds()).containsExactly("doc 1");
    assertThat(read.condition()).contains("(\"8\") AND (NOT \"9\" OR \"x\")");
    assertThat(read.answerable()).contains(true);
    assertThat(read.difficulty()).hasValue(.25);
    // One over the chance of 1/20.
    assertThat(read.weight()).hasValue(20);
    assertThat(read.attributes()).isEqualTo(Map.of("id", "7", "product", "cards"));
    assertThat(columns(", attribute-columns = []").read(RECORD).attributes())
        .isEqualTo(Map.of("id", "7"));
  }

  @Test
  void whatCannotBeRightIsRefusedWithColumnAndPlace() {
    CaseColumns columns = columns("");
    for (Map.Entry<String, Map<String, String>> wrong :
        Map.of(
                "condition (column 'condition'): '\"8\" AND' is no condition: position 8",
                with("condition", "\"8\" AND"),
                "facts (column 'facts'): 'It costs $8.' is no list",
                with("facts", "It costs $8."),
                "facts (column 'facts'): '[\"one' is no list",
                with("facts", "[\"one"),
                "answerable (column 'answerable'): 'maybe' is neither true nor false",
                with("answerable", "maybe"),
                "difficulty (column 'difficulty'): '3' is no number from 0 to 1",
                with("difficulty", "3"),
                "inclusion probability (column 'inclusion_probability'): '0' is no number above 0",
                with("inclusion_probability", "0"),
                "the record has no question",
                with("question", "  "))
            .entrySet()) {
      assertThatThrownBy(() -> columns.read(wrong.getValue()))
          .isInstanceOf(CaseRecordException.class)
          .hasMessageContaining(wrong.getKey());
    }
    assertThatThrownBy(() -> columns(", facts-column = fakts"))
        .isInstanceOf(StageException.class)
        .hasMessageContaining("facts-column: there is no column 'fakts'. Columns: answerable,");
  }

  private static CaseColumns columns(String keys, Set<String> all, Set<String> filled, boolean id) {
    return new CaseColumns(
        ConfigLoader.defaults()
            .set("tests.sources=[{ path = a.csv " + keys + " }]")
            .load()
            .config()
            .tests()
            .sources()
            .get(0)
            .cases(),
        new ColumnNames(all, filled),
        Set.of(),
        List.of("*"),
        !id,
        id,
        "tests.sources[0]");
  }

  @Test
  void aColumnThatNoRecordFillsIsThereAndGivesWayToOneThatIsFilled() {
    Set<String> all = Set.of("question", "facts", "relevant_ids", "relevant_doc_ids");
    CaseColumns columns =
        columns(", facts-column = facts", all, Set.of("question", "relevant_doc_ids"), false);
    CaseRecord read = columns.read(Map.of("question", "Why?", "relevant_doc_ids", "d1"));
    assertThat(read.facts()).isEmpty();
    assertThat(read.relevantIds()).containsExactly("d1");
    assertThatThrownBy(() -> columns("", all, Set.of(), false).read(Map.of()))
        .as("of the record, not of the column")
        .isInstanceOf(CaseRecordException.class)
        .hasMessageContaining("the record has no question");
    assertThatThrownBy(() -> columns("", Set.of(), Set.of(), false))
        .isInstanceOf(StageException.class)
        .hasMessageContaining("Columns: none, since no record was read");
  }

  @Test
  void answersThatNameTheirQuestionByIdMayHaveAnEmptyColumnForIt() {
    CaseColumns columns = columns(", id-column = id", Set.of("id", "question"), Set.of("id"), true);
    assertThat(columns.read(Map.of("id", "7")).question()).isEmpty();
  }
}
