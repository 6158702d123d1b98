/** Commands that train the bundled models again. */
package dev.assay.jobs.training;
