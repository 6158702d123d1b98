/** What is tested of a run, what it is compared with, and how that is told. */
package dev.assay.jobs.gate;
