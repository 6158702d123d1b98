/** Reading users' files and tables: records, columns by name, patterns of paths. */
package dev.assay.jobs.inputs;
