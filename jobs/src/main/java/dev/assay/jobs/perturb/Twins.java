package dev.assay.jobs.perturb;

import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.concat_ws;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.row_number;
import static org.apache.spark.sql.functions.when;

import dev.assay.config.cases.PerturbConfig;
import dev.assay.jobs.engine.Run;
import dev.assay.perturb.Chain;
import dev.assay.perturb.Meaning;
import dev.assay.perturb.Perturbator.Asked;
import dev.assay.perturb.Rewrite;
import dev.assay.perturb.Twin;
import dev.assay.tables.Keys;
import dev.assay.tables.NamedRow;
import dev.assay.tables.RowValues;
import dev.assay.tables.Tables;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.expressions.Window;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * Twins as rows. A twin whose meaning stays has what its origin has; one that asks something else
 * has neither expected answer nor condition, and one of another question no relevant documents.
 */
final class Twins implements Serializable {
  private static final StructType SHAPE = shape();

  private final long seed;
  private final List<Recipe> recipes = new ArrayList<>();
  private final TreeMap<Integer, List<String>> terms;
  private final AskedRewrites.Rewrites written;

  /** An entry of the configuration as executors get it: perturbators are made there. */
  private record Recipe(ArrayList<String> perturbators, String intensity, String perturbation)
      implements Serializable {
    Chain chain() {
      return new PerturbConfig.Entry(perturbators, intensity, Optional.empty()).chain();
    }
  }

  /**
   * @param written what a language model wrote of the questions
   */
  Twins(Run run, AskedRewrites.Rewrites written) {
    this.seed = run.config().run().seed();
    this.written = written;
    for (PerturbConfig.Entry entry : run.config().perturb().able()) {
      recipes.add(
          new Recipe(
              new ArrayList<>(entry.perturbators()), entry.intensity(), entry.perturbation()));
    }
    this.terms = TopicTerms.of(run.store(), run.config());
  }

  /** All columns of test_cases but created_at, and the reason why there is no twin. */
  Dataset<Row> of(Dataset<Row> origins) {
    Dataset<Row> keyed =
        origins
            .flatMap((FlatMapFunction<Row, Row>) this::twins, Encoders.row(SHAPE))
            .withColumn(
                "case_id",
                Keys.caseId(
                    col("suite"),
                    col("question"),
                    col("expected_answer"),
                    col("condition"),
                    named(),
                    col("messages")))
            .withColumn(
                "__place",
                row_number()
                    .over(
                        Window.partitionBy(col("case_id"), col("reason").isNull())
                            .orderBy("parent_case_id", "edit_distance", "intensity")));
    return keyed
        .withColumn(
            "reason",
            coalesce(
                col("reason"),
                when(
                    col("__place").gt(1),
                    lit("another twin of this perturbation asks the very same"))))
        .select(
            Arrays.stream(SHAPE.fieldNames())
                .filter(name -> !name.equals("created_at"))
                .map(org.apache.spark.sql.functions::col)
                .toArray(Column[]::new));
  }

  /** Twins that ask the same, of other passages, differ by what became of these. */
  private static Column named() {
    Column passages = col("attributes").getItem(Rewrite.PASSAGES);
    return when(passages.isNull(), col("perturbation"))
        .otherwise(concat_ws("@", col("perturbation"), passages));
  }

  private Iterator<Row> twins(Row origin) {
    String question = origin.getAs("question");
    Optional<Integer> drawn =
        origin.<Boolean>getAs("drawn")
            ? RowValues.optional(origin, "stratum_id")
            : Optional.empty();
    Asked asked =
        new Asked(
            question,
            TopicTerms.elsewhere(terms, drawn, question),
            written.texts(origin.getAs("case_id")));
    return recipes.stream().map(recipe -> row(origin, asked, recipe)).iterator();
  }

  private Row row(Row origin, Asked asked, Recipe recipe) {
    Chain chain = recipe.chain();
    String caseId = origin.getAs("case_id");
    Chain.Result result =
        written
            .reason(caseId, recipe.perturbators().get(0))
            .map(reason -> new Chain.Result(Optional.empty(), reason))
            .orElseGet(() -> chain.twin(asked, seed, caseId));
    NamedRow row =
        NamedRow.of(SHAPE)
            .copy(origin, "group_id", "suite", "messages", "query_type", "difficulty")
            .copy(origin, "sampling_weight", "suite_version")
            .set("stratum_id", origin.<Boolean>getAs("drawn") ? origin.getAs("stratum_id") : null)
            .set("parent_case_id", origin.<String>getAs("case_id"))
            .set("perturbation", recipe.perturbation())
            .set("intensity", chain.graded() ? Optional.of(recipe.intensity()) : Optional.empty())
            .set("provenance", provenance(chain, recipe));
    if (result.twin().isEmpty()) {
      return row.copy(origin, "question")
          .set("reason", "%s: %s".formatted(recipe.perturbation(), result.reason()))
          .build();
    }
    Twin twin = result.twin().get();
    if (twin.meaning().keepsAnswer()) {
      row.copy(origin, "expected_answer", "facts", "condition", "expected_answers", "answerable");
    } else if (twin.question().equals(origin.<String>getAs("question"))) {
      // The same is asked of other passages: what is right stays, whether they say it is unknown.
      row.copy(origin, "expected_answer", "facts", "condition", "expected_answers");
    } else {
      row.set("facts", List.of()).set("answerable", answerable(chain));
    }
    if (twin.meaning() == Meaning.REPLACED) {
      row.set("source_chunk_ids", List.of()).set("relevant_doc_ids", List.of());
    } else {
      row.copy(origin, "source_chunk_ids", "relevant_doc_ids", "relevant_passages");
    }
    return row.set("question", twin.question())
        .set("edit_distance", distance(twin, origin.getAs("question")))
        .set("attributes", attributes(origin, twin))
        .build();
  }

  private String provenance(Chain chain, Recipe recipe) {
    String prompt = written.prompts().get(recipe.perturbators().get(0));
    return "perturb: %s, seed %d".formatted(chain.id(), seed)
        + (prompt == null ? "" : ", prompt " + prompt);
  }

  /** Of a twin that asks the same of other passages it is not known. */
  private static OptionalLong distance(Twin twin, String origin) {
    return twin.attributes().containsKey(Rewrite.PASSAGES) && twin.question().equals(origin)
        ? OptionalLong.empty()
        : OptionalLong.of(twin.distance());
  }

  /** What stands for a question from elsewhere is not in the corpus; of others it is unknown. */
  private static Optional<Boolean> answerable(Chain chain) {
    boolean none =
        chain.steps().stream()
            .anyMatch(step -> List.of("out_of_scope", "unanswerable").contains(step.id()));
    return none ? Optional.of(false) : Optional.empty();
  }

  private static Map<String, String> attributes(Row origin, Twin twin) {
    Map<String, String> attributes =
        new TreeMap<>(RowValues.<String, String>map(origin, "attributes"));
    attributes.putAll(twin.attributes());
    attributes.put(TwinAttributes.MEANING, twin.meaning().id());
    return attributes;
  }

  private static StructType shape() {
    StructType shape = new StructType();
    for (var field : Tables.TEST_CASES.schema().fields()) {
      shape = shape.add(field.name(), field.dataType(), true);
    }
    return shape.add("reason", DataTypes.StringType, true);
  }
}
