package dev.assay.spark.calls;

import dev.assay.llm.Conversation;
import dev.assay.llm.Message;
import dev.assay.tables.NamedRow;
import dev.assay.tables.RowValues;
import dev.assay.tables.Tables;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructType;

/** The turns before a question, as column {@code messages} of table {@code test_cases}. */
public final class ConversationRows {
  private static final StructType TURN = Tables.TEST_CASES.element("messages");

  private ConversationRows() {}

  /** What the column holds: NULL where nothing was said before. */
  public static Optional<List<Row>> of(Conversation before) {
    return before.turns().isEmpty()
        ? Optional.empty()
        : Optional.of(before.turns().stream().map(ConversationRows::row).toList());
  }

  private static Row row(Message turn) {
    return NamedRow.of(TURN).set("role", turn.role()).set("content", turn.text()).build();
  }

  /** The turns before a case's question. */
  public static Conversation before(Row row) {
    return new Conversation(
        RowValues.<Row>list(row, "messages").stream()
            .map(turn -> new Message(turn.getAs("role"), turn.getAs("content")))
            .toList());
  }
}
