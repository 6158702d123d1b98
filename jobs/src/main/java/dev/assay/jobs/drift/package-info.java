/** What moved since the analysis before, and from day to day. */
package dev.assay.jobs.drift;
