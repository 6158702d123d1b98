package dev.assay.jobs.sampling;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.concat;
import static org.apache.spark.sql.functions.lit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.assay.base.Hashes;
import dev.assay.base.Rounding;
import dev.assay.jobs.TestRun;
import dev.assay.jobs.analysis.Coverage;
import dev.assay.jobs.analysis.CoverageRow;
import dev.assay.jobs.engine.ModelSettings;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.engine.StageException;
import dev.assay.model.Embedding;
import dev.assay.spark.SharedSpark;
import dev.assay.tables.JsonRows;
import dev.assay.tables.Table;
import dev.assay.tables.Tables;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

public class SampleTest {
  private static final SparkSession SPARK = SharedSpark.session();
  private static final String NO_PAIRS = "sample.pairs={inside=0,across=0}";

  @TempDir Path dir;

  @Test
  void everySharePerStratumIsDrawnWithItsChance() {
    Run run = run("sample.design=square-root", "sample.size=26", "sample.max-per-stratum=9");
    // Noise, stratum −1, is a stratum like any other.
    strata(run, chunks(0, 400).withColumn("stratum_id", stratum(1, 1, 398).minus(1)));
    // Of 1 + 1 + 398: 1, 1 and the maximum, 9.
    assertThat(new Sample().run(run).values()).containsEntry("chunks drawn", 11L);
    Map<Integer, List<Double>> chances = new TreeMap<>();
    for (Row row : sample(run)) {
      chances
          .computeIfAbsent(row.<Integer>getAs("stratum_id"), id -> new ArrayList<>())
          .add(row.<Double>getAs("inclusion_probability"));
    }
    assertThat(chances.get(-1)).containsExactly(1.0);
    assertThat(chances.get(0)).containsExactly(1.0);
    assertThat(chances.get(1)).hasSize(9).containsOnly(9 / 398.0);
    assertThat(new Sample().run(run).values())
        .containsEntry("chunks drawn", 0L)
        .containsEntry("chunks drawn before", 11L);
  }

  /**
   * 3,000 strata of 5 chunks that give 2 each: a place is drawn in 2 of 5 strata, two places
   * together in 2 × 1 of 5 × 4. Four standard errors: 4 √(.4 × .6 / 3000) = .036, 4 √(.1 × .9 /
   * 3000) = .022.
   */
  @Test
  void chunksAndPairsOfThemAreDrawnAsOftenAsTheirChanceSays() {
    int strata = 3000;
    Run run = run("sample.design=equal", "sample.size=" + 2 * strata, NO_PAIRS);
    strata(
        run, chunks(0, 5 * strata).withColumn("stratum_id", col("id").divide(lit(5)).cast("int")));
    new Sample().run(run);
    Map<Integer, Set<Integer>> drawn = new HashMap<>();
    for (Row row : sample(run)) {
      int id = Integer.parseInt(row.<String>getAs("chunk_id").substring(1));
      drawn.computeIfAbsent(id / 5, key -> new TreeSet<>()).add(id % 5);
    }
    for (int a = 0; a < 5; a++) {
      for (int b = 0; b < 5; b++) {
        Set<Integer> both = new TreeSet<>(List.of(a));
        both.add(b);
        double share = drawn.values().stream().filter(d -> d.containsAll(both)).count();
        assertThat(share / strata).isCloseTo(a == b ? .4 : .1, within(a == b ? .036 : .022));
      }
    }
  }

  @Test
  void newDocumentsMoveFewOthersAndPartitionsNone() {
    Dataset<Row> before = chunks(0, 2000).withColumn("stratum_id", stratum(1000, 700, 300));
    Dataset<Row> later = chunks(2000, 100).withColumn("stratum_id", lit(1));
    Set<String> first = drawn("first", before, NO_PAIRS);
    Set<String> shuffled =
        drawn(
            "shuffled",
            before.orderBy(org.apache.spark.sql.functions.rand(3)).repartition(13),
            NO_PAIRS);
    Set<String> grown = drawn("grown", before.unionByName(later), NO_PAIRS);
    assertThat(shuffled).isEqualTo(first);
    // 100 of 2,100: by chance 6 of the 120 are new, and shares follow the larger stratum.
    Set<String> kept = new TreeSet<>(first);
    kept.retainAll(grown);
    assertThat(kept).hasSizeGreaterThan(105);
  }

