/**
 * Clusters of points, how far they can be trusted, and how they keep their names between runs. A
 * label is the number of a cluster from 0, or −1 for noise.
 */
package dev.assay.clustering;
