/** Commands that look after a store. */
package dev.assay.jobs.stores;
