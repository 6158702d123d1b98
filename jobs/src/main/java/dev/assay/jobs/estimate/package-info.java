/** What stages take in time, money and bytes, from unit costs that were measured. */
package dev.assay.jobs.estimate;
