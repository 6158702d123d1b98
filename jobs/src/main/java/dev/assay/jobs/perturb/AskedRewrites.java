package dev.assay.jobs.perturb;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.config.AssayConfig;
import dev.assay.config.blocks.ParametersConfig;
import dev.assay.config.cases.PerturbConfig;
import dev.assay.jobs.calls.Replies;
import dev.assay.jobs.engine.Counts;
import dev.assay.jobs.engine.ModelSettings;
import dev.assay.jobs.engine.Plan;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.engine.StageException;
import dev.assay.llm.EndpointSpec;
import dev.assay.llm.Interview.Parsed;
import dev.assay.llm.Interview.Question;
import dev.assay.model.LanguageIdentifier;
import dev.assay.perturb.Chain;
import dev.assay.perturb.asking.Written;
import dev.assay.prompts.Prompt;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/**
 * What a language model writes of the questions that are changed: a call for each question and
 * perturbator, through the ledger. What cannot be used is refused with the reason, never mended.
 *
 * @param run whose configuration names the endpoint
 */
record AskedRewrites(Run run) {
  private static final int LETTERS = 20;
  private static final int QUESTION_TOKENS = 30;

  /**
   * What came of asking, by case and perturbator.
   *
   * @param texts usable replies
   * @param reasons why there is none
   * @param prompts what was asked with, by perturbator
   */
  record Rewrites(
      HashMap<String, HashMap<String, String>> texts,
      HashMap<String, HashMap<String, String>> reasons,
      HashMap<String, String> prompts)
      implements Serializable {

    Map<String, String> texts(String caseId) {
      return texts.getOrDefault(caseId, new HashMap<>());
    }

    Optional<String> reason(String caseId, String perturbator) {
      return Optional.ofNullable(reasons.getOrDefault(caseId, new HashMap<>()).get(perturbator));
    }
  }

  /**
   * The same with what asking took.
   *
   * @param rewrites goes to executors
   */
  record Given(Rewrites rewrites, Counts counts) {}

  /** One question as it is put to the model. */
  private record Wanted(String caseId, String perturbator, String question) {}

  /** The perturbators that a language model is asked for. */
  private static List<String> writers(PerturbConfig perturb) {
    return perturb.able().stream()
        .flatMap(entry -> entry.writer().stream())
        .distinct()
        .sorted()
        .toList();
  }

  /** What twins depend on beside the cases. */
  static String files(AssayConfig config) {
    return writers(config.perturb()).stream()
        .map(writer -> prompt(config, writer).toString())
        .collect(Collectors.joining("\n"));
  }

  private static Prompt prompt(AssayConfig config, String writer) {
    String bundled = writer.equals(Written.MISINFORMATION) ? "misinformation" : writer;
    return Replies.prompt(
        "perturb.prompts." + writer,
        Optional.ofNullable(config.perturb().prompts().get(writer)),
        "perturb/" + bundled);
  }

  /**
   * What asking takes at most.
   *
   * @param origins how many questions are changed at most; empty where only the input tells
   */
  static Plan plan(AssayConfig config, OptionalLong origins) {
    PerturbConfig perturb = config.perturb();
    List<String> writers = writers(perturb);
    if (writers.isEmpty()) {
      return Plan.NO_MODEL;
    }
    String name = perturb.endpoint().orElseThrow();
    EndpointSpec endpoint = EndpointSpec.of(name, config.llm().endpoints().get(name));
    long allowed = Math.max(1, perturb.maxCases() / perturb.able().size());
    long changed = Math.min(origins.orElse(allowed), allowed);
    long prompts = writers.stream().mapToLong(one -> prompt(config, one).length() / 4).sum();
    long calls = changed * writers.size();
    ParametersConfig parameters = config.llm().parameters(perturb.parameters(), name);
    return Plan.asking(
            endpoint,
            calls,
            changed * prompts + calls * QUESTION_TOKENS,
            calls * parameters.maxTokens().orElse(EndpointSpec.ASSUMED_OUTPUT))
        .note(
            "calls for %s: one for each of at most %,d questions, less what llm_calls has; repairs of replies come on top"
                .formatted(String.join(" and ", writers), changed));
  }

