/** Stage {@code tests}: the user's own test suites as cases. */
package dev.assay.jobs.suites;
