package dev.assay.report.parts;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.lit;

import dev.assay.config.AssayConfig;
import dev.assay.evaluators.judged.Byop;
import dev.assay.evaluators.judged.PromptJudge;
import dev.assay.prompts.Prompt;
import dev.assay.report.figures.Shown;
import dev.assay.tables.Store;
import dev.assay.tables.Tables;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.spark.sql.Row;

/**
 * The prompts that language models were asked with, by what they were asked for. Whether a purpose
 * was asked for at all the ledger tells. Those of questions and twins are named by the cases that
 * were made with them; those of judges, topics and templates are read as they are now.
 */
public final class PromptTable {
  private static final int HASH = 12;

  /** As {@code provenance} of a case names a prompt. */
  private static final Pattern NAMED =
      Pattern.compile("([^\\s,]{1,200}) ([^\\s,]{1,20}) ([0-9a-f]{12,64})(?=[,;]|\\z)");

  private PromptTable() {}

  /**
   * A prompt.
   *
   * @param purpose what was asked for, in the ledger's words
   * @param hash the beginning of its file's SHA-256; a dash where it cannot be read any more
   * @param calls how many the ledger has for the purpose
   */
  public record Line(String purpose, String name, String version, String hash, String calls) {}

  /**
   * @param prompts names of the bundled prompts of evaluators, by evaluator
   */
  public static List<Line> of(
      Store store, AssayConfig config, Map<String, ? extends Collection<String>> prompts) {
    if (store.isBlank(Tables.LLM_CALLS)) {
      return List.of();
    }
    Map<String, Long> calls = new TreeMap<>();
    store
        .read(Tables.LLM_CALLS)
        .groupBy("purpose")
        .agg(count(lit(1)).as("n"))
        .collectAsList()
        .forEach(row -> calls.put(row.getAs("purpose"), row.getAs("n")));
    List<Line> lines = new ArrayList<>();
    calls.forEach(
        (purpose, n) -> {
          String shown = Shown.count(n);
          if (purpose.equals("generate") || purpose.equals("perturb")) {
            ofCases(store, purpose, shown).forEach(lines::add);
          } else if (purpose.startsWith("judge ")) {
            judge(config, prompts, purpose.substring("judge ".length()))
                .forEach(prompt -> lines.add(line(purpose, prompt, shown)));
          } else {
            ofStage(config, purpose).ifPresent(name -> lines.add(read(purpose, name, shown)));
          }
        });
    return lines;
  }

  /** Cases tell exactly with which prompts they were made. */
  private static Set<Line> ofCases(Store store, String purpose, String calls) {
    Set<Line> lines = new LinkedHashSet<>();
    for (Row row :
        store
            .read(Tables.TEST_CASES)
            .where(col("provenance").contains("prompt"))
            .where(col("provenance").startsWith("perturb").equalTo(purpose.equals("perturb")))
            .select("provenance")
            .distinct()
            .orderBy("provenance")
            .collectAsList()) {
      Matcher prompt = NAMED.matcher(row.<String>getAs("provenance"));
      while (prompt.find()) {
        lines.add(
            new Line(
                purpose,
                prompt.group(1),
                prompt.group(2),
                prompt.group(3).substring(0, HASH),
                calls));
      }
    }
    return lines;
  }

  private static Optional<String> ofStage(AssayConfig config, String purpose) {
    return switch (purpose) {
      case "topic" ->
          Optional.of(config.stratify().labels().prompt().orElse("bundled:topic-label"));
      case "wording" ->
          Optional.of(config.grammar().text().prompt().orElse("bundled:grammar/wordings"));
      case "sql template" ->
          Optional.of(config.grammar().sql().prompt().orElse("bundled:grammar/sql"));
      default -> Optional.empty(); // Systems under test have a request of their own.
    };
  }

  private static List<Object> judge(
      AssayConfig config, Map<String, ? extends Collection<String>> prompts, String evaluator) {
    List<Object> named = new ArrayList<>();
    for (String name : Optional.ofNullable(prompts.get(evaluator)).orElse(List.of())) {
      named.add(config.judges().prompts().getOrDefault(name, "bundled:" + name));
    }
    if (named.isEmpty()) {
      try {
        if (Byop.evaluators(config.judges()).get(evaluator) instanceof PromptJudge own) {
          named.add(own.prompt());
        }
      } catch (IllegalArgumentException gone) {
        named.add(evaluator);
      }
    }
    return named;
  }

  private static Line line(String purpose, Object prompt, String calls) {
    return prompt instanceof Prompt known
        ? of(purpose, known, calls)
        : read(purpose, (String) prompt, calls);
  }

  private static Line read(String purpose, String name, String calls) {
    try {
      return of(purpose, Prompt.read(name), calls);
    } catch (IllegalArgumentException gone) {
      return new Line(purpose, name, "–", "–", calls);
    }
  }

  private static Line of(String purpose, Prompt prompt, String calls) {
    return new Line(
        purpose, prompt.name(), prompt.version(), prompt.hash().substring(0, HASH), calls);
  }
}
