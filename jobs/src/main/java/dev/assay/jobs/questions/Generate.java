package dev.assay.jobs.questions;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;

import dev.assay.config.AssayConfig;
import dev.assay.config.GenerateConfig;
import dev.assay.jobs.corpus.Corpora;
import dev.assay.jobs.engine.Counts;
import dev.assay.jobs.engine.ModelSettings;
import dev.assay.jobs.engine.Plan;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.engine.RunCoverage;
import dev.assay.jobs.engine.Stage;
import dev.assay.jobs.engine.StageSpec;
import dev.assay.jobs.sampling.DrawnSample;
import dev.assay.model.Embedding;
import dev.assay.questions.DraftQuestion;
import dev.assay.questions.Selection;
import dev.assay.retrieval.Chunk;
import dev.assay.spark.EmbeddedTexts;
import dev.assay.spark.IndexedCorpus;
import dev.assay.spark.RuleDrafting;
import dev.assay.spark.Tasks;
import dev.assay.tables.RowValues;
import dev.assay.tables.Tables;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import scala.reflect.ClassTag$;

/** Makes test cases from the sampled chunks. */
public final class Generate implements Stage {
  private static final StageSpec SPEC =
      StageSpec.of("generate")
          .reads(Tables.SAMPLES, Tables.CHUNKS, Tables.STRATA)
          .writes(Tables.TEST_CASES, Tables.RUN_CASES, Tables.LLM_CALLS, Tables.REJECTED)
          .keys("generate", "sample", "models", "llm", "budget");

  @Override
  public StageSpec spec() {
    return SPEC;
  }

  @Override
  public String files(AssayConfig config) {
    return config.generate().byEndpoint()
        ? AskedQuestions.prompts(config.generate()).toString()
        : "";
  }

  @Override
  public Plan plan(AssayConfig config) {
    if (config.generate().byEndpoint()) {
      return QuestionPlan.of(config);
    }
    long most = (long) config.sample().size() * config.generate().perChunk();
    return Plan.UNKNOWN_INPUT.note(
        "at most %,d test cases: %,d chunks, %d for each; embeds the texts and sentences of drafts until a chunk has enough"
            .formatted(most, config.sample().size(), config.generate().perChunk()));
  }

  @Override
  public Counts run(Run run) {
    DrawnSample sample = run.step("sample", () -> DrawnSample.of(run));
    IndexedCorpus corpus =
        run.step(
            "index of chunks",
            () -> Corpora.around(run, sample.ids(), run.config().generate().indexChunks()));
    return run.config().generate().byEndpoint()
        ? run.step("questions by an endpoint", () -> byEndpoint(run, corpus, sample))
        : run.step("questions by rules", () -> byRules(run, corpus, sample));
  }

  private static Counts byEndpoint(Run run, IndexedCorpus corpus, DrawnSample sample) {
    try (AskedQuestions questions = new AskedQuestions(run)) {
      AskedQuestions.Asked asked = questions.ask(sample, corpus, titles(run, corpus));
      List<Row> rejected = new ArrayList<>(asked.refused());
      rejected.addAll(QuestionRows.dropped(asked.filled()));
      QuestionRows.reject(run, rejected);
      store(run, new CaseRows(run, sample, questions.provenance()).rows(asked.filled().chosen()));
      QuestionRows.tell(run.stage(), asked);
      return QuestionRows.counts(asked, rejected).plus(silence(sample, asked.filled().chosen()));
    }
  }

  private static Counts byRules(Run run, IndexedCorpus corpus, DrawnSample sample) {
    GenerateConfig config = run.config().generate();
    List<DraftQuestion> drafts = drafts(run, corpus, sample);
    Selection.Result selected =
        new Selection(
                texts -> embedded(run, texts),
                config.minRelevancy(),
                config.maxSimilarity(),
                config.perChunk(),
                run.config().run().seed())
            .select(drafts, texts(corpus));
    store(run, new CaseRows(run, sample).rows(selected.chosen()));
    few(sample.chunks().size(), selected.chosen().size()).ifPresent(System.err::println);
    return counts(sample, drafts, selected);
  }

