package dev.assay.jobs.scores;

import static org.apache.spark.sql.functions.udf;

import dev.assay.base.Rounding;
import dev.assay.core.Field;
import dev.assay.core.Spec;
import dev.assay.spark.ExampleRows;
import dev.assay.text.Sentences;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.apache.commons.codec.binary.Hex;
import org.apache.commons.codec.digest.DigestUtils;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.api.java.UDF3;
import org.apache.spark.sql.types.DataTypes;
import scala.collection.JavaConverters;
import scala.collection.Seq;

/**
 * The fingerprints of a response's scores, by evaluator: a hash of what the evaluator reads of the
 * row and of all else that its scores depend on. Which are not among the stored ones is told by
 * numbers, and the fingerprints of these where they are needed: seventeen take a kilobyte a row.
 */
final class Fingerprints implements Serializable {
  private static final long serialVersionUID = 2;

  static final String BETWEEN = "\n";

  /** What all scores depend on: where sentences end, and how networks' values are rounded. */
  private static final String COMMON =
      " sentences %d rounding %d".formatted(Sentences.VERSION, Rounding.VERSION);

  private final String[] reads;
  private final String[] evaluators;
  private final int[] input;
  private final boolean[] repeats;
  private final String[] provenances;

  Fingerprints(List<PendingScores.Wanted> wanted) {
    List<String> read =
        List.copyOf(new TreeSet<>(wanted.stream().map(one -> read(one.spec())).toList()));
    reads = read.toArray(String[]::new);
    evaluators = wanted.stream().map(one -> one.spec().id()).toArray(String[]::new);
    input = wanted.stream().mapToInt(one -> read.indexOf(read(one.spec()))).toArray();
    provenances = wanted.stream().map(PendingScores.Wanted::provenance).toArray(String[]::new);
    repeats = new boolean[evaluators.length];
    for (int i = 0; i < repeats.length; i++) {
      repeats[i] = wanted.get(i).spec().needs().contains(Field.REPEATS);
    }
  }

  /** The attributes that an evaluator may read, as one text. */
  private static String read(Spec spec) {
    TreeSet<String> names = new TreeSet<>(ExampleRows.READ_AS_ATTRIBUTES);
    names.addAll(spec.attributes());
    return String.join(BETWEEN, names);
  }

  /**
   * The attributes, each text once, of which the inputs are hashes: evaluators that read the same
   * share one.
   */
  List<String> reads() {
    return List.of(reads);
  }

  /**
   * The numbers of the evaluators whose scores are missing.
   *
   * @param inputs hashes of what is read, in the order of {@link #reads}, and where there are
   *     stored scores one of all that any evaluator can read, by which scores were stored once
   * @param done the fingerprints that are stored, NULL for none
   * @param others the system's other answers, NULL for none
   */
  Column missing(Column inputs, Column done, Column others) {
    UDF3<Seq<String>, Seq<String>, String, Object> missing = this::missing;
    return udf(missing, DataTypes.createArrayType(DataTypes.IntegerType, false))
        // Spark would compute it for the condition on it, and again for the column.
        .asNondeterministic()
        .apply(inputs, done, others);
  }

  /**
   * The map from the evaluators {@code missing} to their fingerprints.
   *
   * @param inputs as above
   * @param others as above
   */
  Column of(Column inputs, Column missing, Column others) {
    UDF3<Seq<String>, Seq<Integer>, String, Object> told = this::told;
    return udf(told, DataTypes.createMapType(DataTypes.StringType, DataTypes.StringType, false))
        .asNondeterministic()
        .apply(inputs, missing, others);
  }

  private Object missing(Seq<String> inputs, Seq<String> done, String others) {
    Set<String> stored =
        done == null ? Set.of() : new HashSet<>(JavaConverters.seqAsJavaList(done));
    IntStream all = IntStream.range(0, evaluators.length);
    if (stored.isEmpty()) {
      return all.toArray();
    }
    MessageDigest sha = DigestUtils.getSha256Digest();
    return all.filter(i -> !stored.contains(fingerprint(sha, inputs.apply(input[i]), i, others)))
        .filter(i -> !stored.contains(fingerprint(sha, inputs.apply(reads.length), i, others)))
        .toArray();
  }

  private Object told(Seq<String> inputs, Seq<Integer> missing, String others) {
    Map<String, String> fingerprints = new LinkedHashMap<>();
    MessageDigest sha = DigestUtils.getSha256Digest();
    for (int i : JavaConverters.seqAsJavaList(missing)) {
      fingerprints.put(evaluators[i], fingerprint(sha, inputs.apply(input[i]), i, others));
    }
    return JavaConverters.mapAsScalaMap(fingerprints);
  }

  private String fingerprint(MessageDigest sha, String own, int i, String others) {
    String text = repeats[i] && others != null ? own + others : own;
    byte[] all = (text + provenances[i] + COMMON).getBytes(StandardCharsets.UTF_8);
    return Hex.encodeHexString(sha.digest(all));
  }
}
