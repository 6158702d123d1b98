package dev.assay.text.linear;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.base.Resources;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class LinearPatternsTest {

  @Test
  void findsWhatIsKnownToBeSlow() {
    assertThat(Attacks.on(Pattern.compile("(a+)+b"))).isPresent();
    assertThat(Attacks.on(Pattern.compile("\\s+$"))).isPresent();
    assertThat(Attacks.on(Pattern.compile("#{1,6}\\h+(.*?)(?:\\h+#+)?\\h*"))).isPresent();
    assertThat(Attacks.on(Pattern.compile("(?s)<!--.{0,10000}?-->"))).isPresent();
    assertThat(Attacks.on(Pattern.compile("\\s+"))).isEmpty();
    assertThat(Attacks.on(Pattern.compile("[a-z]+(?=[ .])"))).isPresent();
  }

  @Test
  void everyPatternOfTheFilesThatSaySoTakesTimeInProportionToTheText() throws Exception {
    Map<String, SourcePatterns.Found> patterns = SourcePatterns.inFiles(root());
    assertThat(patterns.size()).isGreaterThan(30);
    patterns.forEach(
        (name, found) -> assertThat(Attacks.on(found.pattern(), found.use())).as(name).isEmpty());
  }

  private static Path root() {
    return Path.of(System.getProperty("assay.root", "..")).toAbsolutePath().normalize();
  }

  /** But those that were known when this test came, which are named in known.txt. */
  @Test
  @Tag("slow")
  void everyPatternOfTheSourcesTakesTimeInProportionToTheText() {
    Map<String, String> slow = new TreeMap<>();
    Map<String, SourcePatterns.Found> patterns = SourcePatterns.in(root());
    assertThat(patterns.size()).isGreaterThan(100);
    patterns.forEach(
        (name, found) ->
            Attacks.on(found.pattern(), found.use()).ifPresent(text -> slow.put(name, text)));
    Set<String> known =
        Resources.text(LinearPatternsTest.class, "known.txt")
            .orElseThrow()
            .lines()
            .filter(line -> !line.startsWith("#"))
            .collect(Collectors.toCollection(TreeSet::new));
    // What is known and is quick now, or is no more, leaves the list.
    assertThat(String.join("\n", slow.keySet())).isEqualTo(String.join("\n", known));
  }
}
