/** The embedded model of toxic language: its weights, how they are fitted and how good they are. */
package dev.assay.toxicity;
