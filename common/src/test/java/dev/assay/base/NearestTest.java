package dev.assay.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NearestTest {
  private static final List<String> KNOWN = List.of("embed", "evaluate", "ingest");

  @Test
  void findsATypingErrorWhateverItsCase() {
    assertThat(Nearest.of("EVALUTE", KNOWN)).contains("evaluate");
    assertThat(Nearest.of("embe", KNOWN)).contains("embed");
  }

  @Test
  void guessesNothingForWhatIsFarFromEverything() {
    assertThat(Nearest.of("report", KNOWN)).isEmpty();
    assertThat(Nearest.hint("report", KNOWN)).isEqualTo(" Known: embed, evaluate, ingest.");
  }

  @Test
  void takesTheAlphabeticallyFirstOfEquals() {
    assertThat(Nearest.of("cat", List.of("hat", "bat"))).contains("bat");
  }
}
