/** Test questions made from a corpus's own sentences by rules, without a language model. */
package dev.assay.questions.rules;