  @Test
  void weightedChancesFollowTheImportance() {
    Run run = run("sample.design=weighted", "sample.importance=reads", "sample.size=300", NO_PAIRS);
    // Documents 0 to 3 have importance 1, 2, 4 and 1000; each has 1,000 chunks but the last, with
    // 5.
    documents(run, "1", "2", "4e0", "1000");
    Column doc = col("id").divide(1000).cast("int");
    Dataset<Row> chunks = chunks(0, 3005).withColumn("stratum_id", lit(0));
    strata(run, chunks);
    texts(
        run,
        chunks
            .withColumn("doc_id", concat(lit("d"), doc))
            .withColumn("position", col("id").cast("int"))
            .withColumn("text", col("chunk_id")));
    new Sample().run(run);
    // The five are certain; 295 are left for a weight of 7,000.
    Map<Double, Long> counts = new TreeMap<>();
    sample(run).forEach(r -> counts.merge(r.getAs("inclusion_probability"), 1L, Long::sum));
    assertThat(counts.keySet())
        .containsExactly(295 / 7000.0, 2 * (295 / 7000.0), 4 * (295 / 7000.0), 1.0);
    assertThat(counts.get(1.0)).isEqualTo(5);
    // 1,000 π expected, four standard errors 4 √(1000 π (1 − π)).
    counts.remove(1.0);
    counts.forEach(
        (chance, n) ->
            assertThat((double) n)
                .isCloseTo(1000 * chance, within(4 * Math.sqrt(1000 * chance * (1 - chance)))));
  }

  @Test
  void anImportanceThatIsNoneIsRefusedWithItsDocument() {
    Run run = run("sample.design=weighted", "sample.importance=reads");
    documents(run, "3", "-1", "many", "0");
    strata(run, chunks(0, 4).withColumn("stratum_id", lit(0)));
    assertThatThrownBy(() -> new Sample().run(run))
        .isInstanceOf(StageException.class)
        .hasMessageContaining("3 have another or none, such as u1: \"-1\"")
        .hasMessageContaining("metadata-columns");
  }

  @Test
  void neymanSharesFollowTheSpreadOfAnEarlierRun() {
    Run run =
        run(
            "sample.design=neyman",
            "sample.pilot={run=pilot,metric=\"groundedness.groundedness_mean\"}",
            "sample.size=30",
            NO_PAIRS);
    strata(run, chunks(0, 200).withColumn("stratum_id", stratum(100, 100)));
    assertThatThrownBy(() -> new Sample().run(run)).hasMessageContaining("run.name = 'pilot'");
    // Stratum 0: scores 0 and 1 in turns; stratum 1: all but one of ten the same.
    pilot(run);
    new Sample().run(run);
    long first = sample(run).stream().filter(r -> r.<Integer>getAs("stratum_id") == 0).count();
    // s² = 10/36 and 1/10 of 10 each; drawn to the pooled .189: .262 and .116. √(.262/.116) = 1.50,
    // so 18 to 12.
    assertThat(first).isEqualTo(18);
    assertThat(sample(run)).hasSize(30);
  }

