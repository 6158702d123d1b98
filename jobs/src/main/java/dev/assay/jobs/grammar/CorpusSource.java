package dev.assay.jobs.grammar;

import static org.apache.spark.sql.functions.col;

import dev.assay.grammar.fill.CorpusFacts;
import dev.assay.jobs.engine.Run;
import dev.assay.tables.Tables;
import java.io.Serializable;
import java.util.List;
import java.util.Optional;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import scala.reflect.ClassTag$;

/** The passages of the corpus, which an executor indexes once. */
final class CorpusSource implements Serializable {
  private static final long serialVersionUID = 1L;

  private final String[] documents;
  private final String[] texts;
  private transient CorpusFacts facts;

  private CorpusSource(List<Row> rows) {
    this.documents = rows.stream().map(row -> row.<String>getAs("doc_id")).toArray(String[]::new);
    this.texts = rows.stream().map(row -> row.<String>getAs("text")).toArray(String[]::new);
  }

  /** The store's corpus; empty where there is none, or a larger one than may be searched. */
  static Optional<Broadcast<CorpusSource>> of(Run run) {
    int most = run.config().grammar().fill().corpusChunks();
    if (most == 0 || run.store().isBlank(Tables.CHUNKS)) {
      return Optional.empty();
    }
    Dataset<Row> chunks = run.store().read(Tables.CHUNKS);
    long count = chunks.count();
    if (count == 0 || count > most) {
      if (count > most) {
        System.err.printf(
            "grammar: the corpus has %,d chunks and is not searched for the answers: in_corpus is"
                + " unknown. At most: grammar.fill.corpus-chunks = %,d%n",
            count, most);
      }
      return Optional.empty();
    }
    List<Row> rows =
        chunks.orderBy(col("chunk_id")).select("doc_id", "text").collectAsList();
    return Optional.of(
        run.spark()
            .sparkContext()
            .broadcast(new CorpusSource(rows), ClassTag$.MODULE$.apply(CorpusSource.class)));
  }

  /** The index, made with the first call. */
  synchronized CorpusFacts facts() {
    if (facts == null) {
      CorpusFacts made = new CorpusFacts();
      for (int i = 0; i < texts.length; i++) {
        made.add(documents[i], texts[i]);
      }
      facts = made;
    }
    return facts;
  }
}
