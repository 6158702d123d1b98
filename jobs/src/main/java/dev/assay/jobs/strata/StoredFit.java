package dev.assay.jobs.strata;

import static org.apache.spark.sql.functions.col;

import dev.assay.jobs.engine.Run;
import dev.assay.tables.NamedRow;
import dev.assay.tables.RowValues;
import dev.assay.tables.Tables;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InvalidClassException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.spark.sql.Row;

/**
 * The strata's fit as table {@code stratum_fits} keeps it, so that new chunks join without a refit.
 *
 * @param settings SHA-256 of the embedder, the parameters, the seed and Assay's version
 * @param chunks that there were at the fit
 * @param next the first stratum number that was never used
 * @param numbers stratum numbers by the fit's labels
 */
record StoredFit(
    String settings,
    long chunks,
    int next,
    SortedMap<Integer, Integer> numbers,
    Clustering clustering) {

  /** What may be read from the table: own classes, those of the search graph, plain Java. */
  private static final ObjectInputFilter OWN =
      ObjectInputFilter.Config.createFilter(
          "dev.assay.**;com.github.jelmerk.hnswlib.**;org.eclipse.collections.**;java.lang.*;java.util.**;!*");

  /** The last fit on embeddings of {@code model}. */
  static Optional<Row> row(Run run, String model) {
    return run
        .store()
        .read(Tables.STRATUM_FITS)
        .where(col("model").equalTo(model))
        .collectAsList()
        .stream()
        .findFirst();
  }

  /** The fit of a row; empty where another Assay wrote it in a way that this one cannot read. */
  static Optional<StoredFit> of(Row row) {
    TreeMap<Integer, Integer> numbers = new TreeMap<>();
    RowValues.<Integer, Integer>map(row, "stratum_numbers").forEach(numbers::put);
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(row.<byte[]>getAs("fit")))) {
      in.setObjectInputFilter(OWN);
      return Optional.of(
          new StoredFit(
              row.getAs("settings"),
              row.<Long>getAs("chunks"),
              row.<Integer>getAs("next_stratum_id"),
              numbers,
              (Clustering) in.readObject()));
    } catch (InvalidClassException | ClassNotFoundException e) {
      return Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException("Table 'stratum_fits' holds a fit that cannot be read", e);
    }
  }

  /** Replaces the stored fit of {@code model}. */
  void write(Run run, String model, Fit fit, OptionalDouble coherence) {
    Row row =
        NamedRow.of(Tables.STRATUM_FITS)
            .set("model", model)
            .set("settings", settings)
            .set("reduction", run.config().stratify().reduction())
            .set("clustering", run.config().stratify().clustering())
            .set("strata", numbers.size())
            .set("chunks", chunks)
            .set("silhouette", fit.silhouette())
            .set("stability", fit.stability())
            .set("noise_share", fit.noise())
            .set("coherence", coherence)
            .set("reach", clustering.familiar().reach())
            .set("next_stratum_id", next)
            .set("stratum_numbers", numbers)
            .set("fitted_at", run.time())
            .set("fit", bytes())
            .build();
    run.store()
        .merge(
            Tables.STRATUM_FITS,
            run.spark().createDataFrame(List.of(row), Tables.STRATUM_FITS.schema()));
  }

  private byte[] bytes() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(clustering);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }
}
