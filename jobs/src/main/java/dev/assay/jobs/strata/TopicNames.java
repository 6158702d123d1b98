package dev.assay.jobs.strata;

import static org.apache.spark.sql.functions.col;

import dev.assay.config.AssayConfig;
import dev.assay.config.blocks.ParametersConfig;
import dev.assay.jobs.calls.EndpointCalls;
import dev.assay.jobs.engine.Counts;
import dev.assay.jobs.engine.Plan;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.engine.StageException;
import dev.assay.llm.Call;
import dev.assay.llm.ChatRequest;
import dev.assay.llm.EndpointSpec;
import dev.assay.llm.Interview;
import dev.assay.llm.Interview.Parsed;
import dev.assay.llm.Interview.Question;
import dev.assay.llm.StoredReply;
import dev.assay.prompts.Prompt;
import dev.assay.spark.calls.CallRows;
import dev.assay.tables.NamedRow;
import dev.assay.tables.RowValues;
import dev.assay.tables.Tables;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
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
    long output = topics * EndpointSpec.ASSUMED_OUTPUT;
    double cost =
        spec.cost(new dev.assay.llm.Usage(OptionalLong.of(input), OptionalLong.of(output)));
    return new Plan(topics, input + output, cost, OptionalLong.of(0), List.of())
        .note(
            counted
                ? "names of topics: a call for each of at most stratify.max-k, repairs aside"
                : "names of topics: a call for each topic that is found; how many is not known");
  }

  private static Prompt prompt(AssayConfig config) {
    try {
      return Prompt.read(config.stratify().labels().prompt().orElse("bundled:topic-label"));
    } catch (IllegalArgumentException e) {
      throw new StageException("stratify.labels.prompt: " + e.getMessage(), e);
    }
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
    EndpointSpec spec = EndpointSpec.of(endpoint, run.config().llm().endpoints().get(endpoint));
    List<Question> questions = questions(open, texts(open, chunks), spec);
    Map<String, StoredReply> known = new HashMap<>();
    Counts counts = Counts.of("llm calls", 0);
    Interview.Turn<List<Parsed>> turn = turn(questions, known);
    try (EndpointCalls calls = new EndpointCalls(run, Map.of(endpoint, spec))) {
      while (turn.result().isEmpty()) {
        EndpointCalls.Made made = calls.make(rows(turn.calls()));
        counts = counts.plus(made.counts());
        calls.requireWhole();
        replies(made.replies(), turn.calls(), known);
        turn = turn(questions, known);
      }
    }
    return named(topics, open, turn.result().get(), spec, counts);
  }

  private static Interview.Turn<List<Parsed>> turn(
      List<Question> questions, Map<String, StoredReply> known) {
    return Interview.turn("topic", known, interview -> interview.jsons(questions));
  }

  private List<Question> questions(List<Row> topics, Map<String, String> texts, EndpointSpec spec) {
    Prompt prompt = prompt(run.config());
    ParametersConfig parameters =
        run.config().llm().endpoints().get(endpoint).parameters().orElse(ParametersConfig.NONE);
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

  private Dataset<Row> rows(List<Call> calls) {
    return run.spark().createDataFrame(calls.stream().map(CallRows::of).toList(), CallRows.CALL);
  }

  private static void replies(
      Dataset<Row> replies, List<Call> asked, Map<String, StoredReply> known) {
    replies
        .collectAsList()
        .forEach(row -> known.put(row.getAs("call_hash"), CallRows.answered(row)));
    for (Call call : asked) {
      if (!known.containsKey(call.hash())) {
        throw new StageException("The ledger lacks the reply to a topic's name after the call.");
      }
    }
  }

  private static Named named(
      List<Row> topics, List<Row> open, List<Parsed> replies, EndpointSpec spec, Counts counts) {
    Map<Integer, String> names = new HashMap<>();
    Set<String> taken = new HashSet<>();
    topics.forEach(row -> taken.add(row.getAs("label")));
    for (int i = 0; i < open.size(); i++) {
      Row topic = open.get(i);
      replies
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
        counts
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
