/**
 * Fewer dimensions for vectors: nearest neighbours and UMAP (McInnes, Healy, Melville 2018,
 * arXiv:1802.03426). Distances are 1 − cosine.
 */
package dev.assay.reduction;
