package dev.assay.jobs.suites;

import static org.apache.spark.sql.functions.array_distinct;
import static org.apache.spark.sql.functions.array_sort;
import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.collect_list;
import static org.apache.spark.sql.functions.expr;
import static org.apache.spark.sql.functions.posexplode;
import static org.apache.spark.sql.functions.struct;
import static org.apache.spark.sql.functions.transform;

import dev.assay.jobs.engine.Run;
import dev.assay.jobs.engine.RunCoverage;
import dev.assay.tables.Tables;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/**
 * The user's ids of relevant documents as the corpus's: a document has a {@code doc_id} of its own,
 * by which embedded systems find it, and keeps the id of its source ({@code id-column}) as
 * metadata.
 */
final class CorpusIds {
  /**
   * The attributes, whose grades of relevant ids name the corpus's ids too; grades that cannot be
   * read stay as they are, for the evaluator to say so.
   */
  private static final String GRADED =
      """
      CASE WHEN forall(%1$s, g -> g.id IS NOT NULL AND g.grade IS NOT NULL) AND __ids IS NOT NULL
      THEN map_concat(
        map_filter(attributes, (name, any) -> name <> 'relevant_grades'),
        map('relevant_grades', to_json(flatten(transform(%1$s,
          g -> transform(filter(__ids, one -> one.named = g.id), one -> struct(one.id AS id, g.grade AS grade)))))))
      ELSE attributes END"""
          .formatted(
              """
              if(ltrim(attributes['relevant_grades']) LIKE '[%',
                from_json(attributes['relevant_grades'], 'array<struct<id:string,grade:double>>'),
                transform(map_entries(from_json(attributes['relevant_grades'], 'map<string,double>')),
                  one -> struct(one.key AS id, one.value AS grade)))""");

  private CorpusIds() {}

  /**
   * {@code cases} with the corpus's ids where it has such documents, other ids as they are. Without
   * embedded systems all are: passages from elsewhere come with the user's ids.
   */
  static Dataset<Row> of(Run run, Dataset<Row> cases) {
    boolean embedded =
        run.config().systems().values().stream().anyMatch(one -> one.kind().equals("embedded"));
    if (!embedded || run.store().isBlank(Tables.DOCUMENTS)) {
      return cases;
    }
    Dataset<Row> documents =
        run.store()
            .read(Tables.DOCUMENTS)
            .select(col("metadata").getItem("id").as("named"), col("doc_id"))
            .where(col("named").isNotNull());
    Dataset<Row> ids =
        cases
            .select(
                col("case_id"),
                posexplode(col("relevant_doc_ids")).as(new String[] {"place", "named"}))
            .join(documents, RunCoverage.on(List.of("named")), "left")
            .groupBy("case_id")
            .agg(
                array_sort(
                        collect_list(
                            struct(
                                col("place"),
                                coalesce(col("doc_id"), col("named")).as("id"),
                                col("named"))))
                    .as("__ids"));
    return cases
        .join(ids, RunCoverage.on(List.of("case_id")), "left")
        .withColumn(
            "relevant_doc_ids",
            coalesce(
                array_distinct(transform(col("__ids"), one -> one.getField("id"))),
                col("relevant_doc_ids")))
        .withColumn("attributes", expr(GRADED))
        .drop("__ids");
  }
}
