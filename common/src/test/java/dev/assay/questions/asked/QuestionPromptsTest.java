package dev.assay.questions.asked;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.questions.QueryType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class QuestionPromptsTest {
  @TempDir private Path folder;

  @Test
  void thereIsOneForEveryType() {
    QuestionPrompts prompts = QuestionPrompts.of(Map.of(), Arrays.asList(QueryType.values()));
    assertThat(prompts.byName()).hasSize(QueryType.values().length + 2);
    assertThat(prompts.byName().values()).allMatch(prompt -> prompt.version().equals("1"));
    assertThat(prompts.toString()).contains("generate/facts 1 ", "generate/yes_no 1 ");
  }

  @Test
  void oneOfYourOwnTakesItsPlace() throws IOException {
    Path file = folder.resolve("mine.md");
    Files.writeString(file, "---\nversion = 7\n---\n# user\nAsk of {passages}\n# schema\n{}");
    QuestionPrompts prompts =
        QuestionPrompts.of(Map.of("numeric", file.toString()), List.of(QueryType.NUMERIC));
    assertThat(prompts.byName().get("numeric").version()).isEqualTo("7");

    Files.writeString(file, "---\n---\n# user\nAsk of {chunk}\n# schema\n{}");
    assertThatThrownBy(
            () ->
                QuestionPrompts.of(Map.of("numeric", file.toString()), List.of(QueryType.NUMERIC)))
        .hasMessageContaining(
            "has a place {chunk}; generate.prompts.numeric can use [difficulties");
    Files.writeString(file, "---\n---\n# user\nAsk of {passages}");
    assertThatThrownBy(
            () ->
                QuestionPrompts.of(Map.of("numeric", file.toString()), List.of(QueryType.NUMERIC)))
        .hasMessageContaining("has no part '# schema'");
  }
}
