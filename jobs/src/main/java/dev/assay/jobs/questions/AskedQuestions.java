package dev.assay.jobs.questions;

import dev.assay.base.Seeds;
import dev.assay.config.GenerateConfig;
import dev.assay.config.blocks.ParametersConfig;
import dev.assay.jobs.calls.EndpointCalls;
import dev.assay.jobs.calls.Interviews;
import dev.assay.jobs.engine.Counts;
import dev.assay.jobs.engine.ModelSettings;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.engine.StageException;
import dev.assay.jobs.sampling.DrawnSample;
import dev.assay.llm.ChatRequest;
import dev.assay.llm.EndpointSpec;
import dev.assay.llm.Message;
import dev.assay.questions.DraftQuestion;
import dev.assay.questions.QueryType;
import dev.assay.questions.asked.Assignment;
import dev.assay.questions.asked.Limits;
import dev.assay.questions.asked.QuestionPrompts;
import dev.assay.questions.asked.QuotaFill;
import dev.assay.questions.asked.RefusedDraft;
import dev.assay.questions.asked.RequestOutcome;
import dev.assay.spark.DraftRows;
import dev.assay.spark.EmbeddedTexts;
import dev.assay.spark.IndexedCorpus;
import dev.assay.spark.QuestionWork;
import dev.assay.tables.NamedRow;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Row;
import scala.reflect.ClassTag$;

/**
 * Questions that a language model writes on the sampled chunks: rounds of requests, each for what
 * the quotas still lack. Nothing is chosen before all requests of a round have their replies, since
 * quotas and weights are of the whole sample; what a budget cuts off is in the ledger.
 */
final class AskedQuestions implements AutoCloseable {
  private final Run run;
  private final GenerateConfig config;
  private final long seed;
  private final EndpointSpec endpoint;
  private final QuestionPrompts prompts;
  private final EndpointCalls calls;

  AskedQuestions(Run run) {
    this.run = run;
    this.config = run.config().generate();
    this.seed = run.config().run().seed();
    String name = config.endpoint().orElseThrow();
    this.endpoint = EndpointSpec.of(name, run.config().llm().endpoints().get(name));
    this.prompts = prompts(config);
    this.calls = new EndpointCalls(run, Map.of(name, endpoint));
  }

  static QuestionPrompts prompts(GenerateConfig config) {
    try {
      return QuestionPrompts.of(
          config.prompts(), config.queryTypes().stream().map(QueryType::of).toList());
    } catch (IllegalArgumentException e) {
      throw new StageException("generate.prompts: " + e.getMessage(), e);
    }
  }

  /** What made the questions, for the test cases. */
  String provenance() {
    return "endpoint %s, model %s, prompts %s, seed %d"
        .formatted(endpoint.name(), endpoint.model(), prompts, seed);
  }

  /**
   * What the model gave.
   *
   * @param filled which of its questions were chosen
   * @param refused what was not, by the chunk that it was asked for
   */
  record Asked(QuotaFill.Result filled, List<Row> refused, long requests, Counts counts) {}

  /** Asks, round by round, until the quotas are filled or {@code generate.rounds} are over. */
  Asked ask(DrawnSample sample, IndexedCorpus corpus, HashMap<String, String> titles) {
    QuestionRounds rounds = new QuestionRounds(sample, config, seed);
    Broadcast<IndexedCorpus> shared =
        run.spark().sparkContext().broadcast(corpus, ClassTag$.MODULE$.apply(IndexedCorpus.class));
    Interviews interviews = new Interviews(calls, work(shared, titles).turn());
    Map<String, Row> refused = new TreeMap<>();
    List<DraftQuestion> drafts = new ArrayList<>();
    Counts counts = Counts.of("drafts", 0);
    try {
      List<Assignment> round = rounds.first();
      long requests = 0;
      long failed = 0;
      QuotaFill.Result filled = fill(rounds, drafts);
      for (int i = 0; i < config.rounds() && !round.isEmpty(); i++) {
        List<Row> rows = round.stream().map(this::row).toList();
        try (Interviews.Held held =
            interviews.hold(run.spark().createDataFrame(rows, QuestionWork.REQUEST))) {
          calls.requireWhole();
          counts = counts.plus(held.counts());
          for (Row result : held.results().orderBy("request_id").collectAsList()) {
            RequestOutcome made = DraftRows.made(result);
            failed += made.failed() ? 1 : 0;
            drafts.addAll(made.drafts());
            made.refused().forEach(one -> keep(refused, result.getAs("request_id"), one));
          }
        }
        requests += rows.size();
        requireReplies(requests, failed, List.copyOf(refused.values()));
        filled = fill(rounds, drafts);
        round = rounds.more(filled);
      }
      return new Asked(
          filled,
          List.copyOf(refused.values()),
          requests,
          counts.and("drafts", drafts.size()).and("requests", requests));
    } finally {
      shared.destroy();
    }
  }

  @Override
  public void close() {
    calls.close();
  }

  private static void keep(Map<String, Row> refused, String request, RefusedDraft one) {
    String reason = one.detail().isBlank() ? one.reason() : one.reason() + ": " + one.detail();
    String chunk = request.split(" ", 2)[0];
    refused.put(
        chunk + "\u0000" + reason + "\u0000" + one.row(),
        QuestionRows.refused(chunk, reason, one.row()));
  }

  private QuestionWork work(Broadcast<IndexedCorpus> shared, HashMap<String, String> titles) {
    ParametersConfig parameters =
        run.config().llm().parameters(config.parameters(), endpoint.name());
    String style =
        new ChatRequest(List.of(Message.user("")), parameters, Optional.empty()).prompt();
    return new QuestionWork(
        shared,
        titles,
        endpoint,
        style,
        prompts,
        new Limits(
            config.minRelevancy(),
            config.maxRank(),
            config.maxCopied(),
            config.minSupport(),
            config.checkPassages()),
        config.retriever(),
        seed,
        ModelSettings.source(run.config().models()));
  }

  private Row row(Assignment assignment) {
    String id = assignment.chunkIds().get(0) + " " + assignment.type().id();
    List<String> verdicts =
        assignment.type() == QueryType.YES_NO
            ? assignment.difficulties().stream()
                .map(one -> Seeds.uniform(seed, "verdict", id + one) < .5 ? "Yes" : "No")
                .toList()
            : List.of();
    return NamedRow.of(QuestionWork.REQUEST)
        .set("request_id", id)
        .set("query_type", assignment.type().id())
        .set("difficulties", assignment.difficulties())
        .set("verdicts", verdicts)
        .set("chunk_ids", assignment.chunkIds())
        .build();
  }

  private QuotaFill.Result fill(QuestionRounds rounds, List<DraftQuestion> drafts) {
    EmbeddedTexts vectors =
        EmbeddedTexts.of(
            run.spark(),
            drafts.stream().map(DraftQuestion::stem).toList(),
            ModelSettings.embedderId(run.config().models()),
            ModelSettings.source(run.config().models()));
    return new QuotaFill(vectors, config.maxSimilarity(), config.perChunk(), seed)
        .fill(rounds.quotas(), drafts, rounds::cell);
  }

  private void requireReplies(long requests, long failed, List<Row> refused) {
    double most = run.config().llm().maxFailureShare();
    if (failed > most * requests) {
      QuestionRows.reject(run, refused);
      throw new StageException(
          "%d of %d requests to '%s' have no usable reply, more than llm.max-failure-share = %s. What was answered is kept; table rejected has the reasons, stage generate. The same command asks for what is missing."
              .formatted(failed, requests, endpoint.name(), most));
    }
  }
}
