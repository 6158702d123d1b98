/** The embedded support model: does this context support this sentence? Linear, trained, honest. */
package dev.assay.support;
