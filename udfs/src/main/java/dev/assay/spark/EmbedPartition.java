package dev.assay.spark;

import dev.assay.model.Embedding;
import dev.assay.model.onnx.ModelSpec;
import dev.assay.spark.models.ExecutorModels;
import dev.assay.tables.NamedRow;
import dev.assay.tables.RowValues;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructType;

/**
 * Embeds a partition window by window, keeping the order of its rows.
 *
 * @param spec the model
 * @param schema of the rows with their embeddings
 * @param inputCol column with the texts
 * @param outputCol column for the vectors
 * @param tokensCol column for the number of tokens of the whole text
 * @param truncatedCol column for whether the text was cut
 * @param window rows of a window at most
 */
record EmbedPartition(
    ModelSpec spec,
    StructType schema,
    String inputCol,
    String outputCol,
    String tokensCol,
    String truncatedCol,
    int window)
    implements MapPartitionsFunction<Row, Row> {

  /** Characters of a window at most, so that long documents do not fill the heap. */
  private static final long WINDOW_CHARACTERS = 8L << 20;

  @Override
  public Iterator<Row> call(Iterator<Row> rows) {
    return new Windows(rows);
  }

  private final class Windows implements Iterator<Row> {
    private final Iterator<Row> rows;
    private final Deque<Row> ready = new ArrayDeque<>();

    Windows(Iterator<Row> rows) {
      this.rows = rows;
    }

    @Override
    public boolean hasNext() {
      return !ready.isEmpty() || rows.hasNext();
    }

    @Override
    public Row next() {
      if (ready.isEmpty()) {
        if (!rows.hasNext()) {
          throw new NoSuchElementException();
        }
        embed(take());
      }
      return ready.remove();
    }

    private List<Row> take() {
      List<Row> taken = new ArrayList<>();
      long characters = 0;
      while (rows.hasNext() && taken.size() < window && characters < WINDOW_CHARACTERS) {
        Row row = rows.next();
        taken.add(row);
        String text = row.getAs(inputCol);
        characters += text == null ? 0 : text.length();
      }
      return taken;
    }

    private void embed(List<Row> taken) {
      List<String> texts =
          taken.stream().map(row -> row.<String>getAs(inputCol)).filter(Objects::nonNull).toList();
      Iterator<Embedding> embeddings =
          texts.isEmpty()
              ? List.<Embedding>of().iterator()
              : ExecutorModels.embedder(spec).embed(texts).iterator();
      for (Row row : taken) {
        NamedRow embedded = NamedRow.of(schema).copy(row, row.schema().fieldNames());
        if (!RowValues.isNull(row, inputCol)) {
          Embedding embedding = embeddings.next();
          embedded
              .set(outputCol, embedding.vector())
              .set(tokensCol, embedding.tokens())
              .set(truncatedCol, embedding.truncated());
        }
        ready.add(embedded.build());
      }
    }
  }
}
