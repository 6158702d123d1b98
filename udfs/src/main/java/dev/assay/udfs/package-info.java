/**
 * SQL functions, and the session extension that brings them. They run the same code as the jobs.
 */
package dev.assay.udfs;
