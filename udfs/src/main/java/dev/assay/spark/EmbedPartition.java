package dev.assay.spark;

import dev.assay.model.Embedding;
import dev.assay.model.ModelSpec;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;

/**
 * Embeds a partition window by window, keeping the order of its rows.
 *
 * @param spec the model
 * @param input index of the text column
 * @param window rows of a window at most
 */
record EmbedPartition(ModelSpec spec, int input, int window)
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
        characters += row.isNullAt(input) ? 0 : row.getString(input).length();
      }
      return taken;
    }

    private void embed(List<Row> taken) {
      List<String> texts =
          taken.stream().map(row -> row.<String>getAs(input)).filter(Objects::nonNull).toList();
      Iterator<Embedding> embeddings =
          texts.isEmpty()
              ? List.<Embedding>of().iterator()
              : ExecutorModels.embedder(spec).embed(texts).iterator();
      for (Row row : taken) {
        Object[] values = new Object[row.length() + 3];
        for (int i = 0; i < row.length(); i++) {
          values[i] = row.get(i);
        }
        if (!row.isNullAt(input)) {
          Embedding embedding = embeddings.next();
          values[row.length()] = embedding.vector();
          values[row.length() + 1] = embedding.tokens();
          values[row.length() + 2] = embedding.truncated();
        }
        ready.add(RowFactory.create(values));
      }
    }
  }
}
