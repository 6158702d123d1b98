package dev.assay.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;

/** Distinct sentences of a corpus's own lengths, made by joining halves of its sentences. */
final class BenchTexts {
  private BenchTexts() {}

  /** {@code n} distinct sentences from the {@code text} fields of a JSON Lines file. */
  static List<String> recombined(Path corpus, int n) throws IOException {
    ObjectMapper json = new ObjectMapper();
    List<String> sentences = new ArrayList<>();
    try (Stream<String> lines = Files.lines(corpus)) {
      for (String line : (Iterable<String>) lines::iterator) {
        JsonNode document = json.readTree(line);
        for (String sentence : document.path("text").asText().split("(?<=[.;:])\\s+")) {
          if (sentence.length() > 20 && sentence.length() < 600) {
            sentences.add(sentence.strip());
          }
        }
      }
    }
    if (sentences.size() < 100) {
      throw new IOException(corpus + " has " + sentences.size() + " sentences; 100 are needed");
    }
    Random random = new Random(20261121);
    Set<String> made = new LinkedHashSet<>();
    while (made.size() < n) {
      String[] first = sentences.get(random.nextInt(sentences.size())).split(" ");
      String[] second = sentences.get(random.nextInt(sentences.size())).split(" ");
      List<String> words = new ArrayList<>(List.of(first).subList(0, (first.length + 1) / 2));
      words.addAll(List.of(second).subList(second.length / 2, second.length));
      made.add(String.join(" ", words));
    }
    return List.copyOf(made);
  }

  /** {@code n} distinct sentences of 8 to 40 common words. */
  static List<String> generated(int n) {
    String[] words =
        ("the bank shall pay a fee of for each account card loan within days to it customer may"
                + " request dispute transfer interest rate annual payment due notice branch limit"
                + " holder closed balance monthly statement")
            .split(" ");
    Random random = new Random(20261121);
    Set<String> made = new LinkedHashSet<>();
    while (made.size() < n) {
      StringBuilder text = new StringBuilder("Under section " + random.nextInt(400));
      for (int left = 6 + random.nextInt(32); left > 0; left--) {
        text.append(' ').append(words[random.nextInt(words.length)]);
      }
      made.add(text + ".");
    }
    return List.copyOf(made);
  }
}
