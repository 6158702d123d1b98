package dev.assay.text;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** One hard case: the text, the sentences that a reader sees in it, and whether we know we fail. */
record SentenceCase(String text, List<String> sentences, boolean knownFailure) {

  static List<SentenceCase> all() {
    return of("cases.txt");
  }

  static List<SentenceCase> of(String file) {
    try (InputStream in = SentenceCase.class.getResourceAsStream("/sentences/" + file)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.isBlank() && !line.startsWith("//"))
          .map(SentenceCase::parse)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static SentenceCase parse(String line) {
    boolean known = line.startsWith("? ");
    String marked = (known ? line.substring(2) : line).replace('⏎', '\n').replace('⇥', '\t');
    return new SentenceCase(
        marked.replace("‖", ""),
        Arrays.stream(marked.split("‖")).map(String::strip).toList(),
        known);
  }

  @Override
  public String toString() {
    return text.replace("\n", "⏎");
  }
}
