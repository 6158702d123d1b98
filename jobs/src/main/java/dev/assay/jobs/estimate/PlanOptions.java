package dev.assay.jobs.estimate;

import dev.assay.base.Nearest;
import dev.assay.config.AssayConfig;
import dev.assay.core.Evaluator;
import dev.assay.core.Slot;
import dev.assay.evaluators.Evaluators;
import dev.assay.jobs.engine.UsageException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The words of {@code scripts/bench plan}.
 *
 * @param workload what is evaluated
 * @param cluster what computes
 * @param endpoint what is asked
 */
public record PlanOptions(Workload workload, Cluster cluster, EndpointTerms endpoint) {
  private static final String ROWS = "--rows";
  private static final String EVALUATORS = "--evaluators";
  private static final String ASKED = "--asked";

  /** Options with a number, and what it is where none is given; empty text: not known. */
  private static final Map<String, String> NUMBERS = new LinkedHashMap<>();

  static {
    NUMBERS.put(ROWS, "");
    NUMBERS.put("--executors", "1");
    NUMBERS.put("--cores", Integer.toString(Runtime.getRuntime().availableProcessors()));
    NUMBERS.put("--systems", "1");
    NUMBERS.put("--tokens-per-answer", "60");
    NUMBERS.put("--passages", "5");
    NUMBERS.put("--tokens-per-passage", "200");
    NUMBERS.put("--distinct", "1");
    NUMBERS.put("--chunks", "0");
    NUMBERS.put("--tokens-per-chunk", "200");
    NUMBERS.put("--calls-per-second", "");
    NUMBERS.put("--latency", "");
    NUMBERS.put("--in-flight", "16");
    NUMBERS.put("--tokens-per-prompt", "");
    NUMBERS.put("--tokens-per-reply", "");
    NUMBERS.put("--price-input", "");
    NUMBERS.put("--price-output", "");
    NUMBERS.put("--commit-rows", "");
  }

  /**
   * @param defaults whose models, and evaluators and batches are taken where the words name none
   * @throws UsageException for what cannot be followed; the message says what can
   */
  public static PlanOptions of(List<String> words, AssayConfig defaults) {
    Map<String, String> given = given(words);
    if (!given.containsKey(ROWS)) {
      throw new UsageException("How many answers? Say, for example, --rows 1e6.");
    }
    OptionalDouble commitRows = number(given, "--commit-rows");
    Workload.Texts texts =
        new Workload.Texts(
            known(given, "--tokens-per-answer"),
            whole(given, "--passages"),
            known(given, "--tokens-per-passage"),
            known(given, "--tokens-per-chunk"),
            share(given, "--distinct"));
    return new PlanOptions(
        new Workload(
            atLeastOne(given, ROWS),
            whole(given, "--systems", 1),
            given.containsKey(ASKED),
            evaluators(given, defaults),
            empty(defaults),
            texts,
            known(given, "--chunks"),
            commitRows.isPresent()
                ? whole(given, "--commit-rows", 1)
                : defaults.pipeline().commitRows()),
        new Cluster(whole(given, "--executors", 1), whole(given, "--cores", 1)),
        new EndpointTerms(
            positive(given, "--calls-per-second"),
            positive(given, "--latency"),
            whole(given, "--in-flight", 1),
            number(given, "--tokens-per-prompt"),
            number(given, "--tokens-per-reply"),
            number(given, "--price-input"),
            number(given, "--price-output")));
  }

  /** Every option. */
  static List<String> known() {
    return Stream.concat(NUMBERS.keySet().stream(), Stream.of(EVALUATORS, ASKED)).toList();
  }

  private static Map<String, String> given(List<String> words) {
    Map<String, String> given = new LinkedHashMap<>();
    for (int i = 0; i < words.size(); i++) {
      String option = words.get(i);
      boolean takesValue = NUMBERS.containsKey(option) || option.equals(EVALUATORS);
      if (!takesValue && !option.equals(ASKED)) {
        throw new UsageException(
            "Unknown option '" + option + "'." + Nearest.hint(option, known()));
      }
      if (takesValue && i + 1 == words.size()) {
        throw new UsageException(option + " needs a value behind it.");
      }
      if (given.put(option, takesValue ? words.get(++i) : "") != null) {
        throw new UsageException(option + " is given twice; once is enough.");
      }
    }
    return given;
  }

  private static List<Evaluator> evaluators(Map<String, String> given, AssayConfig defaults) {
    List<String> ids =
        given.containsKey(EVALUATORS)
            ? Arrays.stream(given.get(EVALUATORS).split(",")).map(String::strip).toList()
            : defaults.evaluators();
    try {
      return ids.stream().map(Evaluators::of).toList();
    } catch (IllegalArgumentException e) {
      throw new UsageException(EVALUATORS + ": " + e.getMessage());
    }
  }

  private static Set<Slot> empty(AssayConfig defaults) {
    return defaults.models().classifiers().entrySet().stream()
        .filter(slot -> !slot.getValue().filled())
        .map(Map.Entry::getKey)
        .collect(Collectors.toSet());
  }

  private static OptionalDouble number(Map<String, String> given, String option) {
    String text = given.getOrDefault(option, NUMBERS.get(option));
    if (text.isEmpty() && !given.containsKey(option)) {
      return OptionalDouble.empty();
    }
    try {
      double number = Double.parseDouble(text);
      if (number >= 0 && number <= 1e15) {
        return OptionalDouble.of(number);
      }
    } catch (NumberFormatException e) {
      // Told below, as a number out of bounds is.
    }
    throw wrong(option, text, "a number from 0 to 1e15, such as 1000 or 1e9");
  }

  private static UsageException wrong(String option, String text, String allowed) {
    return new UsageException("%s is '%s'; it has to be %s.".formatted(option, text, allowed));
  }

  private static double known(Map<String, String> given, String option) {
    return number(given, option).orElseThrow();
  }

  private static OptionalDouble positive(Map<String, String> given, String option) {
    OptionalDouble number = number(given, option);
    if (number.isPresent() && number.getAsDouble() == 0) {
      throw wrong(option, given.get(option), "more than 0");
    }
    return number;
  }

  private static double atLeastOne(Map<String, String> given, String option) {
    double number = known(given, option);
    if (number < 1) {
      throw wrong(option, given.get(option), "at least 1");
    }
    return number;
  }

  private static double share(Map<String, String> given, String option) {
    double number = known(given, option);
    if (number > 1) {
      throw wrong(option, given.get(option), "a share from 0 to 1");
    }
    return number;
  }

  private static int whole(Map<String, String> given, String option) {
    return whole(given, option, 0);
  }

  private static int whole(Map<String, String> given, String option, int least) {
    double number = known(given, option);
    if (number != Math.rint(number) || number < least || number > Integer.MAX_VALUE) {
      throw wrong(option, given.get(option), "a whole number, at least " + least);
    }
    return (int) number;
  }
}
