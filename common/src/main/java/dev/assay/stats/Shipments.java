package dev.assay.stats;

import java.util.Arrays;

/**
 * The state of one transport problem while it is solved. Invariant: every potential pair satisfies
 * {@code u[i] + v[j] ≤ cost[i][j]}, with equality where units flow, so the flow is always cheapest
 * for what it has shipped so far.
 */
final class Shipments {
  private final double[][] cost;
  private final long[] supply;
  private final long[] demand;
  private final long[][] units;
  private final double[] u;
  private final double[] v;

  private final double[] distance;
  private final double[] rowDistance;
  private final int[] viaRow;
  private final int[] viaColumn;
  private final boolean[] settled;
  private final int[] queue;
  private int queued;

  Shipments(double[][] cost, long[] supply, long[] demand) {
    int rows = cost.length;
    int columns = cost[0].length;
    this.cost = cost;
    this.supply = supply;
    this.demand = demand;
    units = new long[rows][columns];
    u = new double[rows];
    v = new double[columns];
    distance = new double[columns];
    rowDistance = new double[rows];
    viaRow = new int[columns];
    viaColumn = new int[rows];
    settled = new boolean[columns];
    queue = new int[rows];
    for (int i = 0; i < rows; i++) {
      u[i] = Arrays.stream(cost[i]).min().orElseThrow();
    }
  }

  long units(int row, int column) {
    return units[row][column];
  }

  void shipAll() {
    for (int row = 0; row < supply.length; row++) {
      while (supply[row] > 0) {
        ship(row, nearestDemand(row));
      }
    }
  }

  /** Dijkstra from one row to the nearest column that still wants units. */
  private int nearestDemand(int start) {
    Arrays.fill(distance, Double.POSITIVE_INFINITY);
    Arrays.fill(settled, false);
    Arrays.fill(viaColumn, -1);
    queued = 0;
    reach(start, -1, 0);
    while (true) {
      int column = closest();
      if (demand[column] > 0) {
        movePotentials(distance[column]);
        return column;
      }
      settled[column] = true;
      for (int row = 0; row < units.length; row++) {
        if (units[row][column] > 0 && row != start && viaColumn[row] < 0) {
          reach(row, column, distance[column]);
        }
      }
    }
  }

  private void reach(int row, int column, double from) {
    viaColumn[row] = column;
    rowDistance[row] = from;
    queue[queued++] = row;
    for (int j = 0; j < distance.length; j++) {
      // Rounding can leave a reduced cost a hair below 0, which Dijkstra must not see.
      double through = from + Math.max(0, cost[row][j] - u[row] - v[j]);
      if (!settled[j] && through < distance[j]) {
        distance[j] = through;
        viaRow[j] = row;
      }
    }
  }

  private int closest() {
    int best = -1;
    for (int j = 0; j < distance.length; j++) {
      if (!settled[j] && (best < 0 || distance[j] < distance[best])) {
        best = j;
      }
    }
    return best;
  }

  private void movePotentials(double reached) {
    for (int k = 0; k < queued; k++) {
      u[queue[k]] += reached - rowDistance[queue[k]];
    }
    for (int j = 0; j < v.length; j++) {
      if (settled[j]) {
        v[j] -= reached - distance[j];
      }
    }
  }

  /** Sends as much as the path to {@code end} allows: each step back frees units of a column. */
  private void ship(int start, int end) {
    long amount = Math.min(supply[start], demand[end]);
    for (int row = viaRow[end]; row != start; row = viaRow[viaColumn[row]]) {
      amount = Math.min(amount, units[row][viaColumn[row]]);
    }
    int column = end;
    for (int row = viaRow[column]; ; row = viaRow[column]) {
      units[row][column] += amount;
      if (row == start) {
        break;
      }
      column = viaColumn[row];
      units[row][column] -= amount;
    }
    supply[start] -= amount;
    demand[end] -= amount;
  }
}
