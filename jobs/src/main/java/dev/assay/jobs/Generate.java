package dev.assay.jobs;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;

import dev.assay.config.AssayConfig;
import dev.assay.config.GenerateConfig;
import dev.assay.generation.DraftQuestion;
import dev.assay.generation.Selection;
import dev.assay.spark.EmbeddedTexts;
import dev.assay.spark.IndexedCorpus;
import dev.assay.spark.RuleDrafting;
import dev.assay.systems.Chunk;
import dev.assay.tables.Table;
import dev.assay.tables.Tables;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import scala.reflect.ClassTag$;

/** Makes test cases from the sampled chunks. */
public final class Generate implements Stage {

  @Override
  public String name() {
    return "generate";
  }

  @Override
  public String meaning() {
    return "Makes test cases from the sampled chunks. Provider 'rules' asks about the corpus's own"
        + " sentences without a language model, in English; it keeps questions that are relevant to"
        + " their chunk and no near-duplicates. Questions of one chunk share a group, and their"
        + " weights account for chunks that yielded none. Questions on two chunks use the drawn"
        + " pairs.";
  }

  @Override
  public List<Table> reads() {
    return List.of(Tables.SAMPLES, Tables.CHUNKS, Tables.STRATA);
  }

  @Override
  public List<Table> writes() {
    return List.of(Tables.TEST_CASES, Tables.RUN_CASES);
  }

  @Override
  public List<String> keys() {
    return List.of("generate", "sample", "models");
  }

  @Override
  public Plan plan(AssayConfig config) {
    long most = (long) config.sample().size() * config.generate().perChunk();
    return Plan.UNKNOWN_INPUT.note(
        "at most %,d test cases: %,d chunks, %d for each; embeds the drafts' texts and sentences"
            .formatted(most, config.sample().size(), config.generate().perChunk()));
  }

  @Override
  public Counts run(Run run) {
    GenerateConfig config = run.config().generate();
    Sampled sample = Sampled.of(run);
    IndexedCorpus corpus = Corpora.indexed(run);
    List<DraftQuestion> drafts = drafts(run, corpus, sample);
    EmbeddedTexts embedder = embedder(run, drafts, texts(corpus));
    Selection.Result selected =
        new Selection(
                embedder,
                config.minRelevancy(),
                config.maxSimilarity(),
                config.perChunk(),
                run.config().run().seed())
            .select(drafts, texts(corpus));
    Dataset<Row> cases =
        run.spark()
            .createDataFrame(
                new CaseRows(run, sample).rows(selected.chosen()), Tables.TEST_CASES.schema());
    run.store().merge(Tables.TEST_CASES, cases);
    Covered.record(run, cases.select(col("case_id"), lit("").as("system"), lit(0).as("repeat")));
    return counts(sample, drafts, selected);
  }

  private static List<DraftQuestion> drafts(Run run, IndexedCorpus corpus, Sampled sample) {
    Broadcast<IndexedCorpus> shared =
        run.spark().sparkContext().broadcast(corpus, ClassTag$.MODULE$.apply(IndexedCorpus.class));
    try {
      return new RuleDrafting(
              shared,
              titles(run),
              sample.seconds(),
              new HashSet<>(run.config().generate().queryTypes()),
              run.config().run().seed())
          .draft(
              run.spark()
                  .createDataset(List.copyOf(sample.chunks().keySet()), Encoders.STRING())
                  .repartition(2 * run.spark().sparkContext().defaultParallelism()));
    } finally {
      shared.destroy();
    }
  }

  private static EmbeddedTexts embedder(
      Run run, List<DraftQuestion> drafts, Map<String, String> texts) {
    return EmbeddedTexts.of(
        run.spark(),
        Selection.texts(drafts, texts),
        ModelSettings.embedderId(run.config().models()),
        ModelSettings.source(run.config().models()));
  }

  private static Map<String, String> texts(IndexedCorpus corpus) {
    Map<String, String> texts = new HashMap<>();
    for (Chunk chunk : corpus.chunks()) {
      texts.put(chunk.chunkId(), chunk.text());
    }
    return texts;
  }

  private static HashMap<String, String> titles(Run run) {
    HashMap<String, String> titles = new HashMap<>();
    for (Row row : run.store().read(Tables.DOCUMENTS).select("doc_id", "title").collectAsList()) {
      if (!row.isNullAt(1)) {
        titles.put(row.getString(0), row.getString(1));
      }
    }
    return titles;
  }

  private static Counts counts(
      Sampled sample, List<DraftQuestion> drafts, Selection.Result selected) {
    long answered =
        selected.chosen().stream().map(draft -> draft.sourceChunkIds().get(0)).distinct().count();
    Counts counts =
        Counts.of("drafts", drafts.size())
            .and("test cases", selected.chosen().size())
            .and("chunks without a question", sample.chunks().size() - answered)
            .and("strata without a question", silent(sample, selected));
    for (Map.Entry<String, Integer> reason : selected.rejections().entrySet()) {
      counts = counts.and("rejected " + reason.getKey(), reason.getValue());
    }
    return counts;
  }

  /** Strata for which no estimate speaks. */
  private static long silent(Sampled sample, Selection.Result selected) {
    Set<Integer> heard = new HashSet<>();
    selected
        .chosen()
        .forEach(draft -> heard.add(sample.chunks().get(draft.sourceChunkIds().get(0)).stratum()));
    return sample.sizes().keySet().stream().filter(id -> !heard.contains(id)).count();
  }
}