  @Test
  void pairsAreNeighboursWithTheChanceOfBothStages() {
    Run run = run("sample.size=9", "sample.pairs={neighbours=4,inside=2,across=1,chunks=6}");
    embedded(run);
    assertThat(new Sample().run(run).values()).containsEntry("pairs drawn", 18L);
    List<Row> pairs = Sample.stored(run, SampleDesign.of(run).pairs()).collectAsList();
    Map<String, List<Integer>> partners = new TreeMap<>();
    for (Row pair : pairs) {
      int own = place(pair.getAs("chunk_id"));
      int other = place(pair.getAs("partner_chunk_id"));
      boolean inside = own / 12 == other / 12;
      // Nine of three times twelve, six of the nine, then 2 of 4 inside or 1 of 4 outside.
      assertThat(pair.<Double>getAs("inclusion_probability"))
          .isCloseTo(9 / 36.0 * 6 / 9 * (inside ? 2 : 1) / 4, within(1e-12));
      // Chunks lie in order on an arc: the nearest four are at most four places away.
      if (inside) {
        assertThat(Math.abs(own - other)).isBetween(1, 4);
      }
      partners.computeIfAbsent(pair.getAs("chunk_id"), id -> new ArrayList<>()).add(other);
    }
    assertThat(partners).hasSize(6).allSatisfy((id, all) -> assertThat(all).hasSize(3));
  }

  /**
   * What all cosines of two chunks say, where texts have one to five chunks, and chunks of one text
   * are in two or three strata: of each drawn chunk all neighbours become pairs.
   */
  @Test
  void neighboursAreChunksThoughTextsAreCompared() {
    Run run = run("sample.size=30", "sample.pairs={neighbours=3,inside=3,across=3,chunks=30}");
    List<Integer> texts = new ArrayList<>();
    for (int t = 0; t < 24; t++) {
      for (int copy = 0; copy <= t % 5; copy++) {
        texts.add(t);
      }
    }
    sharing(run, texts);
    new Sample().run(run);
    Set<String> expected = new TreeSet<>();
    for (Row row : sample(run)) {
      int own = place(row.getAs("chunk_id"));
      for (int turn : new int[] {0, 1}) {
        IntStream.range(0, texts.size())
            .boxed()
            .filter(other -> !texts.get(other).equals(texts.get(own)))
            .filter(other -> Math.min(1, Math.abs(other % 3 - own % 3)) == turn)
            .sorted(
                Comparator.<Integer>comparingDouble(o -> -cosine(texts.get(o), texts.get(own)))
                    .thenComparing(other -> Hashes.sha256("t" + texts.get(other)))
                    .thenComparing(other -> "c" + other))
            .limit(3)
            .forEach(other -> expected.add(row.getAs("chunk_id") + " c" + other));
      }
    }
    List<Row> pairs = Sample.stored(run, SampleDesign.of(run).pairs()).collectAsList();
    assertThat(pairs)
        .allMatch(
            row ->
                Math.abs(row.<Double>getAs("inclusion_probability") - 30.0 / texts.size()) < .02);
    assertThat(pairs.stream().map(p -> p.getAs("chunk_id") + " " + p.getAs("partner_chunk_id")))
        .containsExactlyInAnyOrderElementsOf(expected);
  }

  private static double cosine(int a, int b) {
    return Rounding.toNano(
        new Embedding(vector(a), 0, false).cosine(new Embedding(vector(b), 0, false)));
  }

  private static float[] vector(int text) {
    return new float[] {(float) Math.cos(text * .05), (float) Math.sin(text * .05)};
  }

  /** A chunk for each element, with the text of that number on an arc; three strata by turns. */
  private static void sharing(Run run, List<Integer> texts) {
    String model = ModelSettings.embedderId(run.config().models());
    List<String> chunks = new ArrayList<>();
    List<String> vectors = new ArrayList<>();
    for (int i = 0; i < texts.size(); i++) {
      chunks.add(
          ("{'chunk_id':'c%d','doc_id':'d','position':%d,'start':0,'end':1,'text':'t%d',"
                  + "'n_tokens':1,'n_sentences':1}")
              .formatted(i, i, texts.get(i)));
    }
    for (int text : new TreeSet<>(texts)) {
      vectors.add(
          "{'text_hash':'%s','model':'%s','vector':[%s,%s],'n_tokens':1,'truncated':false}"
              .formatted(Hashes.sha256("t" + text), model, vector(text)[0], vector(text)[1]));
    }
    add(run, Tables.CHUNKS, chunks);
    add(run, Tables.EMBEDDINGS, vectors);
    strata(run, chunks(0, texts.size()).withColumn("stratum_id", col("id").mod(3).cast("int")));
  }

