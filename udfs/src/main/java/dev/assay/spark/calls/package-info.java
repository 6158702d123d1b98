/**
 * Calls of endpoints from executors: turns of interviews, journals, the line to the driver that
 * keeps the rate.
 */
package dev.assay.spark.calls;
