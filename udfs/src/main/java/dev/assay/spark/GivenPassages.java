package dev.assay.spark;

import dev.assay.core.Passage;
import dev.assay.retrieval.Chunk;
import dev.assay.spark.calls.PassageRows;
import dev.assay.tables.NamedRow;
import dev.assay.tables.Tables;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.api.java.function.MapFunction;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructType;

/**
 * Recorded passages for generators that are handed them: for twins whose passages are changed what
 * became of them.
 *
 * @param pool passages of all cases, which irrelevant ones are drawn from
 * @param seed of the run
 */
public record GivenPassages(Broadcast<ArrayList<Chunk>> pool, long seed) implements Serializable {
  private static final StructType SHAPE =
      Tables.RESPONSES
          .select("case_id", "system")
          .add(PassageRows.HANDED, Tables.RESPONSES.schema().apply("contexts").dataType());

  /**
   * Column {@link PassageRows#HANDED} by case_id and system.
   *
   * @param cases case_id, system, parent_case_id, attributes and the recorded {@code contexts}
   */
  public Dataset<Row> apply(Dataset<Row> cases) {
    return cases
        .select("case_id", "system", "parent_case_id", "attributes", "contexts")
        .map((MapFunction<Row, Row>) this::handed, Encoders.row(SHAPE));
  }

  private Row handed(Row row) {
    List<List<Passage>> handed =
        new HandedPassages(pool.value(), seed).of(List.of(row), List.of(PassageRows.passages(row)));
    return NamedRow.of(SHAPE)
        .copy(row, "case_id", "system")
        .set(PassageRows.HANDED, PassageRows.of(handed.get(0)))
        .build();
  }
}
