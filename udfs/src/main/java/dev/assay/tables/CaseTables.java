package dev.assay.tables;

/** What is asked, what systems answer, and every call of an endpoint. */
final class CaseTables {

  static final Table TEST_CASES =
      Table.named("test_cases", "One test case")
          .version(4)
          .key(
              "case_id",
              "STRING",
              "SHA-256 of suite, question, expected answer, condition and perturbation")
          .required(
              "group_id",
              "STRING",
              "Root ancestor's case_id or the GRAMMAR group: the statistical unit")
          .column("parent_case_id", "STRING", "The case that this one was perturbed from")
          .required("suite", "STRING", "Suite")
          .required("question", "STRING", "The query")
          .column("expected_answer", "STRING", "The expected answer")
          .column("query_type", "STRING", "Kind of question")
          .column("difficulty", "DOUBLE", "Difficulty in [0,1]")
          .column("stratum_id", "INT", "Stratum of the source chunk")
          .required("source_chunk_ids", "ARRAY<STRING>", "Chunks that it was made from")
          .required("relevant_doc_ids", "ARRAY<STRING>", "Documents known to be relevant")
          .required("facts", "ARRAY<STRING>", "Statements that an answer should contain")
          .column("condition", "STRING", "Text-matching condition")
          .column("perturbation", "STRING", "How it was perturbed")
          .column(
              "sampling_weight",
              "DOUBLE",
              "Chunks that it stands for: 1 / inclusion probability, adjusted to the stratum's size,"
                  + " shared by the chunk's questions; NULL where there was no sampling")
          .column("answerable", "BOOLEAN", "Whether the corpus holds the answer; NULL unknown")
          .required("attributes", "MAP<STRING,STRING>", "Anything else")
          .required("created_at", "TIMESTAMP", "When, UTC")
          .required("provenance", "STRING", "What made it")
          .build();

  static final Table RESPONSES =
      Table.named("responses", "A system's answer to a test case")
          .version(4)
          .key("case_id", "STRING", "The test case")
          .key("system", "STRING", "The system under test")
          .key("repeat", "INT", "Repetition, from 0")
          .column("answer", "STRING", "The answer as given; NULL when there was none")
          .required(
              "contexts",
              "ARRAY<STRUCT<chunk_id:STRING,doc_id:STRING,text:STRING,rank:INT,score:DOUBLE>>",
              "Retrieved passages in order")
          .column("artifacts", "STRING", "Files or structures that the system returned, as JSON")
          .column("latency_ms", "DOUBLE", "Milliseconds")
          .column("input_tokens", "BIGINT", "Tokens read")
          .column("output_tokens", "BIGINT", "Tokens written")
          .column("cost", "DOUBLE", "In the endpoint's currency")
          .required("status", "STRING", "ok or why there is no answer")
          .column("error", "STRING", "Error text")
          .required("answered_at", "TIMESTAMP", "When, UTC")
          .required("fingerprint", "STRING", "Case content and the system's configuration")
          .required("attributes", "MAP<STRING,STRING>", "Anything else, planted faults among it")
          .check(
              "known_status",
              "status IN ('ok','no_input','not_applicable','parse_failure','endpoint_error','timeout','refused','model_error','too_long','budget')")
          .build();

  static final Table LLM_CALLS =
      Table.named("llm_calls", "A call of an endpoint and its reply; no call is made twice")
          .version(4)
          .key("call_hash", "STRING", "SHA-256 of endpoint, model, parameters, prompt and sample")
          .required("purpose", "STRING", "Stage, or judge and evaluator, that first needed it")
          .required("endpoint", "STRING", "Name in llm.endpoints")
          .column("model", "STRING", "The model that was asked for; empty for services")
          .column("parameters", "STRING", "Temperature and the like, JSON")
          .required("prompt", "STRING", "The request: messages, parameters and schema, or the body")
          .required("sample", "INT", "Which of several replies to the same prompt, from 0")
          .column("reply", "STRING", "The model's text, or a service's body; NULL without a reply")
          .column("finish_reason", "STRING", "Why the model stopped, in the endpoint's words")
          .column("logprobs", "STRING", "Log-probabilities as the endpoint wrote them, JSON")
          .column("input_tokens", "BIGINT", "Tokens read, as reported")
          .column("output_tokens", "BIGINT", "Tokens written, as reported")
          .column("cost", "DOUBLE", "By the configured prices; NULL without reported tokens")
          .column("latency_ms", "DOUBLE", "Milliseconds of the last attempt")
          .required("attempts", "INT", "Requests that were sent, those answered by 429 included")
          .required("status", "STRING", "ok or why there is no reply")
          .column("error", "STRING", "Error text, secrets masked")
          .required("called_at", "TIMESTAMP", "When the result was there, UTC")
          .check(
              "known_status",
              "status IN ('ok','no_input','not_applicable','parse_failure','endpoint_error','timeout','refused','model_error','too_long','budget')")
          .build();

  private CaseTables() {}
}
