/** Test suites, and which columns of a user's file hold what. */
package dev.assay.config.cases;
