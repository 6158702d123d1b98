/** How positive or negative a text sounds. */
package dev.assay.sentiment;
