package dev.assay.reduction;

import com.github.jelmerk.hnswlib.core.DistanceFunctions;
import com.github.jelmerk.hnswlib.core.Item;
import com.github.jelmerk.hnswlib.core.SearchResult;
import com.github.jelmerk.hnswlib.core.hnsw.HnswIndex;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Approximate search in a hierarchical navigable small world graph (Malkov and Yashunin 2018), by
 * hnswlib. Vectors are added one by one in their order, so the graph is the same each time.
 */
final class GraphSearch implements NeighbourSearch {
  private static final long serialVersionUID = 1;
  private static final int LINKS = 16;
  private static final int BREADTH = 150;

  private final float[][] units;
  private final HnswIndex<Integer, float[], Point, Float> index;

  private GraphSearch(float[][] units, HnswIndex<Integer, float[], Point, Float> index) {
    this.units = units;
    this.index = index;
  }

  static GraphSearch over(float[][] units) {
    HnswIndex<Integer, float[], Point, Float> index =
        HnswIndex.newBuilder(units[0].length, DistanceFunctions.FLOAT_INNER_PRODUCT, units.length)
            .withM(LINKS)
            .withEfConstruction(BREADTH)
            .withEf(BREADTH)
            .build();
    for (int i = 0; i < units.length; i++) {
      index.add(new Point(i, units[i]));
    }
    return new GraphSearch(units, index);
  }

  @Override
  public Neighbours nearest(float[][] queries, int k) {
    Neighbours all = new Neighbours(new int[queries.length][], new float[queries.length][]);
    IntStream.range(0, queries.length).parallel().forEach(i -> put(all, i, queries[i], k, -1));
    return all;
  }

  @Override
  public Neighbours others(int k) {
    Neighbours all = new Neighbours(new int[units.length][], new float[units.length][]);
    IntStream.range(0, units.length).parallel().forEach(i -> put(all, i, units[i], k, i));
    return all;
  }

  private void put(Neighbours all, int row, float[] query, int k, int itself) {
    List<SearchResult<Point, Float>> found =
        index.findNearest(query, itself < 0 ? k : k + 1).stream()
            .filter(result -> result.item().id() != itself)
            .sorted(
                java.util.Comparator.comparing(
                        (SearchResult<Point, Float> result) -> result.distance())
                    .thenComparing(result -> result.item().id()))
            .limit(k)
            .toList();
    all.index()[row] = found.stream().mapToInt(result -> result.item().id()).toArray();
    all.distance()[row] = new float[found.size()];
    for (int i = 0; i < found.size(); i++) {
      all.distance()[row][i] = Math.max(0, found.get(i).distance());
    }
  }

  /** A vector under its number. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Point(Integer id, float[] vector) implements Item<Integer, float[]> {
    private static final long serialVersionUID = 1;

    @Override
    public int dimensions() {
      return vector.length;
    }
  }
}
