/** forget: documents and cases are removed wherever they stand, and looked for afterwards. */
package dev.assay.jobs.forget;
