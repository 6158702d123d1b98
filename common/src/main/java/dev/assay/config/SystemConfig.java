package dev.assay.config;

import dev.assay.config.blocks.ParametersConfig;
import dev.assay.config.cases.AnswerNames;
import dev.assay.config.cases.CaseNames;
import dev.assay.config.cases.IndexNoise;
import dev.assay.config.cases.Inline;
import dev.assay.config.scores.GivenMetric;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One system under test. See {@code conf/reference.conf}.
 *
 * @param kind {@code embedded}, {@code table}, {@code openai-chat} or {@code http-json}
 * @param retriever for embedded: {@code dense} or {@code sparse}
 * @param maxTerms for embedded: terms of a question that retrieval reads
 * @param faults for embedded: rate of planted faults in [0, 1]
 * @param faultsWhere for embedded: what holds of a question, all together, that is always answered
 *     out of another document; query_type or attributes of its case
 * @param retrievalFaults for embedded: rate of questions whose best passage is not found
 * @param topK for embedded: contexts retrieved
 * @param indexNoise for embedded and generators that are handed the corpus's passages: what becomes
 *     of the corpus's texts before they are indexed
 * @param contextsOf for generators that are handed their passages: the system with whose recorded
 *     answers these came
 * @param answerSentences for embedded: sentences in an extractive answer
 * @param path for table: what to read
 * @param format for table: jsonl, json, csv, tsv, xlsx, parquet, delta or auto
 * @param answers for table: the columns of the answer
 * @param cases for table: the columns of the case
 * @param suite for table: the suite's name
 * @param metadataColumns for table: further columns kept as attributes
 * @param scoreColumns for table: scores that stand beside the answers, by name
 * @param endpoint for openai-chat and http-json: a name in {@code llm.endpoints}
 * @param systemPrompt for openai-chat: the system's message; empty: none
 * @param prompt for openai-chat: the user's message, with {@code {question}}
 * @param parameters for openai-chat: in the place of the endpoint's own
 * @param body for http-json: the request's body, JSON with {@code {question}} in its texts
 * @param reply for http-json: where the reply has what
 */
public record SystemConfig(
    String kind,
    Optional<String> retriever,
    Optional<Integer> maxTerms,
    Optional<Double> faults,
    Optional<Map<String, String>> faultsWhere,
    Optional<Double> retrievalFaults,
    Optional<Integer> topK,
    Optional<IndexNoise> indexNoise,
    Optional<String> contextsOf,
    Optional<Integer> answerSentences,
    Optional<String> path,
    Optional<String> format,
    @Inline AnswerNames answers,
    @Inline CaseNames cases,
    Optional<String> suite,
    Optional<List<String>> metadataColumns,
    Optional<Map<String, GivenMetric>> scoreColumns,
    Optional<String> endpoint,
    Optional<String> systemPrompt,
    Optional<String> prompt,
    Optional<ParametersConfig> parameters,
    Optional<String> body,
    Optional<ReplyConfig> reply) {

  /** Whether it is asked through an endpoint. */
  public boolean isAsked() {
    return kind.equals("openai-chat") || kind.equals("http-json");
  }
}
