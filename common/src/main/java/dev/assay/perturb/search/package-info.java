/** The smallest part of a twin's edits that still makes an answer fail, found by asking. */
package dev.assay.perturb.search;
