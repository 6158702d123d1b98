/**
 * The ground that everything stands on: content hashes, seeds, rounding, the logistic function, and
 * the nearest known name for a misspelt one. It knows no other package.
 */
package dev.assay.base;
