/** Prompts as files: what they need, what they say, and the form of the reply. No Spark. */
package dev.assay.prompts;
