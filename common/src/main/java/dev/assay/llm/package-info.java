/**
 * Calls of language models and services: what is asked, how it is written for each kind of
 * endpoint, how fast, how often again, what it costs, and the ledger of replies. No Spark.
 *
 * <p>Requests go straight over {@code java.net.http}, not through LangChain4j's clients. Its OpenAI
 * chat model has no asynchronous path, so that every call in flight would hold a thread, and its
 * exceptions hide Retry-After; its JSON schemas are corrupted on a Spark class path; and its Azure
 * and Bedrock clients bring another HTTP stack and a newer netty than Spark's. What it would have
 * saved, the mapping of one request and one reply a kind, is the {@link dev.assay.llm.Wire}s.
 */
package dev.assay.llm;
