package dev.assay.spark;

import static org.apache.spark.sql.functions.col;

import dev.assay.core.Passage;
import dev.assay.retrieval.DenseRetriever;
import dev.assay.retrieval.Retriever;
import dev.assay.retrieval.SparseRetriever;
import dev.assay.spark.calls.PassageRows;
import dev.assay.spark.models.ModelsSource;
import dev.assay.tables.NamedRow;
import dev.assay.tables.Tables;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructType;

/**
 * Retrieval for generators that are handed their passages: the corpus's best chunks for a question,
 * and for twins whose passages are changed what became of them.
 *
 * @param retriever {@code dense} or {@code sparse}
 * @param topK passages at most
 * @param seed of the run
 */
public record Retrieving(
    Broadcast<IndexedCorpus> corpus, String retriever, int topK, long seed, ModelsSource source)
    implements Serializable {
  private static final int BATCH = 64;
  private static final StructType SHAPE =
      Tables.RESPONSES
          .select("case_id")
          .add(PassageRows.HANDED, Tables.RESPONSES.schema().apply("contexts").dataType());

  /**
   * Column {@link PassageRows#HANDED} by case_id, of cases (case_id, parent_case_id, question,
   * attributes), in {@code partitions} tasks.
   */
  public Dataset<Row> apply(Dataset<Row> cases, int partitions) {
    Dataset<Row> handed =
        cases
            .select("case_id", "parent_case_id", "question", "attributes")
            .repartition(partitions, col("case_id"))
            .sortWithinPartitions("case_id")
            .mapPartitions((MapPartitionsFunction<Row, Row>) this::batches, Encoders.row(SHAPE));
    return retriever.equals("sparse") ? handed : OnGpus.of(handed);
  }

  private Iterator<Row> batches(Iterator<Row> rows) {
    if (!rows.hasNext()) {
      return rows;
    }
    IndexedCorpus index = corpus.value();
    Retriever over =
        retriever.equals("sparse")
            ? new SparseRetriever(index.bm25())
            : new DenseRetriever(index.chunks(), index.embeddings(), source.models().embedder());
    HandedPassages handed = new HandedPassages(index.chunks(), seed);
    return new Batches<>(rows, BATCH, batch -> handed(batch, over, handed));
  }

  private List<Row> handed(List<Row> batch, Retriever over, HandedPassages handed) {
    List<String> questions = batch.stream().map(row -> row.<String>getAs("question")).toList();
    List<List<Passage>> passages = handed.of(batch, over.retrieve(questions, topK));
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < batch.size(); i++) {
      rows.add(
          NamedRow.of(SHAPE)
              .copy(batch.get(i), "case_id")
              .set(PassageRows.HANDED, PassageRows.of(passages.get(i)))
              .build());
    }
    return rows;
  }
}
