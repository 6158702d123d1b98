/** Whether something moved: between two samples, and watched from night to night. */
package dev.assay.stats.drift;
