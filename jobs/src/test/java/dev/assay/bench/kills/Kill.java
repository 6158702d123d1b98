package dev.assay.bench.kills;

import dev.assay.base.Seeds;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * One kill, at a time or at a commit.
 *
 * @param victim who is killed
 * @param millis after the stage began, up to what it takes in a warm process, which is half of what
 *     it takes in one that has just started; not used at a commit
 * @param calls answered by then; 0 where the time counts
 * @param commit which; the process ends itself there
 * @param when before or after the commit
 */
record Kill(Victim victim, long millis, int calls, Optional<Work.Commit> commit, String when) {
  private static final double AT_COMMIT = .5;
  private static final double AT_CALL = .7;
  private static final double BEFORE_COMMIT = .6;

  enum Victim {
    DRIVER,
    EXECUTOR,
    BOTH
  }

  /**
   * So many kills of {@code trial}, the early ones first, so that the late ones are met. Half are
   * at commits: a table is drawn, then a commit of it. The others are at times, uniformly, or,
   * where the stage calls, for the larger part when a number of calls has been answered.
   *
   * @param cluster whether there are executors to kill
   */
  static List<Kill> drawn(Work work, int trial, int kills, boolean cluster) {
    return IntStream.range(0, kills)
        .mapToObj(kill -> one(work, trial + "/" + kill, cluster))
        .sorted(Comparator.comparingLong(Kill::position))
        .toList();
  }

  private static Kill one(Work work, String id, boolean cluster) {
    if (uniform("kind", id) < AT_COMMIT) {
      List<String> tables =
          work.commits().stream().map(Work.Commit::table).distinct().sorted().toList();
      String table = drawn(tables, "table", id);
      List<Work.Commit> commits =
          work.commits().stream().filter(one -> one.table().equals(table)).toList();
      String when = uniform("when", id) < BEFORE_COMMIT ? "before" : "after";
      return new Kill(Victim.DRIVER, 0, 0, Optional.of(drawn(commits, "commit", id)), when);
    }
    Victim victim = cluster ? drawn(List.of(Victim.values()), "victim", id) : Victim.DRIVER;
    double share = uniform("moment", id);
    boolean atCall = work.calls() > 0 && uniform("call", id) < AT_CALL;
    int calls = atCall ? 1 + (int) (share * (work.calls() - 1)) : 0;
    return new Kill(victim, (long) (share * work.millis()), calls, Optional.empty(), "");
  }

  private long position() {
    return commit.map(Work.Commit::millis).orElse(millis);
  }

  private static double uniform(String what, String id) {
    return Seeds.uniform(19, "kills " + what, id);
  }

  private static <T> T drawn(List<T> all, String what, String id) {
    return all.get((int) (uniform(what, id) * all.size()));
  }
}
