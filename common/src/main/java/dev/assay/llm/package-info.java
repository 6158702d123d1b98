/**
 * Calls of language models and services: what is asked, how it is written for each kind of
 * endpoint, how fast, how often again, what it costs, and the ledger of replies. No Spark.
 *
 * <p>Requests go over {@code java.net.http}, any number at a time; each kind of endpoint has a
 * {@link dev.assay.llm.Wire} that writes one request and reads one reply.
 */
package dev.assay.llm;
