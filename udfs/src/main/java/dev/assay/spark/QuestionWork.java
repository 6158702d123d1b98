package dev.assay.spark;

import dev.assay.core.Models;
import dev.assay.core.Slot;
import dev.assay.llm.EndpointSpec;
import dev.assay.llm.Interview;
import dev.assay.model.Embedder;
import dev.assay.questions.QueryType;
import dev.assay.questions.SourceChunk;
import dev.assay.questions.asked.Limits;
import dev.assay.questions.asked.QuestionPrompts;
import dev.assay.questions.asked.Questioner;
import dev.assay.questions.asked.Request;
import dev.assay.questions.asked.Surroundings;
import dev.assay.retrieval.Chunk;
import dev.assay.retrieval.DenseRetriever;
import dev.assay.retrieval.Retriever;
import dev.assay.retrieval.SparseRetriever;
import dev.assay.spark.calls.InterviewTurn;
import dev.assay.spark.models.ModelsSource;
import dev.assay.tables.RowValues;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructType;

/**
 * Makes questions for the requests of rows on executors.
 *
 * @param corpus the sampled chunks and what they are checked against
 * @param titles title by document
 * @param style a request's text whose parameters say how the model is to write
 * @param retriever {@code dense} or {@code sparse}
 * @param seed the run's seed
 * @param source the executor's models
 */
public record QuestionWork(
    Broadcast<IndexedCorpus> corpus,
    HashMap<String, String> titles,
    EndpointSpec endpoint,
    String style,
    QuestionPrompts prompts,
    Limits limits,
    String retriever,
    long seed,
    ModelsSource source)
    implements InterviewTurn.Work {

  /** What {@link #turn} reads. */
  public static final StructType REQUEST =
      StructType.fromDDL(
          "request_id STRING, query_type STRING, difficulties ARRAY<STRING>, verdicts"
              + " ARRAY<STRING>, chunk_ids ARRAY<STRING>");

  /** One turn of all requests. */
  public InterviewTurn turn() {
    return new InterviewTurn("request_id", "generate", DraftRows.SCHEMA, this);
  }

  @Override
  public Row work(Row row, Interview interview) {
    IndexedCorpus index = corpus.value();
    List<String> ids = RowValues.list(row, "chunk_ids");
    Request request =
        new Request(
            QueryType.of(row.getAs("query_type")),
            RowValues.list(row, "difficulties"),
            RowValues.list(row, "verdicts"),
            ids.stream().map(id -> source(index, id)).toList());
    Questioner questioner =
        new Questioner(endpoint, style, prompts, surroundings(index), limits, seed);
    return DraftRows.of(row.getAs("request_id"), questioner.make(request, interview));
  }

  /** Questions are searched for and compared by embedding. */
  @Override
  public Dataset<Row> placed(Dataset<Row> turned) {
    return OnGpus.of(turned);
  }

  private SourceChunk source(IndexedCorpus index, String id) {
    Chunk chunk = index.chunks().get(index.position(id));
    return new SourceChunk(id, chunk.docId(), titles.getOrDefault(chunk.docId(), ""), chunk.text());
  }

  private Surroundings surroundings(IndexedCorpus index) {
    Models models = source.models();
    Embedder embedder = models.embedder();
    Retriever searching =
        retriever.equals("sparse")
            ? new SparseRetriever(index.bm25())
            : new DenseRetriever(index.chunks(), index.embeddings(), embedder);
    return new Surroundings(
        searching,
        index.bm25(),
        embedder,
        models.missing(Slot.ENTAILMENT).isPresent()
            ? Optional.empty()
            : Optional.of(models.entailment()));
  }
}
