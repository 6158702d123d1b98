package dev.assay.clustering;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.commons.math3.ml.clustering.DoublePoint;
import org.tribuo.Example;
import org.tribuo.MutableDataset;
import org.tribuo.clustering.ClusterID;
import org.tribuo.clustering.ClusteringFactory;
import org.tribuo.clustering.hdbscan.HdbscanTrainer;
import org.tribuo.impl.ArrayExample;
import org.tribuo.math.distance.L2Distance;
import org.tribuo.math.neighbour.NeighboursQueryFactoryType;
import org.tribuo.provenance.SimpleDataSourceProvenance;

/**
 * Hierarchical density-based clusters (Campello, Moulavi, Sander 2013) of Tribuo. Anchors are all
 * points: a new one follows its nearest, within the largest core distance of that one's cluster.
 *
 * @param minSize fewest points of a cluster, 2 or more
 * @param minPoints neighbours that a core distance reaches to, the point itself included
 */
public record Hdbscan(int minSize, int minPoints) implements Clusterer {

  @Override
  public Anchors fit(double[][] points, long seed) {
    int[] labels = labels(points);
    double[] core = Dbscan.kDistances(points, minPoints);
    double[] most = new double[points.length + 1];
    for (int i = 0; i < points.length; i++) {
      most[labels[i] + 1] = Math.max(most[labels[i] + 1], core[i]);
    }
    double[] reach = Arrays.stream(labels).mapToDouble(label -> most[label + 1]).toArray();
    return new Anchors(points, labels, reach).distinct();
  }

  /**
   * Copies have no distance, so no density: Tribuo sees each place once. A place that would be
   * noise is a cluster of its own where it holds as many copies as a cluster has points.
   */
  private int[] labels(double[][] points) {
    Map<DoublePoint, List<Integer>> copies = new LinkedHashMap<>();
    DoublePoint[] boxed = Points.boxed(points);
    for (int i = 0; i < boxed.length; i++) {
      copies.computeIfAbsent(boxed[i], place -> new ArrayList<>()).add(i);
    }
    double[][] places =
        copies.keySet().stream().map(DoublePoint::getPoint).toArray(double[][]::new);
    int[] found = new int[places.length];
    Arrays.fill(found, -1);
    if (places.length > Math.max(minSize, minPoints)) {
      found = labelled(places);
    }
    int next = Arrays.stream(found).max().orElse(-1) + 1;
    int[] labels = new int[points.length];
    int place = 0;
    for (List<Integer> members : copies.values()) {
      int label = found[place++];
      if (label < 0 && members.size() >= minSize) {
        label = next++;
      }
      for (int member : members) {
        labels[member] = label;
      }
    }
    return labels;
  }

  private int[] labelled(double[][] points) {
    ClusteringFactory factory = new ClusteringFactory();
    String[] names =
        IntStream.range(0, points[0].length).mapToObj("d%04d"::formatted).toArray(String[]::new);
    List<Example<ClusterID>> examples = new ArrayList<>();
    for (double[] point : points) {
      examples.add(new ArrayExample<>(ClusteringFactory.UNASSIGNED_CLUSTER_ID, names, point));
    }
    MutableDataset<ClusterID> dataset =
        new MutableDataset<>(examples, new SimpleDataSourceProvenance("points", factory), factory);
    List<Integer> found =
        new HdbscanTrainer(
                minSize, new L2Distance(), minPoints, 1, NeighboursQueryFactoryType.BRUTE_FORCE)
            .train(dataset)
            .getClusterLabels();
    // Tribuo numbers noise 0 and clusters by their place in the tree: here by their first point.
    int[] numbers = new int[found.stream().mapToInt(x -> x).max().orElse(0) + 1];
    int[] labels = new int[points.length];
    int next = 0;
    for (int i = 0; i < labels.length; i++) {
      int name = found.get(i);
      if (name != 0 && numbers[name] == 0) {
        numbers[name] = ++next;
      }
      labels[i] = name == 0 ? -1 : numbers[name] - 1;
    }
    return labels;
  }
}
