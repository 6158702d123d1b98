/** The search for conditions, alone or together, under which values are worse than elsewhere. */
package dev.assay.slices.search;
