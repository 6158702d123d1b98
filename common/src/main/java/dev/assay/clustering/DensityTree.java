package dev.assay.clustering;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * The condensed tree of density (Campello, Moulavi, Sander 2013): how the points of all places part
 * as the reach shrinks. A cluster goes on where one side only keeps {@code minSize} points, and ends
 * where both do, or neither. Points at one place never part; what they would add to the excess of
 * mass, without end as their distance is 0, is left out, so that a much copied place is a cluster
 * of its own only where nothing around it is one.
 */
final class DensityTree {
  private static final double LEAST = 1e-9;

  private final double[][] places;
  private final int[] weights;
  private final double[] core;
  private final int minSize;
  private final List<Node> nodes = new ArrayList<>();
  private final List<Cluster> clusters = new ArrayList<>();

  /** Two sides that part at a distance; a place has none. */
  private record Node(int left, int right, double distance, int weight) {}

  private record Edge(int a, int b, double distance) {}

  /** What lives from density {@code birth} on, with its mass so far. */
  private static final class Cluster {
    private final int node;
    private final double birth;
    private final List<Cluster> children = new ArrayList<>();
    private double mass;
    private boolean chosen;

    Cluster(int node, double birth) {
      this.node = node;
      this.birth = birth;
    }
  }

  /**
   * @param places at different points
   * @param weights points at each
   * @param core how far as many points are as make a place dense
   * @param minSize fewest points of a cluster
   */
  DensityTree(double[][] places, int[] weights, double[] core, int minSize) {
    this.places = places;
    this.weights = weights;
    this.core = core;
    this.minSize = minSize;
  }

  /** The cluster of each place, numbered by their first places; −1 for noise. */
  int[] labels() {
    int root = link();
    grow(root);
    Cluster whole = clusters.get(0);
    for (int c = clusters.size() - 1; c > 0; c--) {
      choose(clusters.get(c));
    }
    // Everything together is a cluster only where there is nothing to tell apart.
    whole.chosen = places.length == 1 && weights[0] >= minSize;
    int[] labels = new int[places.length];
    Arrays.fill(labels, -1);
    int found = 0;
    List<Cluster> open = new ArrayList<>(List.of(whole));
    while (!open.isEmpty()) {
      Cluster cluster = open.remove(open.size() - 1);
      if (cluster.chosen) {
        int label = found++;
        under(cluster.node).forEach(place -> labels[place] = label);
      } else {
        open.addAll(cluster.children);
      }
    }
    return numbered(labels, found);
  }

  /** Single linkage over mutual reachability, by Prim's algorithm; the root. */
  private int link() {
    int n = places.length;
    for (int weight : weights) {
      nodes.add(new Node(-1, -1, 0, weight));
    }
    int[] top = new int[n];
    Arrays.setAll(top, i -> i);
    int root = 0;
    for (Edge edge : edges()) {
      int left = find(top, edge.a());
      int right = find(top, edge.b());
      int weight = nodes.get(left).weight() + nodes.get(right).weight();
      root = nodes.size();
      nodes.add(new Node(left, right, edge.distance(), weight));
      top = joined(top, left, right, root);
    }
    return root;
  }

  /** Every node points to what it is part of, the topmost to itself. */
  private static int[] joined(int[] top, int left, int right, int root) {
    int[] longer = root < top.length ? top : Arrays.copyOf(top, Math.max(root + 1, 2 * top.length));
    longer[left] = root;
    longer[right] = root;
    longer[root] = root;
    return longer;
  }

  private static int find(int[] top, int node) {
    int at = node;
    while (top[at] != at) {
      top[at] = top[top[at]];
      at = top[at];
    }
    return at;
  }

  /** Of the spanning tree, the shortest first, of equals the one that was found first. */
  private List<Edge> edges() {
    int n = places.length;
    double[] nearest = new double[n];
    int[] from = new int[n];
    boolean[] in = new boolean[n];
    Arrays.fill(nearest, Double.POSITIVE_INFINITY);
    List<Edge> edges = new ArrayList<>();
    int at = 0;
    for (int step = 1; step < n; step++) {
      in[at] = true;
      int next = -1;
      for (int other = 0; other < n; other++) {
        if (in[other]) {
          continue;
        }
        double reach =
            Math.max(
                Points.distance(places[at], places[other]), Math.max(core[at], core[other]));
        if (reach < nearest[other]) {
          nearest[other] = reach;
          from[other] = at;
        }
        if (next < 0 || nearest[other] < nearest[next]) {
          next = other;
        }
      }
      edges.add(new Edge(from[next], next, nearest[next]));
      at = next;
    }
    edges.sort(Comparator.comparingDouble(Edge::distance));
    return edges;
  }

  private void grow(int root) {
    clusters.add(new Cluster(root, 0));
    for (int c = 0; c < clusters.size(); c++) {
      Cluster cluster = clusters.get(c);
      int at = cluster.node;
      while (at >= 0 && nodes.get(at).left() >= 0) {
        Node node = nodes.get(at);
        double excess = 1 / Math.max(LEAST, node.distance()) - cluster.birth;
        boolean left = nodes.get(node.left()).weight() >= minSize;
        boolean right = nodes.get(node.right()).weight() >= minSize;
        if (left == right) {
          cluster.mass += node.weight() * excess;
          if (left) {
            add(cluster, node.left(), node.distance());
            add(cluster, node.right(), node.distance());
          }
          at = -1;
        } else {
          int kept = left ? node.left() : node.right();
          int gone = node.weight() - nodes.get(kept).weight();
          boolean last = nodes.get(kept).left() < 0;
          cluster.mass += (last ? node.weight() : gone) * excess;
          at = kept;
        }
      }
    }
  }

  private void add(Cluster parent, int node, double distance) {
    Cluster child = new Cluster(node, 1 / Math.max(LEAST, distance));
    parent.children.add(child);
    clusters.add(child);
  }

  /** A cluster with at least as much mass as what it parts into stands for it. */
  private static void choose(Cluster cluster) {
    double parts = cluster.children.stream().mapToDouble(child -> child.mass).sum();
    cluster.chosen = cluster.mass >= parts;
    cluster.mass = Math.max(cluster.mass, parts);
  }

  private List<Integer> under(int node) {
    List<Integer> found = new ArrayList<>();
    List<Integer> open = new ArrayList<>(List.of(node));
    while (!open.isEmpty()) {
      int at = open.remove(open.size() - 1);
      if (at < places.length) {
        found.add(at);
      } else {
        open.add(nodes.get(at).left());
        open.add(nodes.get(at).right());
      }
    }
    return found;
  }

  private static int[] numbered(int[] labels, int found) {
    int[] number = new int[found];
    Arrays.fill(number, -1);
    int next = 0;
    for (int i = 0; i < labels.length; i++) {
      if (labels[i] >= 0) {
        if (number[labels[i]] < 0) {
          number[labels[i]] = next++;
        }
        labels[i] = number[labels[i]];
      }
    }
    return labels;
  }
}
