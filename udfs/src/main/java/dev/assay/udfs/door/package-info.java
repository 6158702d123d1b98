/** What clients of the SQL server may say: to read the store's tables, by our functions. */
package dev.assay.udfs.door;
