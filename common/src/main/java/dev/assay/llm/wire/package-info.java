/**
 * How a call is written for each kind of endpoint and its reply read: one file a provider. Plain
 * mappers; docs/endpoints.md says why.
 */
package dev.assay.llm.wire;
