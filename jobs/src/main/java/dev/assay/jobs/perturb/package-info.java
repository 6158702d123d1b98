/** perturb: twins of test cases, changed as configured. */
package dev.assay.jobs.perturb;
