package dev.assay.report;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.explode;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.sum;

import dev.assay.report.Findings.Coverage;
import dev.assay.report.Findings.Touched;
import dev.assay.report.Findings.Untouched;
import dev.assay.tables.Tables;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** What the tests touch of the corpus, as the newest analysis found it. */
record CoverageRows(Scope scope) {

  private static final int MOST_DOCUMENTS = 30;

  /** Without parts where nothing was analysed, or there are no strata. */
  Coverage coverage() {
    Optional<String> run = scope.run("analyze");
    List<Touched> parts = run.map(this::parts).orElse(List.of());
    if (parts.isEmpty()) {
      return new Coverage(List.of(), List.of(), 0);
    }
    Dataset<Row> untouched = untouched();
    List<Untouched> documents =
        untouched
            .orderBy(col("tokens").desc(), col("doc_id"))
            .limit(MOST_DOCUMENTS)
            .collectAsList()
            .stream()
            .map(
                row ->
                    new Untouched(
                        Values.text(row, "title").isBlank()
                            ? Values.text(row, "uri")
                            : Values.text(row, "title"),
                        Values.whole(row, "chunks"),
                        Values.whole(row, "tokens")))
            .toList();
    return new Coverage(parts, documents, untouched.count());
  }

  private List<Touched> parts(String run) {
    Column kind = col("attributes").getItem("kind");
    return scope
        .read(Tables.INSIGHTS)
        .where(col("run_id").equalTo(run).and(kind.isin("coverage", "coverage_topic")))
        .orderBy(kind, col("attributes").getItem("stratum_id").cast("int"))
        .collectAsList()
        .stream()
        .map(row -> touched(Values.map(row, "attributes")))
        .toList();
  }

  private static Touched touched(Map<String, String> of) {
    return new Touched(
        Optional.ofNullable(of.get("stratum_id")).map(Integer::valueOf),
        of.get("topic"),
        Long.parseLong(of.get("chunks")),
        Long.parseLong(of.get("tested_chunks")),
        Long.parseLong(of.get("documents")),
        Long.parseLong(of.get("tested_documents")),
        Long.parseLong(of.get("tokens")),
        share(of, "tested_tokens"),
        share(of, "near_tokens"),
        Double.parseDouble(of.get("distance")));
  }

  private static OptionalDouble share(Map<String, String> of, String part) {
    return Values.finite(Double.parseDouble(of.get(part)) / Double.parseDouble(of.get("tokens")));
  }

  /** Documents none of whose chunks a case in scope was made from. */
  private Dataset<Row> untouched() {
    Dataset<Row> cases =
        scope
            .read(Tables.TEST_CASES)
            .join(scope.responses().select("case_id").distinct(), "case_id")
            .select(explode(col("source_chunk_ids")).as("chunk_id"))
            .distinct();
    Dataset<Row> chunks = scope.read(Tables.CHUNKS);
    Dataset<Row> touched = chunks.join(cases, "chunk_id").select("doc_id").distinct();
    return chunks
        .groupBy("doc_id")
        .agg(count(lit(1)).as("chunks"), sum("n_tokens").as("tokens"))
        .join(
            touched,
            scala.collection.JavaConverters.asScalaBuffer(List.of("doc_id")).toSeq(),
            "left_anti")
        .join(scope.read(Tables.DOCUMENTS).select("doc_id", "title", "uri"), "doc_id");
  }
}
