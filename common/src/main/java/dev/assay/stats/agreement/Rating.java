package dev.assay.stats.agreement;

/**
 * What one annotator said of one item.
 *
 * @param item what was judged
 * @param groupId what the item belongs to statistically
 * @param annotator who judged
 * @param level from 0; the order matters to weighted coefficients only
 */
public record Rating(String item, String groupId, String annotator, int level) {

  public Rating {
    if (level < 0) {
      throw new IllegalArgumentException("A level is 0 or more, got " + level);
    }
  }
}
