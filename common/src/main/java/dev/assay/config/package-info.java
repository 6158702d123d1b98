/**
 * The configuration as typed records. {@code conf/reference.conf} documents every key; a record's
 * component is the key in camel case. Reading fails before Spark starts on unknown keys, wrong
 * types and impossible combinations.
 */
package dev.assay.config;
