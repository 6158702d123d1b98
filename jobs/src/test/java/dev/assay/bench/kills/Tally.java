package dev.assay.bench.kills;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** What kills hit and what came of them, as the table of docs/benchmarks.md. */
final class Tally {
  private final List<Hit> hits = new ArrayList<>();
  private int again;
  private long lost;
  private long twice;
  private int wrong;

  void add(List<Hit> more, int askedAgain, long rowsLost, long rowsTwice, int otherwise) {
    hits.addAll(more);
    again += askedAgain;
    lost += rowsLost;
    twice += rowsTwice;
    wrong += otherwise;
  }

  int kills() {
    return hits.size();
  }

  boolean isClean() {
    return wrong == 0;
  }

  void print() {
    System.out.println(
        "| stage | driver | executor | both | before a commit | after one | calls under way |");
    System.out.println("| --- | --- | --- | --- | --- | --- | --- |");
    Map<String, List<Hit>> stages = new LinkedHashMap<>();
    hits.forEach(hit -> stages.computeIfAbsent(hit.stage(), key -> new ArrayList<>()).add(hit));
    stages.forEach(Tally::row);
    row("all", hits);
    Set<String> tables = new TreeSet<>();
    hits.stream()
        .map(Hit::commit)
        .filter(commit -> !commit.isEmpty())
        .forEach(commit -> tables.add(commit.replaceAll(".* of (\\S+) .*", "$1")));
    System.out.println("at commits of: " + String.join(", ", tables));
    System.out.printf(
        "%d kills: %d calls asked again (%d were under way), %d rows lost, %d rows twice, %d"
            + " other differences%n",
        hits.size(), again, underWay(hits), lost, twice, wrong);
  }

  private static void row(String name, List<Hit> hits) {
    System.out.printf(
        "| %s | %d | %d | %d | %d | %d | %d |%n",
        name,
        of(hits, Kill.Victim.DRIVER),
        of(hits, Kill.Victim.EXECUTOR),
        of(hits, Kill.Victim.BOTH),
        hits.stream().filter(hit -> hit.commit().startsWith("before")).count(),
        hits.stream().filter(hit -> hit.commit().startsWith("after")).count(),
        underWay(hits));
  }

  private static long of(List<Hit> hits, Kill.Victim victim) {
    return hits.stream().filter(hit -> hit.victim() == victim).count();
  }

  private static int underWay(List<Hit> hits) {
    return hits.stream().mapToInt(Hit::underWay).sum();
  }
}
