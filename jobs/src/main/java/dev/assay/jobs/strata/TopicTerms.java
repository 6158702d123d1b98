package dev.assay.jobs.strata;

import static org.apache.spark.sql.functions.array_distinct;
import static org.apache.spark.sql.functions.array_except;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.concat;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.countDistinct;
import static org.apache.spark.sql.functions.explode;
import static org.apache.spark.sql.functions.expr;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.log1p;
import static org.apache.spark.sql.functions.round;
import static org.apache.spark.sql.functions.row_number;
import static org.apache.spark.sql.functions.sum;

import com.johnsnowlabs.nlp.DocumentAssembler;
import com.johnsnowlabs.nlp.Finisher;
import com.johnsnowlabs.nlp.annotators.NGramGenerator;
import com.johnsnowlabs.nlp.annotators.Normalizer;
import com.johnsnowlabs.nlp.annotators.StopWordsCleaner;
import com.johnsnowlabs.nlp.annotators.Tokenizer;
import com.johnsnowlabs.nlp.annotators.keyword.yake.YakeKeywordExtraction;
import com.johnsnowlabs.nlp.annotators.sbd.pragmatic.SentenceDetector;
import dev.assay.spark.Kept;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.spark.ml.Pipeline;
import org.apache.spark.ml.PipelineStage;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.expressions.Window;

/**
 * The terms that set a stratum apart. Spark NLP makes the candidates: normalised words without stop
 * words, their n-grams within a sentence, and YAKE's keywords of several words. Class-based TF-IDF
 * (Grootendorst 2022, section 3.3) weighs them: tf(t, c) · log(1 + A / f(t)), where tf counts the
 * term in the stratum, f in all strata, and A is the mean number of terms of a stratum. Of terms
 * that weigh the same the one with more words comes first, since it says more.
 *
 * @param ngrams most words of a term
 * @param terms terms kept for a stratum
 */
record TopicTerms(int ngrams, int terms) {
  private static final int KEYWORDS = 10;

  /** How many times as frequent as in the other strata a term is that tells one apart. */
  private static final double SPECIFIC = 2;

  /**
   * A term of a stratum.
   *
   * @param weight its class-based TF-IDF
   * @param specific whether it is at least twice as frequent here as in the other strata together;
   *     a word that the whole corpus uses is not
   */
  record Term(String text, double weight, boolean specific) {}

  /**
   * The strongest terms.
   *
   * @param terms by stratum, strongest first
   * @param texts by chunk, those of any of these terms that it holds; every chunk has an entry
   */
  record Found(Map<Integer, List<Term>> terms, Map<String, Set<String>> texts) {}

  /** The strongest terms of {@code chunks} (chunk_id, stratum_id, text). */
  Found of(Dataset<Row> chunks) {
    Dataset<Row> occurrences = candidates(chunks).transform(Kept::cut);
    Map<Integer, List<Term>> strongest = new TreeMap<>();
    Set<String> kept = new HashSet<>();
    for (Row row : weighted(occurrences).orderBy("stratum_id", "rank").collectAsList()) {
      kept.add(row.getAs("term"));
      strongest
          .computeIfAbsent(row.getAs("stratum_id"), id -> new ArrayList<>())
          .add(new Term(row.getAs("term"), row.getAs("weight"), row.getAs("specific")));
    }
    Map<String, Set<String>> texts = new TreeMap<>();
    chunks
        .select("chunk_id")
        .collectAsList()
        .forEach(row -> texts.put(row.getAs("chunk_id"), new HashSet<>()));
    occurrences
        .where(col("term").isin(kept.toArray()))
        .select("chunk_id", "term")
        .distinct()
        .collectAsList()
        .forEach(row -> texts.get(row.<String>getAs("chunk_id")).add(row.getAs("term")));
    return new Found(strongest, texts);
  }

