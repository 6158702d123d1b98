package dev.assay.jobs.grammar;

import static org.apache.spark.sql.functions.col;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.grammar.CaseAttributes;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.engine.RunCoverage;
import dev.assay.jobs.engine.StageException;
import dev.assay.tables.RowValues;
import dev.assay.tables.Tables;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Row;

/**
 * The questions of a run as JSON Lines that {@code tests.sources} reads: under the same name of the
 * suite they are the same cases in the same groups, without a database.
 */
final class SuiteFile {
  private static final ObjectMapper JSON = new ObjectMapper();

  private SuiteFile() {}

  /** Writes the run's cases, sorted by group and question. */
  static void write(Run run, String path) {
    Iterator<Row> cases =
        run.store()
            .read(Tables.TEST_CASES)
            .join(
                run.store()
                    .read(Tables.RUN_CASES)
                    .where(col("run_id").equalTo(run.runId()))
                    .select("case_id"),
                RunCoverage.on(List.of("case_id")),
                "left_semi")
            .orderBy("group_id", "question", "case_id")
            .toLocalIterator();
    Path file = Path.of(path);
    try {
      if (file.toAbsolutePath().getParent() != null) {
        Files.createDirectories(file.toAbsolutePath().getParent());
      }
      try (BufferedWriter out = Files.newBufferedWriter(file)) {
        while (cases.hasNext()) {
          out.write(JSON.writeValueAsString(record(cases.next())));
          out.newLine();
        }
      }
    } catch (IOException e) {
      throw new StageException("grammar.export = '" + path + "' cannot be written: " + e, e);
    }
  }

  private static ObjectNode record(Row row) {
    ObjectNode record = JSON.createObjectNode();
    Map<String, String> attributes = RowValues.map(row, "attributes");
    record.put("question", row.<String>getAs("question"));
    RowValues.<String>optional(row, "expected_answer")
        .ifPresent(answer -> record.put("expected_answer", answer));
    list(record, "facts", RowValues.list(row, "facts"));
    list(record, "relevant_doc_ids", RowValues.list(row, "relevant_doc_ids"));
    RowValues.<Boolean>optional(row, "answerable")
        .ifPresent(answerable -> record.put("answerable", answerable));
    record.put("query_type", row.<String>getAs("query_type"));
    record.put("group_id", attributes.get(CaseAttributes.SQL));
    attributes.forEach(record::put);
    return record;
  }

  private static void list(ObjectNode record, String name, List<String> values) {
    if (!values.isEmpty()) {
      ArrayNode list = record.putArray(name);
      values.forEach(list::add);
    }
  }
}
