/** Which models fill the slots, as the configuration says. */
package dev.assay.config.models;
