package dev.assay.jobs.strata;

import static org.apache.spark.sql.functions.col;

import dev.assay.config.AssayConfig;
import dev.assay.config.blocks.ParametersConfig;
import dev.assay.jobs.calls.Replies;
import dev.assay.jobs.engine.Counts;
import dev.assay.jobs.engine.Plan;
import dev.assay.jobs.engine.Run;
import dev.assay.llm.ChatRequest;
import dev.assay.llm.EndpointSpec;
import dev.assay.llm.Interview.Question;
import dev.assay.prompts.Prompt;
import dev.assay.tables.NamedRow;
import dev.assay.tables.RowValues;
import dev.assay.tables.Tables;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/**
 * Names that a language model gives the topics, from their terms and the chunks nearest to their
 * centres. A topic without a usable reply keeps the name that its terms give it; column {@code
 * labelled_by} says which it is.
 */
record TopicNames(Run run, String endpoint) {
  private static final int SHOWN = 800;
  private static final int NOISE = -1;

  /**
   * Topics with their names.
   *
   * @param rows of table {@code topics}
   */
  record Named(List<Row> rows, Counts counts) {}

  /** What names depend on beside the topics. */
  static String files(AssayConfig config) {
    return config.stratify().labels().endpoint().isEmpty() ? "" : prompt(config).toString();
  }

  /** What naming takes at most. */
  static Plan plan(AssayConfig config) {
    Optional<String> name = config.stratify().labels().endpoint();
    if (name.isEmpty()) {
      return Plan.NO_MODEL;
    }
    EndpointSpec spec = EndpointSpec.of(name.get(), config.llm().endpoints().get(name.get()));
    boolean counted = config.stratify().clustering().contains("k-means");
    long topics = counted ? config.stratify().maxK() : 0;
    Prompt prompt = prompt(config);
    long input = topics * (prompt.user().length() + prompt.system().length() + 3 * SHOWN) / 4;
    return Plan.asking(spec, topics, input, topics * EndpointSpec.ASSUMED_OUTPUT)
        .note(
            counted
                ? "names of topics: a call for each of at most stratify.max-k, repairs aside"
                : "names of topics: a call for each topic that is found; how many is not known");
  }

  private static Prompt prompt(AssayConfig config) {
    return Replies.prompt(
        "stratify.labels.prompt", config.stratify().labels().prompt(), "topic-label");
  }

  /**
   * The topics, named.
   *
   * @param topics rows of table {@code topics}
   * @param chunks chunk_id, text
   */
  Named of(List<Row> topics, Dataset<Row> chunks) {
    List<Row> open =
        topics.stream().filter(row -> row.<Integer>getAs("stratum_id") != NOISE).toList();
    Replies replies = new Replies(run, endpoint, "topic");
    Replies.Given given = replies.to(questions(open, texts(open, chunks), replies.spec()));
    return named(topics, open, given, replies.spec());
  }

  private List<Question> questions(List<Row> topics, Map<String, String> texts, EndpointSpec spec) {
    Prompt prompt = prompt(run.config());
    ParametersConfig parameters = run.config().llm().parameters(Optional.empty(), endpoint);
    List<Question> questions = new ArrayList<>();
    for (Row topic : topics) {
      String terms =
          RowValues.<Row>list(topic, "terms").stream()
              .map(term -> term.<String>getAs("term"))
              .collect(Collectors.joining(", "));
      String passages =
          RowValues.<String>list(topic, "exemplar_chunk_ids").stream()
              .map(id -> shown(texts.getOrDefault(id, "")))
              .collect(Collectors.joining("\n\n"));
      ChatRequest request =
          prompt.request(Map.of("terms", terms, "passages", passages), parameters);
      questions.add(new Question(spec, request, 0));
    }
    return questions;
  }

  private static String shown(String text) {
    int end = Math.min(SHOWN, text.length());
    return text.substring(0, text.offsetByCodePoints(0, text.codePointCount(0, end)));
  }

  private static Map<String, String> texts(List<Row> topics, Dataset<Row> chunks) {
    Object[] ids =
        topics.stream()
            .flatMap(row -> RowValues.<String>list(row, "exemplar_chunk_ids").stream())
            .toArray();
    Map<String, String> texts = new HashMap<>();
    chunks
        .where(col("chunk_id").isin(ids))
        .select("chunk_id", "text")
        .collectAsList()
        .forEach(row -> texts.put(row.getAs("chunk_id"), row.getAs("text")));
    return texts;
  }

  private static Named named(
      List<Row> topics, List<Row> open, Replies.Given given, EndpointSpec spec) {
    Map<Integer, String> names = new HashMap<>();
    Set<String> taken = new HashSet<>();
    topics.forEach(row -> taken.add(row.getAs("label")));
    for (int i = 0; i < open.size(); i++) {
      Row topic = open.get(i);
      given
          .replies()
          .get(i)
          .object()
          .map(reply -> clean(reply.path("label").asText()))
          .filter(name -> !name.isEmpty())
          .map(name -> taken.contains(name) ? name + " (" + topic.getAs("label") + ")" : name)
          .filter(taken::add)
          .ifPresent(name -> names.put(topic.getAs("stratum_id"), name));
    }
    List<Row> rows = topics.stream().map(row -> row(row, names, spec)).toList();
    return new Named(
        rows,
        given
            .counts()
            .and("topics named by a model", names.size())
            .and("topics named by terms", open.size() - names.size()));
  }

  private static Row row(Row topic, Map<Integer, String> names, EndpointSpec spec) {
    String name = names.get(topic.<Integer>getAs("stratum_id"));
    if (name == null) {
      return topic;
    }
    return NamedRow.of(Tables.TOPICS)
        .copy(topic, "stratum_id", "model", "terms", "size", "exemplar_chunk_ids", "coherence")
        .set("label", name)
        .set("labelled_by", spec.name() + ":" + spec.model())
        .build();
  }

  /** One line without control and format characters. */
  private static String clean(String label) {
    return label.replaceAll("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]+", " ").replaceAll("\\s+", " ").strip();
  }
}