  /** Asks for everything that entries need of {@code origins}. */
  Given of(Dataset<Row> origins) {
    List<Wanted> wanted = wanted(origins);
    if (wanted.isEmpty()) {
      return new Given(
          new Rewrites(new HashMap<>(), new HashMap<>(), new HashMap<>()),
          Counts.of("rewrites refused", 0));
    }
    String name = run.config().perturb().endpoint().orElseThrow();
    Replies replies = new Replies(run, name, "perturb");
    ParametersConfig parameters =
        run.config().llm().parameters(run.config().perturb().parameters(), name);
    Map<String, Prompt> prompts = new TreeMap<>();
    writers(run.config().perturb()).forEach(one -> prompts.put(one, prompt(run.config(), one)));
    List<Question> questions = new ArrayList<>();
    for (Wanted one : wanted) {
      Map<String, String> values = Map.of("question", one.question());
      questions.add(
          new Question(
              replies.spec(), prompts.get(one.perturbator()).request(values, parameters), 0));
    }
    Replies.Given given = replies.to(questions);
    requireReplies(name, given.replies());
    return sorted(wanted, given);
  }

  private List<Wanted> wanted(Dataset<Row> origins) {
    List<String> writers = writers(run.config().perturb());
    if (writers.isEmpty()) {
      return List.of();
    }
    List<Wanted> wanted = new ArrayList<>();
    for (Row row : origins.select("case_id", "question").orderBy("case_id").collectAsList()) {
      String question = row.getAs("question");
      if (!question.isBlank() && question.length() <= Chain.MOST_CHARACTERS) {
        writers.forEach(one -> wanted.add(new Wanted(row.getAs("case_id"), one, question)));
      }
    }
    return wanted;
  }

  private void requireReplies(String endpoint, List<Parsed> replies) {
    long failed = replies.stream().filter(reply -> reply.failure().isPresent()).count();
    double most = run.config().llm().maxFailureShare();
    if (failed > most * replies.size()) {
      String first =
          replies.stream()
              .flatMap(reply -> reply.failure().stream())
              .map(failure -> failure.status().id() + ": " + failure.getMessage())
              .findFirst()
              .orElseThrow();
      throw new StageException(
          "%d of %d requests to '%s' (perturb.endpoint) have no usable reply, more than llm.max-failure-share = %s. The first: %s. What was answered is kept; the same command asks for what is missing."
              .formatted(failed, replies.size(), endpoint, most, first));
    }
  }

  private Given sorted(List<Wanted> wanted, Replies.Given given) {
    LanguageIdentifier languages = ModelSettings.source(run.config().models()).models().languages();
    HashMap<String, HashMap<String, String>> texts = new HashMap<>();
    HashMap<String, HashMap<String, String>> reasons = new HashMap<>();
    HashMap<String, String> prompts = new HashMap<>();
    writers(run.config().perturb())
        .forEach(one -> prompts.put(one, prompt(run.config(), one).toString()));
    long refused = 0;
    for (int i = 0; i < wanted.size(); i++) {
      Wanted one = wanted.get(i);
      Parsed reply = given.replies().get(i);
      String text = reply.object().map(AskedRewrites::text).orElse("");
      Optional<String> problem =
          reply
              .failure()
              .map(failure -> failure.status().id() + ": " + failure.getMessage())
              .or(() -> Written.problem(one.perturbator(), one.question(), text))
              .or(() -> otherLanguage(languages, one.question(), text));
      refused += problem.isPresent() ? 1 : 0;
      problem.ifPresent(
          reason ->
              reasons
                  .computeIfAbsent(one.caseId(), id -> new HashMap<>())
                  .put(one.perturbator(), one.perturbator() + ": " + told(reason, text)));
      if (problem.isEmpty()) {
        texts.computeIfAbsent(one.caseId(), id -> new HashMap<>()).put(one.perturbator(), text);
      }
    }
    return new Given(
        new Rewrites(texts, reasons, prompts), given.counts().and("rewrites refused", refused));
  }

  private static String text(JsonNode reply) {
    return Written.line(
        reply.has("question") ? reply.path("question").asText() : reply.path("statement").asText());
  }

  private static String told(String reason, String text) {
    return text.isEmpty() ? reason : "%s: '%s'".formatted(reason, text);
  }

  /** Short texts and those that show no language are not told apart. */
  private static Optional<String> otherLanguage(
      LanguageIdentifier languages, String question, String reply) {
    if (letters(question) < LETTERS || letters(reply) < LETTERS) {
      return Optional.empty();
    }
    List<Optional<String>> found = languages.identify(List.of(question, reply));
    return found.get(0).isPresent()
            && found.get(1).isPresent()
            && !found.get(0).equals(found.get(1))
        ? Optional.of(
            "the reply is in %s, the question in %s"
                .formatted(found.get(1).get(), found.get(0).get()))
        : Optional.empty();
  }

  private static long letters(String text) {
    return text.codePoints().filter(Character::isLetter).count();
  }
}
