/** Stage {@code stratify}: reduction, clusters, and the names of topics. */
package dev.assay.jobs.strata;
