package dev.assay.jobs.sampling;

import static org.apache.spark.sql.functions.broadcast;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.row_number;
import static org.apache.spark.sql.functions.udf;

import dev.assay.config.SampleConfig.PairsConfig;
import dev.assay.jobs.corpus.Corpora;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.sampling.Neighbours.Anchor;
import dev.assay.tables.NamedRow;
import dev.assay.tables.RowValues;
import dev.assay.tables.Tables;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.expressions.Window;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.storage.StorageLevel;

/**
 * Second chunks for questions on two, drawn at random among the nearest of a drawn chunk, inside
 * its stratum and outside it: a second stage of sampling. The chance of a pair, in this order, is
 * that of its first chunk, times the share of drawn chunks that get pairs, times the share of its
 * neighbours on that side that are drawn.
 */
final class NeighbourPairs {
  private static final StructType SCHEMA =
      Tables.SAMPLES.select("chunk_id", "partner_chunk_id", "stratum_id", "inclusion_probability");

  private final Run run;
  private final SampleDesign design;
  private final PairsConfig pairs;

  NeighbourPairs(Run run, SampleDesign design) {
    this.run = run;
    this.design = design;
    this.pairs = design.config().pairs();
  }

  /**
   * The pairs: chunk_id, partner_chunk_id, stratum_id, inclusion_probability.
   *
   * @param drawn chunk_id, stratum_id, inclusion_probability
   */
  Dataset<Row> rows(Dataset<Row> drawn) {
    if (pairs.inside() + pairs.across() == 0) {
      return run.spark().createDataFrame(List.of(), SCHEMA);
    }
    List<Row> firsts = firsts(drawn);
    double share = firsts.size() / (double) drawn.count();
    Map<String, Double> chances = new HashMap<>();
    firsts.forEach(
        row ->
            chances.put(row.getAs("chunk_id"), share * row.<Double>getAs("inclusion_probability")));
    Dataset<Row> texts =
        Corpora.hashed(run)
            .select("chunk_id", "text_hash")
            .join(SampleDesign.strata(run).select("chunk_id", "stratum_id"), "chunk_id")
            .persist(StorageLevel.MEMORY_AND_DISK());
    try {
      ArrayList<Anchor> anchors = anchors(texts, chances);
      if (anchors.isEmpty()) {
        return run.spark().createDataFrame(List.of(), SCHEMA);
      }
      List<Row> nearest =
          new NearestTexts(run, texts).of(new Neighbours(anchors, pairs.neighbours()));
      return run.spark().createDataFrame(drawn(anchors, nearest, texts, chances), SCHEMA);
    } finally {
      texts.unpersist();
    }
  }

  /** Drawn chunks that get pairs, with their chances. */
  private List<Row> firsts(Dataset<Row> drawn) {
    PairDraw draw = new PairDraw(design.seed());
    return drawn
        .withColumn(
            "draw",
            udf((UDF1<String, Double>) draw::chunk, DataTypes.DoubleType).apply(col("chunk_id")))
        .orderBy("draw", "chunk_id")
        .limit(pairs.chunks())
        .select("chunk_id", "inclusion_probability")
        .collectAsList();
  }

  private ArrayList<Anchor> anchors(Dataset<Row> all, Map<String, Double> firsts) {
    List<Row> chunks = all.where(col("chunk_id").isInCollection(firsts.keySet())).collectAsList();
    TreeSet<String> texts = new TreeSet<>();
    chunks.forEach(row -> texts.add(row.getAs("text_hash")));
    Map<String, float[]> vectors = new HashMap<>();
    for (Row row :
        Corpora.vectors(run)
            .where(col("text_hash").isInCollection(texts))
            .select("text_hash", "vector")
            .collectAsList()) {
      vectors.put(row.getAs("text_hash"), RowValues.floats(row, "vector"));
    }
    ArrayList<Anchor> anchors = new ArrayList<>();
    for (Row row : chunks) {
      String text = row.getAs("text_hash");
      if (vectors.containsKey(text)) {
        anchors.add(
            new Anchor(row.getAs("chunk_id"), row.getAs("stratum_id"), text, vectors.get(text)));
      }
    }
    anchors.sort(Comparator.comparingInt(Anchor::stratum).thenComparing(Anchor::chunkId));
    return anchors;
  }

  /** A chunk that has the text of a neighbour. */
  private record Holder(String chunkId, int stratum) {}

  private List<Row> drawn(
      ArrayList<Anchor> anchors,
      List<Row> nearest,
      Dataset<Row> texts,
      Map<String, Double> chances) {
    Map<String, List<Holder>> holders = holders(nearest, texts);
    List<Row> rows = new ArrayList<>();
    for (boolean inside : new boolean[] {true, false}) {
      Map<Integer, List<Row>> found =
          nearest.stream()
              .filter(row -> row.<Boolean>getAs("inside") == inside)
              .sorted(
                  Comparator.<Row>comparingDouble(row -> -row.<Double>getAs("cosine"))
                      .thenComparing(row -> row.<String>getAs("text_hash")))
              .collect(Collectors.groupingBy(row -> row.<Integer>getAs("anchor")));
      for (int a = 0; a < anchors.size(); a++) {
        Anchor anchor = anchors.get(a);
        List<String> neighbours =
            found.getOrDefault(a, List.of()).stream()
                .flatMap(
                    row -> holders.getOrDefault(row.<String>getAs("text_hash"), List.of()).stream())
                .filter(holder -> (holder.stratum == anchor.stratum()) == inside)
                .map(Holder::chunkId)
                // A text in two strata on this side is found twice.
                .distinct()
                .limit(pairs.neighbours())
                .toList();
        rows.addAll(drawn(anchor, neighbours, inside ? pairs.inside() : pairs.across(), chances));
      }
    }
    return rows;
  }

  /** Of each text and stratum as many chunks as may be neighbours, by key. */
  private Map<String, List<Holder>> holders(List<Row> nearest, Dataset<Row> texts) {
    List<String> wanted =
        nearest.stream().map(row -> row.<String>getAs("text_hash")).distinct().toList();
    Dataset<Row> hashes = run.spark().createDataset(wanted, Encoders.STRING()).toDF("text_hash");
    return texts
        .join(broadcast(hashes), "text_hash")
        .withColumn(
            "place",
            row_number().over(Window.partitionBy("text_hash", "stratum_id").orderBy("chunk_id")))
        .where(col("place").leq(pairs.neighbours()))
        .select("text_hash", "chunk_id", "stratum_id")
        .collectAsList()
        .stream()
        .sorted(Comparator.comparing(row -> row.<String>getAs("chunk_id")))
        .collect(
            Collectors.groupingBy(
                row -> row.getAs("text_hash"),
                Collectors.mapping(
                    row -> new Holder(row.getAs("chunk_id"), row.getAs("stratum_id")),
                    Collectors.toList())));
  }

  /** Of one chunk's neighbours on one side, those with the smallest permanent random numbers. */
  private List<Row> drawn(
      Anchor anchor, List<String> neighbours, int wanted, Map<String, Double> chances) {
    int taken = Math.min(wanted, neighbours.size());
    double chance = chances.get(anchor.chunkId()) * taken / Math.max(1, neighbours.size());
    return new PairDraw(design.seed())
        .partners(anchor.chunkId(), neighbours, taken).stream()
            .map(
                id ->
                    NamedRow.of(SCHEMA)
                        .set("chunk_id", anchor.chunkId())
                        .set("partner_chunk_id", id)
                        .set("stratum_id", anchor.stratum())
                        .set("inclusion_probability", chance)
                        .build())
            .toList();
  }
}