  @Tag("slow")
  @Test
  void manyDuplicatesAreOneStratumToDrawFrom() {
    // Generated code, which the other tests run without, is for so many rows.
    Map<String, String> generated =
        Map.of("spark.sql.codegen.wholeStage", "true", "spark.sql.codegen.factoryMode", "FALLBACK");
    Map<String, String> before = new TreeMap<>();
    generated.forEach(
        (key, value) -> {
          before.put(key, SPARK.conf().get(key));
          SPARK.conf().set(key, value);
        });
    try {
      drawFromDuplicates();
    } finally {
      before.forEach(SPARK.conf()::set);
    }
  }

  private void drawFromDuplicates() {
    int duplicates = 200_000;
    Run run = run("sample.size=1000");
    Dataset<Row> chunks =
        chunks(0, duplicates)
            .withColumn("stratum_id", lit(0))
            .withColumn("doc_id", lit("d"))
            .withColumn("position", col("id").cast("int"));
    strata(run, chunks);
    texts(run, chunks.withColumn("text", lit("same")));
    add(
        run,
        Tables.EMBEDDINGS,
        List.of(
            "{'text_hash':'%s','model':'%s','vector':[0.6,0.8],'n_tokens':1,'truncated':false}"
                .formatted(
                    Hashes.sha256("same"), ModelSettings.embedderId(run.config().models()))));
    assertThat(new Sample().run(run).values())
        .containsEntry("chunks drawn", 1000L)
        .containsEntry("pairs drawn", 0L);
    assertThat(sample(run))
        .allMatch(row -> row.<Double>getAs("inclusion_probability") == 1000.0 / duplicates);
    List<CoverageRow> coverage =
        new Coverage(run).rows(SPARK.sql("SELECT array('c7', 'c199999') AS source_chunk_ids"));
    assertThat(coverage.get(0).chunks()).isEqualTo(new CoverageRow.Touched(duplicates, 2));
    assertThat(coverage.get(0).nearShare()).isEqualTo(1);
  }

  private Run run(String... settings) {
    return TestRun.of(dir, "sample", settings);
  }

  private Set<String> drawn(String name, Dataset<Row> chunks, String... settings) {
    Run run = TestRun.of(dir.resolve(name), "sample", settings);
    strata(run, chunks);
    new Sample().run(run);
    Set<String> ids = new TreeSet<>();
    sample(run).forEach(row -> ids.add(row.getAs("chunk_id")));
    return ids;
  }

  private static List<Row> sample(Run run) {
    return Sample.stored(run, SampleDesign.of(run).name()).collectAsList();
  }

  private static Dataset<Row> chunks(long from, long n) {
    return SPARK
        .range(from, from + n)
        .toDF("id")
        .withColumn("chunk_id", concat(lit("c"), col("id").cast("string")));
  }

  /** Strata 0, 1, … of these sizes in the order of ids; what is left is in the last. */
  private static Column stratum(int... sizes) {
    Column stratum = lit(sizes.length - 1);
    int end = 0;
    for (int size : sizes) {
      end += size;
    }
    for (int h = sizes.length - 2; h >= 0; h--) {
      end -= sizes[h + 1];
      stratum = org.apache.spark.sql.functions.when(col("id").lt(end), lit(h)).otherwise(stratum);
    }
    return stratum;
  }

  private static void strata(Run run, Dataset<Row> chunks) {
    run.store()
        .append(
            Tables.STRATA,
            chunks
                .withColumn("model", lit(ModelSettings.embedderId(run.config().models())))
                .withColumn("x", lit(0.0))
                .withColumn("y", lit(0.0))
                .withColumn("distance", lit(0.0))
                .withColumn("fingerprint", lit("f"))
                .select(Tables.STRATA.columns()));
  }

