/**
 * Values that a sentence names: amounts, times, identifiers, people; where they stand and which
 * there are.
 */
package dev.assay.mentions;
