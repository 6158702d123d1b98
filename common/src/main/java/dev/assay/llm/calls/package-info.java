/**
 * Calls under way: the queue before an endpoint, the rate limiter, leases, budgets, attempts. Time
 * is given, nothing here knows Spark.
 */
package dev.assay.llm.calls;
