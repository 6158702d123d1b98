/** Models on an executor: where their files come from, one of each in a JVM. */
package dev.assay.spark.models;