  /** One row for each time that a term occurs: chunk_id, stratum_id, term. */
  Dataset<Row> candidates(Dataset<Row> chunks) {
    Dataset<Row> annotated = pipeline().fit(chunks.select("stratum_id", "text")).transform(chunks);
    return annotated.select(
        col("chunk_id"),
        col("stratum_id"),
        explode(
                concat(
                    col("words"),
                    array_except(
                        array_distinct(expr("filter(keywords, k -> instr(trim(k), ' ') > 0)")),
                        col("words"))))
            .as("term"));
  }

  /**
   * Class-based TF-IDF of term occurrences (stratum_id, term), the best {@code terms} of each:
   * stratum_id, term, weight, rank, specific.
   */
  Dataset<Row> weighted(Dataset<Row> occurrences) {
    Dataset<Row> counts =
        occurrences.groupBy("stratum_id", "term").agg(count(lit(1)).as("tf")).transform(Kept::cut);
    Row totals = counts.agg(sum("tf").as("all"), countDistinct("stratum_id").as("strata")).head();
    long strata = totals.getAs("strata");
    if (strata == 0) {
      return counts.selectExpr(
          "stratum_id", "term", "CAST(0 AS DOUBLE) AS weight", "1 AS rank", "true AS specific");
    }
    double all = totals.<Long>getAs("all");
    double mean = all / strata;
    return counts
        .withColumn("f", sum("tf").over(Window.partitionBy("term")))
        .withColumn("here", sum("tf").over(Window.partitionBy("stratum_id")))
        .withColumn("weight", round(col("tf").multiply(log1p(lit(mean).divide(col("f")))), 9))
        // Half an occurrence is added elsewhere, so that a term found once here is not infinitely
        // specific.
        .withColumn(
            "specific",
            col("tf")
                .multiply(lit(all + 1).minus(col("here")))
                .geq(
                    lit(SPECIFIC)
                        .multiply(col("here"))
                        .multiply(col("f").minus(col("tf")).plus(0.5))))
        .withColumn(
            "rank",
            row_number()
                .over(
                    Window.partitionBy("stratum_id")
                        .orderBy(
                            col("weight").desc(),
                            expr("size(split(term, ' '))").desc(),
                            col("term"))))
        .where(col("rank").leq(terms))
        .select("stratum_id", "term", "weight", "rank", "specific");
  }

  private Pipeline pipeline() {
    DocumentAssembler document = new DocumentAssembler();
    document.setInputCol("text");
    document.setOutputCol("document");
    SentenceDetector sentences = new SentenceDetector();
    sentences.setInputCols(new String[] {"document"});
    sentences.setOutputCol("sentence");
    Tokenizer tokens = new Tokenizer();
    tokens.setInputCols(new String[] {"sentence"});
    tokens.setOutputCol("token");
    Normalizer normal = new Normalizer();
    normal.setInputCols(new String[] {"token"});
    normal.setOutputCol("normal");
    normal.setLowercase(true);
    normal.setMinLength(3);
    normal.setCleanupPatterns(new String[] {"[^\\p{L}\\p{M}]"});
    StopWordsCleaner content = new StopWordsCleaner();
    content.setInputCols(new String[] {"normal"});
    content.setOutputCol("content");
    NGramGenerator grams = new NGramGenerator();
    grams.setInputCols(new String[] {"content"});
    grams.setOutputCol("grams");
    grams.setN(ngrams);
    grams.setEnableCumulative(true);
    YakeKeywordExtraction yake = new YakeKeywordExtraction();
    yake.setInputCols(new String[] {"token"});
    yake.setOutputCol("phrases");
    yake.setMinNGrams(1);
    yake.setMaxNGrams(Math.max(ngrams, 2));
    yake.setNKeywords(KEYWORDS);
    Finisher finisher = new Finisher();
    finisher.setInputCols(new String[] {"grams", "phrases"});
    finisher.setOutputCols(new String[] {"words", "keywords"});
    finisher.setOutputAsArray(true);
    return new Pipeline()
        .setStages(
            new PipelineStage[] {
              document, sentences, tokens, normal, content, grams, yake, finisher
            });
  }
}
