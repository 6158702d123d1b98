package dev.assay.judges;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.prompts.Prompt;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PanelTest {
  private static final Panel BUNDLED = new Panel(List.of(), 1, Map.of());

  /** One sample, no judge: what is left is the prompts. */
  @Test
  void firstTextsOfBundledPromptsSayNothingOfThemselves() {
    assertThat(BUNDLED.provenance(List.of("claims", "supported"))).isEqualTo("1\nown\nown");
  }

  @Test
  void aPromptOfAnotherTextIsKnownByItsHash(@TempDir Path directory) throws Exception {
    Prompt bundled = Prompt.read("bundled:claims");
    Prompt changed = withHash(bundled, "f00d");
    assertThat(FirstPrompts.identity(bundled)).isEqualTo("own");
    assertThat(FirstPrompts.identity(changed)).isEqualTo("f00d");

    Path file = Files.writeString(directory.resolve("claims.md"), "---\n---\n# user\nWhich?\n");
    Prompt own = Prompt.read(file.toString());
    Panel panel = new Panel(List.of(), 1, Map.of("claims", own));
    assertThat(panel.provenance(List.of("claims"))).isEqualTo("1\n" + own.hash());
    assertThat(panel.provenance(List.of("supported")))
        .as("who asks with other prompts is not concerned")
        .isEqualTo(BUNDLED.provenance(List.of("supported")));
  }

  private static Prompt withHash(Prompt prompt, String hash) {
    return new Prompt(
        prompt.name(),
        prompt.version(),
        prompt.system(),
        prompt.user(),
        prompt.schema(),
        prompt.tools(),
        prompt.settings(),
        prompt.header(),
        hash);
  }
}
