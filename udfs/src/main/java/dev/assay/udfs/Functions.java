package dev.assay.udfs;

import static org.apache.spark.sql.functions.udf;
import static org.apache.spark.sql.types.DataTypes.DoubleType;
import static org.apache.spark.sql.types.DataTypes.FloatType;
import static org.apache.spark.sql.types.DataTypes.StringType;
import static org.apache.spark.sql.types.DataTypes.createArrayType;

import dev.assay.core.Evaluator;
import dev.assay.evaluators.Evaluators;
import dev.assay.model.Embedding;
import dev.assay.stats.Transport;
import dev.assay.text.Sentences;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.api.java.UDF2;
import org.apache.spark.sql.expressions.UserDefinedFunction;
import scala.collection.Seq;

/**
 * The SQL functions of this version. NULL in, NULL out: a NULL argument, or a text that the metric
 * cannot be measured on, gives NULL. Models, parameters and calibrations are the configured ones
 * under {@code assay sql}; in other sessions parameters have their defaults and models are the
 * bundled ones, unless {@code spark.assay.embedder.source} names another embedder.
 */
public final class Functions {

  /** Every function, by family. */
  static final List<SqlFunction> ALL =
      List.of(
          fixed("assay_sentences", "text", "Its sentences, in order.", 1, sentences()),
          model("assay_embed", "text", "Its vector, of unit length.", 1, Functions::embed),
          fixed("assay_cosine", "a, b", "Cosine of two vectors.", 2, cosine()),
          model(
              "assay_similarity_matrix",
              "texts_a, texts_b",
              "Cosines of every text of a (rows) with every text of b.",
              2,
              Functions::matrix),
          model(
              "assay_wasserstein",
              "texts_a, texts_b",
              "Exact optimal transport between two sets of texts, cosine distance, equal weights.",
              2,
              Functions::wasserstein),
          measure("groundedness", "groundedness", "answer, contexts", Arguments.ANSWER_CONTEXTS),
          measure(
              "context_relevancy",
              "recall_relevancy",
              "question, contexts",
              Arguments.QUESTION_CONTEXTS),
          measure(
              "answer_relevancy",
              "answer_relevancy",
              "question, answer",
              Arguments.QUESTION_ANSWER),
          measure(
              "completeness", "completeness_mean", "contexts, answer", Arguments.CONTEXTS_ANSWER),
          measure(
              "entailment",
              "hallucination",
              "hallucination",
              "premise, hypothesis",
              Arguments.PREMISE_HYPOTHESIS),
          measure("bleu", "bleu_4", "reference, candidate", Arguments.EXPECTED_ANSWER),
          measure("rouge", "rouge_l", "reference, candidate", Arguments.EXPECTED_ANSWER),
          measure("token_f1", "token_f1", "reference, candidate", Arguments.EXPECTED_ANSWER),
          fixed(
              "assay_pii",
              "text",
              "Personal data in it, by the rules of suite pii: rule, category, place and text.",
              1,
              PersonalData.function()),
          new SqlFunction(
              "assay_calibrate",
              "metric, dimension, value",
              "Calibrated probability that a human would pass it, by the run's last calibration"
                  + " where it is fit: under assay sql the configured run, else of the store at"
                  + " spark.assay.store.path (spark.assay.run.name for one run's).",
              3,
              StoredCalibrations::function),
          new SqlFunction(
              "assay_evaluate",
              "evaluator, case",
              "Every metric of an evaluator for a struct with any of question, expected_answer,"
                  + " contexts, answer, condition, answerable, artifacts. Evaluators that ask an"
                  + " endpoint, or judge groups or sets, are not for SQL and say so.",
              2,
              CaseEvaluation::function));

  private static final AtomicReference<SqlSettings> SETTINGS = new AtomicReference<>();

  private Functions() {}

  /** Has the functions of every session of this driver follow a configuration from now on. */
  public static void follow(SqlSettings settings) {
    SETTINGS.set(settings);
  }

  /** The names of all functions. */
  public static List<String> names() {
    return ALL.stream().map(SqlFunction::name).toList();
  }

  /** Has them follow none. */
  public static void followNone() {
    SETTINGS.set(null);
  }

  /** What is followed, if anything. */
  static Optional<SqlSettings> settings() {
    return Optional.ofNullable(SETTINGS.get());
  }

  /** The evaluator with its configured parameters. */
  static Evaluator evaluator(String id) {
    return Evaluators.of(
        id, settings().map(one -> one.parameters().getOrDefault(id, Map.of())).orElse(Map.of()));
  }

  /** Registers every function in {@code spark}, for sessions without the extension. */
  public static void register(SparkSession spark) {
    for (SqlFunction function : ALL) {
      spark.udf().register(function.name(), function.definition().apply(spark));
    }
  }

  private static SqlFunction fixed(
      String name, String arguments, String meaning, int arity, UserDefinedFunction function) {
    return new SqlFunction(name, arguments, meaning, arity, spark -> function);
  }

  private static SqlFunction model(
      String name,
      String arguments,
      String meaning,
      int arity,
      Function<SessionModels, UserDefinedFunction> definition) {
    return new SqlFunction(
        name, arguments, meaning, arity, spark -> definition.apply(SessionModels.of(spark)));
  }

  private static SqlFunction measure(
      String evaluator, String metric, String arguments, Arguments order) {
    return measure(evaluator, evaluator, metric, arguments, order);
  }

  private static SqlFunction measure(
      String name, String evaluator, String metric, String arguments, Arguments order) {
    return new SqlFunction(
        "assay_" + name,
        arguments,
        "Metric " + evaluator + "." + metric + ": " + Evaluators.of(evaluator).spec().meaning(),
        2,
        spark -> SingleMetric.function(evaluator, metric, order, SessionModels.of(spark)));
  }

  private static UserDefinedFunction sentences() {
    return udf(
        (UDF1<String, String[]>)
            text ->
                text == null
                    ? null
                    : Sentences.split(text).stream()
                        .map(Sentences.Sentence::text)
                        .toArray(String[]::new),
        createArrayType(StringType));
  }

  private static UserDefinedFunction cosine() {
    return udf(
        (UDF2<Seq<Number>, Seq<Number>, Double>)
            (a, b) -> a == null || b == null ? null : Vectors.cosine(a, b),
        DoubleType);
  }

  private static UserDefinedFunction embed(SessionModels models) {
    return udf(
        (UDF1<String, float[]>)
            text -> text == null ? null : models.embed(List.of(text)).get(0).vector(),
        createArrayType(FloatType));
  }

  private static UserDefinedFunction matrix(SessionModels models) {
    return udf(
        (UDF2<Seq<String>, Seq<String>, double[][]>)
            (a, b) ->
                a == null || b == null
                    ? null
                    : Vectors.cosines(
                        models.embed(Vectors.texts(a)), models.embed(Vectors.texts(b))),
        createArrayType(createArrayType(DoubleType)));
  }

  private static UserDefinedFunction wasserstein(SessionModels models) {
    return udf(
        (UDF2<Seq<String>, Seq<String>, Double>)
            (a, b) -> {
              if (a == null || b == null || a.isEmpty() || b.isEmpty()) {
                return null;
              }
              if ((long) a.size() * b.size() > Transport.MAX_CELLS) {
                return null;
              }
              List<Embedding> left = models.embed(Vectors.texts(a));
              List<Embedding> right = models.embed(Vectors.texts(b));
              return Transport.plan(Vectors.distances(left, right)).cost();
            },
        DoubleType);
  }
}
