/**
 * How far people agree: chance-corrected coefficients with intervals by group, and what several
 * annotators say together.
 */
package dev.assay.stats.agreement;
