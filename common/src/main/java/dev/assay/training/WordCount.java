package dev.assay.training;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.assay.model.ModelException;
import dev.assay.rules.RuleSuite;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.ToIntFunction;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Counting words: what a model has to beat.
 *
 * @param id what is counted
 * @param in how often it is found in a text
 */
record WordCount(String id, ToIntFunction<String> in) {

  /** The words of abuse that evaluator safety knows, and the list of coarse words in the data. */
  static List<WordCount> all(Path data) {
    return List.of(rules(), list(data.resolve("lexicons/naughty-words-en.json")));
  }

  private static WordCount rules() {
    RuleSuite safety = RuleSuite.of("bundled:safety");
    RuleSuite abuse =
        new RuleSuite(
            safety.name(),
            safety.rules().stream().filter(rule -> rule.category().equals("abuse")).toList());
    return new WordCount("abuse_rules", text -> abuse.find(text).size());
  }

  private static WordCount list(Path file) {
    try {
      return list(List.of(new ObjectMapper().readValue(file.toFile(), String[].class)));
    } catch (IOException e) {
      throw new ModelException("Cannot read the list of words '%s': %s".formatted(file, e), e);
    }
  }

  /** Whole words or phrases, in any case. */
  static WordCount list(List<String> words) {
    String any = words.stream().map(Pattern::quote).collect(Collectors.joining("|"));
    Pattern pattern =
        Pattern.compile(
            "(?<![\\p{L}\\p{N}])(?:" + any + ")(?![\\p{L}\\p{N}])",
            Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE);
    return new WordCount(
        "word_list", text -> Math.toIntExact(pattern.matcher(text).results().count()));
  }
}
