/** What the scores in a table of answers are worth, measured against the labels that some have. */
package dev.assay.doctor;
