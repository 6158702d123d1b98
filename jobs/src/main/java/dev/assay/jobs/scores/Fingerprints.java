package dev.assay.jobs.scores;

import static org.apache.spark.sql.functions.udf;

import dev.assay.base.Rounding;
import dev.assay.core.Field;
import dev.assay.core.Spec;
import dev.assay.spark.ExampleRows;
import dev.assay.text.Sentences;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.commons.codec.digest.DigestUtils;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.api.java.UDF3;
import org.apache.spark.sql.types.DataTypes;
import scala.collection.JavaConverters;
import scala.collection.Seq;

/**
 * The fingerprints of a response's scores, by evaluator, of those that are not among its stored
 * ones: a hash of what the evaluator reads of the row and of all else that its scores depend on.
 */
final class Fingerprints
    implements UDF3<scala.collection.Map<String, String>, Seq<String>, String, Object> {
  private static final long serialVersionUID = 1;

  /** The key of the hash of all that any evaluator can read, by which scores were stored once. */
  static final String WHOLE = "";

  static final String BETWEEN = "\n";

  /** What all scores depend on: where sentences end, and how networks' values are rounded. */
  private static final String COMMON =
      " sentences %d rounding %d".formatted(Sentences.VERSION, Rounding.VERSION);

  private final String[] evaluators;
  private final String[] reads;
  private final boolean[] repeats;
  private final String[] provenances;

  private Fingerprints(List<PendingScores.Wanted> wanted) {
    evaluators = wanted.stream().map(one -> one.spec().id()).toArray(String[]::new);
    reads = wanted.stream().map(one -> read(one.spec())).toArray(String[]::new);
    provenances = wanted.stream().map(PendingScores.Wanted::provenance).toArray(String[]::new);
    repeats = new boolean[reads.length];
    for (int i = 0; i < repeats.length; i++) {
      repeats[i] = wanted.get(i).spec().needs().contains(Field.REPEATS);
    }
  }

  /**
   * The map from evaluators of {@code wanted} to fingerprints that are missing.
   *
   * @param inputs the map of hashes by what was read, see {@link #read}
   * @param done the fingerprints that are stored, NULL for none
   * @param repeats the system's other answers, NULL for none
   */
  static Column missing(
      List<PendingScores.Wanted> wanted, Column inputs, Column done, Column repeats) {
    return udf(
            new Fingerprints(wanted),
            DataTypes.createMapType(DataTypes.StringType, DataTypes.StringType, false))
        // Spark would compute it for the condition on it, and again for the column.
        .asNondeterministic()
        .apply(inputs, done, repeats);
  }

  /** The attributes that an evaluator may read, as one text. */
  static String read(Spec spec) {
    TreeSet<String> names = new TreeSet<>(ExampleRows.READ_AS_ATTRIBUTES);
    names.addAll(spec.attributes());
    return String.join(BETWEEN, names);
  }

  @Override
  public Object call(scala.collection.Map<String, String> inputs, Seq<String> done, String others) {
    Set<String> stored =
        done == null ? Set.of() : new HashSet<>(JavaConverters.seqAsJavaList(done));
    Map<String, String> missing = new LinkedHashMap<>();
    for (int i = 0; i < evaluators.length; i++) {
      String fingerprint = fingerprint(inputs, i, reads[i], others);
      if (stored.isEmpty()
          || !stored.contains(fingerprint)
              && !stored.contains(fingerprint(inputs, i, WHOLE, others))) {
        missing.put(evaluators[i], fingerprint);
      }
    }
    return JavaConverters.mapAsScalaMap(missing);
  }

  private String fingerprint(
      scala.collection.Map<String, String> inputs, int i, String read, String others) {
    String own = inputs.apply(read);
    String text = repeats[i] && others != null ? own + others : own;
    return DigestUtils.sha256Hex((text + provenances[i] + COMMON).getBytes(StandardCharsets.UTF_8));
  }
}
