package dev.assay.jobs.sampling;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.row_number;
import static org.apache.spark.sql.functions.udf;

import dev.assay.config.SampleConfig.PairsConfig;
import dev.assay.jobs.corpus.Corpora;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.sampling.Neighbours.Anchor;
import dev.assay.tables.FloatRows;
import dev.assay.tables.NamedRow;
import dev.assay.tables.RowValues;
import dev.assay.tables.Tables;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.expressions.Window;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import scala.reflect.ClassTag$;

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
    Dataset<Row> strata = SampleDesign.strata(run).select("chunk_id", "stratum_id");
    ArrayList<Anchor> anchors = anchors(strata, chances);
    Dataset<Row> chunks =
        Corpora.hashed(run)
            .select("chunk_id", "text_hash")
            .join(strata, "chunk_id")
            // Last, so that vectors are sent around once.
            .join(Corpora.vectors(run), "text_hash")
            .select("chunk_id", "stratum_id", "text_hash", "vector");
    TreeMap<String, List<Row>> sides = new TreeMap<>();
    for (Row row : nearest(chunks, anchors)) {
      String side = row.getAs("anchor") + (row.<Boolean>getAs("inside") ? " inside" : " across");
      sides.computeIfAbsent(side, key -> new ArrayList<>()).add(row);
    }
    List<Row> rows = new ArrayList<>();
    sides
        .values()
        .forEach(
            side -> rows.addAll(drawn(anchors.get(side.get(0).getAs("anchor")), side, chances)));
    return run.spark().createDataFrame(rows, SCHEMA);
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

  /** Of few chunks: their texts are looked up first, so that no vector is sent around. */
  private ArrayList<Anchor> anchors(Dataset<Row> strata, Map<String, Double> firsts) {
    List<Row> chunks =
        Corpora.hashed(run)
            .where(col("chunk_id").isInCollection(firsts.keySet()))
            .join(strata.where(col("chunk_id").isInCollection(firsts.keySet())), "chunk_id")
            .select("chunk_id", "stratum_id", "text_hash")
            .collectAsList();
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
    anchors.sort(Comparator.comparing(Anchor::chunkId));
    return anchors;
  }

  private List<Row> nearest(Dataset<Row> chunks, ArrayList<Anchor> anchors) {
    Broadcast<Neighbours> shared =
        run.spark()
            .sparkContext()
            .broadcast(
                new Neighbours(anchors, pairs.neighbours()),
                ClassTag$.MODULE$.apply(Neighbours.class));
    try {
      return FloatRows.map(chunks, rows -> shared.value().nearest(rows), Neighbours.SCHEMA)
          .withColumn(
              "place",
              row_number()
                  .over(
                      Window.partitionBy("anchor", "inside")
                          .orderBy(col("cosine").desc(), col("chunk_id"))))
          .where(col("place").leq(pairs.neighbours()))
          .collectAsList();
    } finally {
      shared.destroy();
    }
  }

  /** Of one chunk's neighbours on one side, those with the smallest permanent random numbers. */
  private List<Row> drawn(Anchor anchor, List<Row> side, Map<String, Double> chances) {
    int wanted = side.get(0).<Boolean>getAs("inside") ? pairs.inside() : pairs.across();
    int taken = Math.min(wanted, side.size());
    double chance = chances.get(anchor.chunkId()) * taken / side.size();
    List<String> neighbours = side.stream().map(row -> row.<String>getAs("chunk_id")).toList();
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