  /** What to do where the rules found little to ask. */
  static Optional<String> few(int chunks, int cases) {
    return 2 * cases >= chunks
        ? Optional.empty()
        : Optional.of(
            "generate: the rules found "
                + cases
                + " questions in "
                + chunks
                + " chunks. They need plain English sentences that state a fact. For other texts"
                + " let an endpoint write them (generate.provider = endpoint), or bring questions"
                + " of your own (tests.sources).");
  }

  private static void store(Run run, List<Row> rows) {
    Dataset<Row> cases = run.spark().createDataFrame(rows, Tables.TEST_CASES.schema());
    run.store().merge(Tables.TEST_CASES, cases);
    RunCoverage.record(
        run, cases.select(col("case_id"), lit("").as("system"), lit(0).as("repeat")));
  }

  private static List<DraftQuestion> drafts(Run run, IndexedCorpus corpus, DrawnSample sample) {
    Broadcast<IndexedCorpus> shared =
        run.spark().sparkContext().broadcast(corpus, ClassTag$.MODULE$.apply(IndexedCorpus.class));
    try {
      return new RuleDrafting(
              shared,
              titles(run, corpus),
              sample.seconds(),
              new HashSet<>(run.config().generate().queryTypes()),
              run.config().run().seed())
          .draft(
              run.spark()
                  .createDataset(List.copyOf(sample.chunks().keySet()), Encoders.STRING())
                  .repartition(Tasks.of(sample.chunks().size())));
    } finally {
      shared.destroy();
    }
  }

  private static List<Embedding> embedded(Run run, List<String> texts) {
    return EmbeddedTexts.of(
            run.spark(),
            texts,
            ModelSettings.embedderId(run.config().models()),
            ModelSettings.source(run.config().models()))
        .embed(texts);
  }

  private static Map<String, String> texts(IndexedCorpus corpus) {
    Map<String, String> texts = new HashMap<>();
    for (Chunk chunk : corpus.chunks()) {
      texts.put(chunk.chunkId(), chunk.text());
    }
    return texts;
  }

  private static HashMap<String, String> titles(Run run, IndexedCorpus corpus) {
    Dataset<Row> needed =
        run.spark()
            .createDataset(
                corpus.chunks().stream().map(Chunk::docId).distinct().toList(), Encoders.STRING())
            .toDF("doc_id");
    HashMap<String, String> titles = new HashMap<>();
    for (Row row :
        run.store()
            .read(Tables.DOCUMENTS)
            .select("doc_id", "title")
            .join(needed, RunCoverage.on(List.of("doc_id")), "left_semi")
            .collectAsList()) {
      RowValues.<String>optional(row, "title")
          .ifPresent(title -> titles.put(row.getAs("doc_id"), title));
    }
    return titles;
  }

  private static Counts counts(
      DrawnSample sample, List<DraftQuestion> drafts, Selection.Result selected) {
    Counts counts = Counts.of("drafts", drafts.size()).and("test cases", selected.chosen().size());
    for (Map.Entry<String, Integer> reason : selected.rejections().entrySet()) {
      counts = counts.and("rejected " + reason.getKey(), reason.getValue());
    }
    return counts.plus(silence(sample, selected.chosen()));
  }

  /** Chunks without a question, and strata for which no estimate speaks. */
  private static Counts silence(DrawnSample sample, List<DraftQuestion> chosen) {
    Set<String> answered = new HashSet<>();
    Set<Integer> heard = new HashSet<>();
    for (DraftQuestion draft : chosen) {
      String chunk = draft.sourceChunkIds().get(0);
      answered.add(chunk);
      heard.add(sample.chunks().get(chunk).stratum());
    }
    return Counts.of("chunks without a question", sample.chunks().size() - answered.size())
        .and(
            "strata without a question",
            sample.sizes().keySet().stream().filter(id -> !heard.contains(id)).count());
  }
}
