/** What several blocks of the configuration are made of. */
package dev.assay.config.blocks;
