package dev.assay.prompts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OwnPromptTest {
  @TempDir private Path folder;

  @Test
  void everyFileOfTheFolderIsAPromptWithItsHeader() throws IOException {
    file(
        "polite.md",
        "---\nscale = levels\nlevels = [rude, plain, kind]\nthreshold = 1\n---\nIs {actual_answer} polite?\n");
    file(
        "short_one.txt",
        "---\r\nneeds = \"question, answer\"\r\n---\r\nIs it short?\r\n\r\n--- no header\r\n");
    file("plain.md", "---\n---\nYes?");
    file("README.rst", "Not a prompt.");
    Files.createDirectory(folder.resolve("old.md"));
    Map<String, OwnPrompt> prompts = OwnPrompt.folder(folder.toString());
    assertThat(prompts).containsOnlyKeys("plain", "polite", "short_one");
    assertThat(prompts.get("polite").rules().levels()).containsExactly("rude", "plain", "kind");
    assertThat(prompts.get("polite").rules().threshold()).isEqualTo(1);
    assertThat(prompts.get("polite").text()).isEqualTo("Is {actual_answer} polite?");
    assertThat(prompts.get("short_one").rules().scale()).isEqualTo("boolean");
    assertThat(prompts.get("short_one").rules().needs()).isEqualTo(List.of("question", "answer"));
    assertThat(prompts.get("short_one").text()).isEqualTo("Is it short?\r\n\r\n--- no header");
    assertThat(prompts.get("plain").text()).isEqualTo("Yes?");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Bad.md | ---~---~text | lower-case letters",
        "a.md | Is it polite? | must begin with a header",
        "a.md | ---~scale = score~no end | must begin with a header",
        "a.md | ---~---~ | no prompt below",
        "a.md | ---~scal = score~---~text | unknown key 'scal'. Did you mean 'scale'?",
        "a.md | ---~scale = scores~---~text | unknown scale 'scores'. Did you mean 'score'?",
        "a.md | ---~levels = [a, b]~---~text | levels = [a, b] with scale = boolean",
        "a.md | ---~scale = levels~levels = [a, a]~---~text | each once",
        "a.md | ---~needs = [answers]~---~text | unknown need 'answers'. Did you mean 'answer'?",
        "a.md | ---~threshold = 2~---~text | threshold = 2.0; allowed: a number from 0.0 to 1.0",
        "a.md | ---~threshold = high~---~text | header",
        "a.md | ---~scale = {~---~text | header",
        "a.rst | text | has no file NAME.md or NAME.txt",
      })
  void whatDoesNotHoldIsSaidWithTheFile(String name, String text, String message)
      throws IOException {
    file(name, text.replace('~', '\n'));
    assertThatThrownBy(() -> OwnPrompt.folder(folder.toString()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(folder.toString())
        .hasMessageContaining(message);
  }

  @Test
  void aFolderThatIsNotThereIsSaid() {
    assertThatThrownBy(() -> OwnPrompt.folder(folder.resolve("none").toString()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("cannot be read");
    assertThat(OwnPrompt.folder("")).isEmpty();
  }

  private void file(String name, String text) throws IOException {
    Files.writeString(folder.resolve(name), text);
  }
}
