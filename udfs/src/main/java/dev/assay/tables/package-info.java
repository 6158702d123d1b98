/** The Delta tables: schemas, keys, constraints, and the few ways in which stages write them. */
package dev.assay.tables;