  private static void texts(Run run, Dataset<Row> chunks) {
    run.store()
        .append(
            Tables.CHUNKS,
            chunks
                .withColumn("start", lit(0))
                .withColumn("end", lit(1))
                .withColumn("n_tokens", lit(1))
                .withColumn("n_sentences", lit(1))
                .select(Tables.CHUNKS.columns()));
  }

  private static void documents(Run run, String... importances) {
    List<String> rows = new ArrayList<>();
    for (int i = 0; i < importances.length; i++) {
      rows.add(
          ("{'doc_id':'d%d','uri':'u%d','text':'t','ingested_at':'2026-01-01T00:00:00Z',"
                  + "'metadata':{'reads':'%s'}}")
              .formatted(i, i, importances[i]));
    }
    add(run, Tables.DOCUMENTS, rows);
  }

  /** Twenty cases on chunks 0 to 9 and 100 to 109, two systems that agree. */
  private static void pilot(Run run) {
    List<String> cases = new ArrayList<>();
    List<String> scores = new ArrayList<>();
    List<String> covered = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      int chunk = i < 10 ? i : 90 + i;
      double value = i < 10 ? i % 2 : i == 19 ? 1 : 0;
      cases.add(
          ("{'case_id':'k%d','group_id':'k%d','suite':'s','question':'q','relevant_doc_ids':[],"
                  + "'source_chunk_ids':['c%d'],'facts':[],'attributes':{},'provenance':'t',"
                  + "'created_at':'2026-01-01T00:00:00Z'}")
              .formatted(i, i, chunk));
      for (String system : List.of("a", "b")) {
        String key = "'case_id':'k%d','system':'%s','repeat':0".formatted(i, system);
        scores.add(
            ("{%s,'metric':'groundedness.groundedness_mean','value':%s,'status':'ok',"
                    + "'truncated':false,'fingerprint':'f'}")
                .formatted(key, value));
        covered.add("{%s,'run_id':'r'}".formatted(key));
      }
    }
    add(run, Tables.TEST_CASES, cases);
    add(run, Tables.SCORES, scores);
    add(run, Tables.RUN_CASES, covered);
    add(
        run,
        Tables.RUNS,
        List.of(
            "{'run_id':'r','name':'pilot','stage':'answer','config':'','config_hash':'',"
                + "'started_at':'2026-01-01T00:00:00Z','ended_at':'2026-01-01T00:00:00Z',"
                + "'status':'done'}"));
  }

  /** Three strata of twelve chunks, each on an arc of the circle; ids in order. */
  public static void embedded(Run run) {
    String model = ModelSettings.embedderId(run.config().models());
    List<String> chunks = new ArrayList<>();
    List<String> vectors = new ArrayList<>();
    for (int i = 0; i < 36; i++) {
      double angle = i / 12 * 2 + i % 12 * .05;
      chunks.add(
          ("{'chunk_id':'c%d','doc_id':'d','position':%d,'start':0,'end':1,'text':'t%d',"
                  + "'n_tokens':1,'n_sentences':1}")
              .formatted(i, i, i));
      vectors.add(
          "{'text_hash':'%s','model':'%s','vector':[%s,%s],'n_tokens':1,'truncated':false}"
              .formatted(Hashes.sha256("t" + i), model, Math.cos(angle), Math.sin(angle)));
    }
    add(run, Tables.CHUNKS, chunks);
    add(run, Tables.EMBEDDINGS, vectors);
    strata(run, chunks(0, 36).withColumn("stratum_id", col("id").divide(12).cast("int")));
  }

  private static int place(String chunkId) {
    return Integer.parseInt(chunkId.substring(1));
  }

  private static void add(Run run, Table table, List<String> rows) {
    List<String> lines = rows.stream().map(row -> row.replace('\'', '"')).toList();
    JsonRows.append(run.store(), table, lines);
  }
}
